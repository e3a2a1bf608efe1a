#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

namespace fiberloom {

/// Exit codes of the program; what each means to a script stands in the README.
enum class ExitCode : int {
  ok = 0,
  check_failed = 1,  ///< a wrong result, or a check that was asked for and could not be done
  bad_input = 2,     ///< usage, or a file or text that cannot be right
  deadlock = 3,      ///< the simulated machine deadlocked
  limit = 4,         ///< a limit on cycles, memory or time was hit
  environment = 5,   ///< something outside is missing: a compiler, a writable folder
  internal = 70,     ///< a fault of this program
  interrupted = 130,
};

/// A place in a text that a person wrote: file, 1-based line and column, and the line itself.
/// An empty file name means "nowhere in particular"; line 0 means the file as a whole.
struct Location {
  std::string file{};
  int line = 0;
  int column = 0;
  std::string text{};  ///< the whole line, for the caret; may be empty
  int length = 1;      ///< how many columns the caret underlines

  bool known() const { return !file.empty(); }
};

/// The place `offset` characters into a one-line or many-line `text` that has the name `file`.
Location locate_in_text(std::string_view file, std::string_view text, size_t offset,
                        size_t length = 1);

/// What every fault that the user can act upon is thrown as.
/// `message` says what is wrong, `hint` what was expected.
class Error : public std::runtime_error {
 public:
  Error(ExitCode code, std::string message, Location where = {}, std::string hint = {});

  ExitCode code() const { return code_; }
  const std::string& message() const { return message_; }
  const std::string& hint() const { return hint_; }
  const Location& where() const { return where_; }

  /// FILE:LINE:COLUMN: error: MESSAGE, the line and a caret with the hint.
  std::string render() const;

 private:
  ExitCode code_;
  std::string message_;
  Location where_;
  std::string hint_;
};

/// An integer division by zero or by an absent value (bad input). A kind of its own, because who
/// meets it, a block or a kernel, may not know the coordinates, and the program can find them.
class DivisionByZero : public Error {
 public:
  DivisionByZero(std::string message, Location where)
      : Error(ExitCode::bad_input, std::move(message), std::move(where),
              "an absent or zero divisor of an integer has no quotient") {}
};

/// Bad input (exit code 2), the most common fault.
Error bad_input(std::string message, Location where = {}, std::string hint = {});

}  // namespace fiberloom
