#include "kernel/compiler.h"

#include <array>
#include <cstdlib>
#include <sstream>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include "base/diagnostic.h"
#include "base/subprocess.h"
#include "kernel/processor.h"

namespace fiberloom {
namespace {

constexpr const char* kNoCompiler =
    "kernels need a C compiler: install one (Debian: apt-get install gcc libc6-dev), or name one "
    "with --cc or CC";
constexpr size_t kShownLines = 20;

std::vector<std::string> words(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> found;
  for (std::string word; in >> word;) {
    found.push_back(word);
  }
  return found;
}

std::string chosen_program(const CompilerChoice& choice) {
  const char* variable = std::getenv("CC");
  if (!choice.program.empty()) {
    return choice.program;
  }
  return variable != nullptr && *variable != '\0' ? variable : "";
}

/// A program may have blanks in its path; else they part its arguments.
std::vector<std::string> program_words(const std::string& text) {
  if (::access(text.c_str(), X_OK) == 0) {
    return {text};
  }
  const std::vector<std::string> found = words(text);
  return found.empty() ? std::vector<std::string>{"cc"} : found;
}

SubprocessResult run_compiler(const std::vector<std::string>& command) {
  try {
    return run_program(command);
  } catch (const Error& missing) {
    throw Error(missing.code(), missing.message(), {}, kNoCompiler);
  }
}

/// What the compiler's message says of an installation that is not complete, and the advice.
struct MissingPart {
  std::string_view message;
  const char* advice;
};
constexpr std::array<MissingPart, 4> kMissingParts = {{
    {"libgomp", "parallel kernels need OpenMP: install gcc (Debian), or take --threads 1"},
    {"omp.h", "parallel kernels need OpenMP: install gcc or libomp-dev (Debian)"},
    {".h: No such file",
     "install the headers of the C library (Debian: apt-get install libc6-dev)"},
    {"cannot execute", kNoCompiler},
}};

std::string first_lines(const std::string& text) {
  std::istringstream in(text);
  std::string shown;
  std::string line;
  for (size_t count = 0; std::getline(in, line); ++count) {
    if (count == kShownLines) {
      return shown + "\n  ...";
    }
    shown += "\n  " + line;
  }
  return shown;
}

}  // namespace

Compiler::Compiler(const CompilerChoice& choice)
    : flags_(words(choice.flags.value_or(kOptimisation))) {
  const std::string program = chosen_program(choice);
  users_choice_ = choice.flags.has_value() || !program.empty();
  program_ = program_words(program);
  std::vector<std::string> command = program_;
  command.emplace_back("--version");
  const SubprocessResult result = run_compiler(command);
  if (result.exit_code != 0) {
    throw Error(ExitCode::environment,
                fmt::format("'{}' is no C compiler: it ended with exit code {}",
                            fmt::join(command, " "), result.exit_code),
                {}, kNoCompiler);
  }
  version_ = result.output;
}

std::string Compiler::identity(bool parallel) const {
  return fmt::format("{}\n{}\n{}", fmt::join(command("", "", parallel), "\n"), version_,
                     processor_identity());
}

std::vector<std::string> Compiler::command(const std::string& source, const std::string& output,
                                           bool parallel) const {
  std::vector<std::string> command = program_;
  command.insert(command.end(), {"-std=c11", "-fPIC", "-shared"});
  command.insert(command.end(), flags_.begin(), flags_.end());
  command.insert(command.end(),
                 {parallel ? "-fopenmp" : "-fopenmp-simd", "-o", output, "-x", "c", source, "-lm"});
  return command;
}

void Compiler::compile(const std::string& source, const std::string& output, bool parallel) const {
  const std::vector<std::string> line = command(source, output, parallel);
  spdlog::debug("compiling: {}", fmt::join(line, " "));
  const SubprocessResult result = run_compiler(line);
  if (result.exit_code == 0) {
    return;
  }
  for (const MissingPart& part : kMissingParts) {
    if (result.errors.find(part.message) != std::string::npos) {
      throw Error(ExitCode::environment,
                  fmt::format("the C compiler cannot work:{}", first_lines(result.errors)), {},
                  part.advice);
    }
  }
  throw Error(users_choice_ ? ExitCode::bad_input : ExitCode::internal,
              fmt::format("'{}' does not compile the kernel (exit code {}):{}",
                          fmt::join(program_, " "), result.exit_code, first_lines(result.errors)),
              {.file = source},
              users_choice_ ? "try the default compiler and flags"
                            : "a fault of fiberloom: please report it with the kernel's text");
}

}  // namespace fiberloom
