#include "tensor/formats/singleton.h"

namespace fiberloom {
namespace {

const LevelFormats registration(
    {.letter = 'c',
     .name = "singleton_nonunique",
     .summary = "a level inside a COO group (u c.. q): one coordinate a point, repeated if need be",
     .full = false,
     .unique = false,
     .singleton = true,
     .pack = pack_singleton});

}  // namespace
}  // namespace fiberloom
