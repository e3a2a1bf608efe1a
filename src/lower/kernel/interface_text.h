#pragma once

namespace fiberloom {

/// The text of kernel/interface.h.
extern const char* const kKernelInterface;

}  // namespace fiberloom
