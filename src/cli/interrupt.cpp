#include "cli/interrupt.h"

#include <csignal>

namespace fiberloom {
namespace {

// A signal handler can reach nothing but a global; it is set once and never cleared.
std::atomic<bool> raised{false};

extern "C" void note_signal(int signal) {
  raised = true;
  std::signal(signal, SIG_DFL);
}

}  // namespace

const std::atomic<bool>& raised_by(std::initializer_list<int> signals) {
  for (const int signal : signals) {
    std::signal(signal, note_signal);
  }
  return raised;
}

}  // namespace fiberloom
