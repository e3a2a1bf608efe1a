#pragma once

#include <cstdint>
#include <string>

namespace fiberloom {

/// What a kernel compiled for "this processor" depends on: its model and instruction sets.
std::string processor_identity();

/// Bytes of the last-level cache; a guess of 32 MiB where the system does not say.
uint64_t last_level_cache_bytes();

/// Bytes of main memory.
uint64_t memory_bytes();

}  // namespace fiberloom
