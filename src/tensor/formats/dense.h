#pragma once

#include "tensor/level.h"

namespace fiberloom {

/// Every coordinate of every fiber: nothing is stored, references are computed.
class DenseLevel final : public Level {
 public:
  DenseLevel(uint64_t size, uint64_t fibers) : Level(size), fibers_(fibers) {}

  uint64_t positions() const override { return fibers_ * size(); }
  std::vector<LevelArray> arrays() const override { return {}; }
  FiberCursor open(uint64_t reference) const override;
  size_t read(FiberCursor& cursor, size_t count, uint64_t* coordinates,
              uint64_t* references) const override;
  std::optional<uint64_t> locate(uint64_t reference, uint64_t coordinate) const override;

 private:
  uint64_t fibers_;
};

}  // namespace fiberloom
