#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include "base/text_file.h"
#include "einsum/taco_line.h"
#include "lower/sam_kernels.h"
#include "lower/trial.h"
#include "support/program.h"

// The SAM paper's ablation: without one primitive, how many of the algorithms that people gave
// TACO's website could no more be expressed?

namespace fiberloom::test {
namespace {

constexpr const char* kAlgorithms = "../shared/reference/website/algorithms.txt";
constexpr const char* kTable = "tests/lower/ablation.md";

constexpr const char* kHead = R"(# What each primitive is needed for

Of the algorithms that people gave TACO's website (`../shared/reference/website/algorithms.txt`), those that compile, and for
each type of block how many of them could not be expressed without it: it stands in their graph whether dense operands are
looked up or scanned. Lines of the list, distinct expressions (without formats and schedule), and lines by the highest order
of their tensors. Root streams are not counted. Schedules are applied. `fiberloom_tests "[ablation_table]"`
writes this file, a test holds it to what it says.

)";

constexpr size_t kOrders = 6;  ///< the last column: five and more

/// What needs a type of block.
struct Need {
  size_t lines = 0;
  std::set<std::string> expressions{};
  std::array<size_t, kOrders> by_order{};

  void note(const std::string& expression, size_t order) {
    ++lines;
    expressions.insert(expression);
    ++by_order[std::min(order, kOrders - 1)];
  }
};

struct Ablation {
  Need all;
  std::map<std::string, Need> by_type;
};

/// The types of block in every graph that is made of a line; nothing where it is refused.
struct Primitives {
  Program program;
  std::set<std::string> types;
};
std::optional<Primitives> primitives_of(const TacoLine& line) {
  CompileOptions options;
  options.default_format = 'd';
  for (const auto& [name, format] : line.formats) {
    options.formats.push_back(name + ":" + format);
  }
  options.schedule = line.schedule;
  std::optional<Primitives> found;
  for (const bool scan_dense : {false, true}) {
    options.scan_dense = scan_dense;
    const Attempt attempt = try_to_compile(line.expression, options);
    if (!attempt.compiled) {
      return std::nullopt;
    }
    std::set<std::string> types;
    for (const Stage& stage : attempt.compiled->stages) {
      for (const auto& [type, count] : block_counts(stage.graph)) {
        types.insert(type);
      }
    }
    if (found) {
      std::erase_if(found->types, [&](const std::string& type) { return !types.contains(type); });
    } else {
      found = {.program = attempt.compiled->program, .types = types};
    }
  }
  return found;
}

void note(const Primitives& primitives, Ablation& made) {
  size_t order = 0;
  for (const TensorUse& use : tensors(primitives.program)) {
    order = std::max(order, use.order);
  }
  const std::string expression = to_string(primitives.program);
  made.all.note(expression, order);
  for (const std::string& type : primitives.types) {
    made.by_type[type].note(expression, order);
  }
}

Ablation ablation() {
  Ablation made;
  std::ifstream file(source_path(kAlgorithms));
  for (std::string text; std::getline(file, text);) {
    try {
      if (const auto primitives = primitives_of(parse_taco_line(text))) {
        note(*primitives, made);
      }
    } catch (const Error&) {
      // Not a line of TACO's; the test of the corpus tells the reasons.
    }
  }
  return made;
}

std::string row(const std::string& name, const Need& need, const Need& all) {
  std::string text =
      fmt::format("| {} | {} | {:.1f} % | {} |", name, need.lines,
                  100.0 * static_cast<double>(need.lines) / static_cast<double>(all.lines),
                  need.expressions.size());
  for (const size_t lines : need.by_order) {
    text += fmt::format(" {} |", lines);
  }
  return text + "\n";
}

std::string table(const Ablation& made) {
  std::string text = kHead;
  text += "| without | lines lost | | expressions lost | order 0 | 1 | 2 | 3 | 4 | 5 and more |\n";
  text += "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n";
  std::vector<std::pair<std::string, const Need*>> sorted;
  for (const auto& [type, need] : made.by_type) {
    sorted.emplace_back(type, &need);
  }
  std::ranges::stable_sort(sorted, std::greater<>{}, [](const auto& s) { return s.second->lines; });
  for (const auto& [type, need] : sorted) {
    text += row(type, *need, made.all);
  }
  return text + row("anything", made.all, made.all);
}

bool has_algorithms() {
  if (std::filesystem::exists(source_path(kAlgorithms))) {
    return true;
  }
  WARN("skipped: there is no ../shared/reference/website");
  return false;
}

}  // namespace

TEST_CASE("what each primitive is needed for", "[lower][ablation]") {
  if (has_algorithms()) {
    CHECK(read_text_file(source_path(kTable)) == table(ablation()));
  }
}

TEST_CASE("write tests/lower/ablation.md", "[.ablation_table]") {
  if (has_algorithms()) {
    write_text_file(source_path(kTable), table(ablation()));
  }
}

}  // namespace fiberloom::test
