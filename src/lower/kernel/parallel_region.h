#pragma once

#include <string>

#include "lower/kernel/destination.h"
#include "lower/kernel/loop_writer.h"

namespace fiberloom {

/// The text around a loop that several threads share: each takes runs of the variable's coordinates
/// as it comes to them. What is declared inside is each thread's own.
///
/// A dense result is written in place. A sparse one is filled by each thread for itself and put
/// together afterwards: counted, summed up where each run begins, copied.
class ParallelRegion {
 public:
  /// What threads share.
  struct Shared {
    std::string name;                ///< of the loop
    std::string extent;              ///< so many values it has, in C
    std::string base = "0";          ///< the first of them
    std::string clause{};            ///< of the OpenMP directive
    std::string coordinates_each{};  ///< of the outermost level, where it is a part of its variable
    std::string coordinates_limit{};  ///< the variable's size
  };
  ParallelRegion(KernelFrame& frame, const Shared& shared);

  /// Opens the region; threads fill `result` for themselves if it is not null.
  void open();
  /// Opens the loop over runs; gives the coordinates of one.
  LoopWindow open_run(Destination* result);
  void close_run(Destination* result);
  void close(Destination* result);

 private:
  /// The coordinate of the outermost level at which a value of the loop begins.
  std::string coordinate(const std::string& value) const;

  KernelFrame& frame_;
  Shared shared_;
  std::string size_;
  std::string next_;
  std::string chunk_;
  std::string first_;
  std::string last_;
  std::string thread_;
  std::string run_;
  std::string runs_{};
  std::string parts_{};
  std::string part_levels_{};
  CodeText outside_{0};
};

}  // namespace fiberloom
