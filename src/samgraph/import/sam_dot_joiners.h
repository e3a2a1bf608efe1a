#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostic.h"

namespace fiberloom {

/// The sides of a joiner in SAM's graphs, which name streams by tensor: crd_in-B and ref_in-B come
/// in, ref_out-B goes out. A tensor that is used twice gives two sides of one name; their streams
/// are told apart by the blocks that they come from and go to, in the order of the file.
class SamJoinerSides {
 public:
  /// A side for the coordinates of `tensor` that `producer` gives. Repeated edges change nothing.
  void add_coordinates(const std::string& tensor, size_t producer);
  /// Notes that `consumer` takes references of `tensor`.
  void add_consumer(const std::string& tensor, size_t consumer);

  /// The side of coordinates or references that come from `producer`. Throws Error at `where`.
  size_t incoming(const std::string& tensor, size_t producer, const Location& where) const;
  /// The sides whose references `consumer` takes: one, or all of a tensor that only it takes.
  /// Throws Error at `where`: no such side, or it cannot be told which.
  std::vector<size_t> outgoing(const std::string& tensor, size_t consumer,
                               const Location& where) const;

 private:
  struct Side {
    std::string tensor;
    size_t producer = 0;
  };
  std::vector<size_t> of(const std::string& tensor, const Location& where) const;

  std::vector<Side> sides_;
  std::map<std::string, std::vector<size_t>> consumers_;
};

}  // namespace fiberloom
