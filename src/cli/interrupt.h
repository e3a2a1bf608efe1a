#pragma once

#include <atomic>
#include <initializer_list>

namespace fiberloom {

/// The flag that one of these signals raises from now on; a second signal ends the program at once.
const std::atomic<bool>& raised_by(std::initializer_list<int> signals);

}  // namespace fiberloom
