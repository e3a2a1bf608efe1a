#pragma once

#include <string>

#include "sim/process.h"

namespace fiberloom {

/// Where the cycles of a process went in a run of `end` cycles. A process that still waits has
/// stalled up to the end.
CycleCount settle(const Process& process, Cycle end);

/// Whether everything that a suspended process waits for is there, so that only its horizon keeps
/// it.
bool stopped_by_horizon(const Process& process);

/// "waits for a token on crd0 (from Bi.crd)" and the like, for a deadlock report.
std::string describe_wait(const Process& process);

}  // namespace fiberloom
