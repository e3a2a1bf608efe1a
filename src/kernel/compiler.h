#pragma once

#include <optional>
#include <string>
#include <vector>

namespace fiberloom {

/// Which C compiler, and how it is to optimise. Both are words parted by blanks; no shell reads
/// them.
struct CompilerChoice {
  std::string program{};               ///< e.g. "ccache gcc-12"; empty: $CC, else cc
  std::optional<std::string> flags{};  ///< in place of kOptimisation
};

/// Infinities, NaN, signed zeros and the order of sums stay what the C text says, so no
/// -ffast-math; a sum that may be reordered says so itself (omp simd reduction). Contraction into
/// fused multiply-adds stays off, as -std=c11 has it: it makes sqrt(x*x - y*y) NaN where x = y.
constexpr const char* kOptimisation =
    "-O3 -march=native -fno-math-errno -fno-trapping-math -funroll-loops";

/// The system's C compiler, run without a shell.
class Compiler {
 public:
  /// Asks the compiler for its version. Throws Error (environment): there is no such compiler.
  explicit Compiler(const CompilerChoice& choice = {});

  /// All that decides what it makes of a text: program, version, flags and processor.
  std::string identity(bool parallel) const;
  /// The command, shown to the user.
  std::vector<std::string> command(const std::string& source, const std::string& output,
                                   bool parallel) const;
  /// Makes a shared library of a C file. Throws Error: bad_input where the user chose compiler or
  /// flags, else internal, for a text that does not compile; environment where the C library's or
  /// OpenMP's files are missing.
  void compile(const std::string& source, const std::string& output, bool parallel) const;

 private:
  std::vector<std::string> program_;
  std::vector<std::string> flags_;
  std::string version_;
  bool users_choice_ = false;
};

}  // namespace fiberloom
