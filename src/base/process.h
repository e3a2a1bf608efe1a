#pragma once

#include "base/descriptor.h"

namespace fiberloom {

/// Both ends of a pipe, closed where a program is executed: another child that starts meanwhile
/// must not keep them open.
struct Pipe {
  Descriptor read;
  Descriptor write;
};
/// Throws Error (environment).
Pipe make_pipe();

/// The exit code in what wait says of a process that has ended; 128 + the signal, where a signal
/// ended it.
int exit_code_of(int status);

}  // namespace fiberloom
