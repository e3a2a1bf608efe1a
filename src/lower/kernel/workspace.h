#pragma once

#include <functional>
#include <string>

#include "lower/kernel/destination.h"

namespace fiberloom {

/// Where values are added up whose coordinates come in another order than they are stored, or more
/// than once: afterwards they are drained in order. For the last levels of a destination, from
/// `first` on. Empty between uses.
class Workspace {
 public:
  Workspace(KernelFrame& frame, const Destination& destination, size_t first);
  virtual ~Workspace() = default;
  Workspace(const Workspace&) = delete;
  Workspace& operator=(const Workspace&) = delete;

  virtual void add(const CValue& value) = 0;
  /// Moves all values to the destination.
  virtual void drain(Destination& destination) = 0;

 protected:
  KernelFrame& frame_;
  size_t first_;
  IndexVariables variables_;
  std::string name_;
};

/// An array over one variable with a list of the coordinates that are there.
class ArrayWorkspace final : public Workspace {
 public:
  ArrayWorkspace(KernelFrame& frame, const Destination& destination, size_t first);
  void add(const CValue& value) override;
  void drain(Destination& destination) override;
};

/// A hash table over any number of variables, its keys their row-major numbers.
class HashWorkspace final : public Workspace {
 public:
  HashWorkspace(KernelFrame& frame, const Destination& destination, size_t first);
  void add(const CValue& value) override;
  void drain(Destination& destination) override;

 private:
  void drain_level(Destination& destination, size_t k, const std::string& above);
  std::string stride_below(size_t k) const;
  std::string entry_;
  std::string count_;
};

}  // namespace fiberloom
