#include "lower/kernel/c_names.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace fiberloom {
namespace {

// The keywords of C, and what a kernel's text takes from headers and from its own frame.
constexpr std::array<std::string_view, 78> kReserved = {
    "auto",     "break",    "case",     "char",   "const",    "continue",
    "default",  "do",       "double",   "else",   "enum",     "extern",
    "float",    "for",      "goto",     "if",     "inline",   "int",
    "long",     "register", "restrict", "return", "short",    "signed",
    "sizeof",   "static",   "struct",   "switch", "typedef",  "union",
    "unsigned", "void",     "volatile", "while",  "asm",      "typeof",
    "int32_t",  "int64_t",  "uint64_t", "size_t", "index_t",  "value_t",
    "malloc",   "calloc",   "realloc",  "free",   "memset",   "memcpy",
    "memmove",  "fabs",     "fabsf",    "sqrt",   "sqrtf",    "exp",
    "expf",     "pow",      "powf",     "abs",    "labs",     "div",
    "ldiv",     "rand",     "exit",     "abort",  "operands", "sizes",
    "threads",  "result",   "status",   "finish", "first",    "last",
    "NULL",     "INFINITY", "NAN",      "main",   "tuple_t",  "omp_get_thread_num"};

}  // namespace

std::string CNames::make(std::string_view wanted, std::span<const std::string_view> suffixes) {
  std::string name(wanted);
  std::ranges::replace_if(
      name, [](unsigned char c) { return std::isalnum(c) == 0 && c != '_'; }, '_');
  if (name.empty() || std::isdigit(static_cast<unsigned char>(name[0])) != 0 ||
      name.starts_with("fiberloom") || name.starts_with("FIBERLOOM")) {
    name.insert(0, "v_");
  }
  const auto is_free = [&](const std::string& one) {
    return std::ranges::find(kReserved, one) == kReserved.end() && !taken_.contains(one);
  };
  const auto all_free = [&] {
    return is_free(name) && std::ranges::all_of(suffixes, [&](std::string_view suffix) {
             return is_free(name + std::string(suffix));
           });
  };
  while (!all_free()) {
    name += "_";
  }
  taken_.insert(name);
  for (const std::string_view suffix : suffixes) {
    taken_.insert(name + std::string(suffix));
  }
  return name;
}

}  // namespace fiberloom
