// How long does it take from text to graph: every line of the corpus of TACO's website, the
// expressions that TACO was tried on, and contractions of order 4.

#include <algorithm>
#include <chrono>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "einsum/taco_line.h"
#include "lower/compile.h"

namespace fiberloom {
namespace {

const std::string kReference = FIBERLOOM_SOURCE "/../shared/reference/";
constexpr int kRepeats = 5;

struct Timed {
  std::string expression;
  double milliseconds = 0;
  size_t blocks = 0;
};

struct Input {
  std::string expression;
  CompileOptions options;
};

/// The fastest of some; nothing where it is refused, without its schedule if that is refused.
std::optional<Timed> timed_compile(Input input) {
  Timed timed{.expression = input.expression, .milliseconds = 1e9};
  for (int repeat = 0; repeat < kRepeats;) {
    try {
      const auto start = std::chrono::steady_clock::now();
      const Compiled compiled = compile(input.expression, input.options);
      const std::chrono::duration<double, std::milli> took =
          std::chrono::steady_clock::now() - start;
      timed.milliseconds = std::min(timed.milliseconds, took.count());
      timed.blocks = 0;
      for (const Stage& stage : compiled.stages) {
        timed.blocks += stage.graph.blocks.size();
      }
      ++repeat;
    } catch (const Error&) {
      if (input.options.schedule.empty()) {
        return std::nullopt;
      }
      input.options.schedule.clear();
    }
  }
  return timed;
}

std::vector<Input> corpus() {
  std::vector<Input> inputs;
  std::ifstream file(kReference + "website/algorithms.txt");
  for (std::string text; std::getline(file, text);) {
    try {
      const TacoLine line = parse_taco_line(text);
      Input input{.expression = line.expression, .options = {}};
      input.options.default_format = 'd';
      for (const auto& [name, format] : line.formats) {
        input.options.formats.push_back(name + ":" + format);
      }
      input.options.schedule = line.schedule;
      inputs.push_back(std::move(input));
    } catch (const Error&) {
      // No line of TACO's: nothing to compile.
    }
  }
  return inputs;
}

std::vector<Input> trials() {
  std::vector<Input> inputs;
  std::ifstream file(kReference + "taco/expressions.json");
  if (!file) {
    return inputs;
  }
  nlohmann::json entries;
  file >> entries;
  for (const nlohmann::json& entry : entries) {
    Input input{.expression = entry["expr"], .options = {}};
    input.options.default_format = 'd';
    for (const auto& [name, format] : entry["formats"].items()) {
      input.options.formats.push_back(name + ":" + format.get<std::string>());
    }
    input.options.schedule = entry["schedule"].get<std::vector<std::string>>();
    inputs.push_back(std::move(input));
  }
  return inputs;
}

std::vector<Input> contractions() {
  return {{"X(i,j,m,n) = B(i,j,k,l) * C(k,l,m,n)", {}},
          {"X(i,j,m,n) = B(i,j,k,l) * C(m,n,k,l)", {}},
          {"X(i,m) = B(i,j,k,l) * C(j,m) * D(k,m) * E(l,m)", {}},
          {"X(p,q,r,s) = B(i,j,k,l) * C(i,p) * D(j,q) * E(k,r) * F(l,s)", {}}};
}

std::string shortened(const std::string& text) {
  constexpr size_t kMost = 70;
  return text.size() <= kMost ? text : text.substr(0, kMost) + "...";
}

void report(const std::string& what, const std::vector<Input>& inputs) {
  std::vector<Timed> all;
  for (const Input& input : inputs) {
    if (auto timed = timed_compile(input)) {
      all.push_back(std::move(*timed));
    }
  }
  if (all.empty()) {
    fmt::print("{:22} skipped: there is no ../shared/reference\n", what);
    return;
  }
  std::ranges::sort(all, {}, &Timed::milliseconds);
  const Timed& slowest = all.back();
  const Timed& largest = *std::ranges::max_element(all, {}, &Timed::blocks);
  fmt::print("{:22} {:6} {:9.3f} {:9.3f} {:9.3f} {:7}\n", what, all.size(),
             all[all.size() / 2].milliseconds, slowest.milliseconds, largest.milliseconds,
             largest.blocks);
  fmt::print("  slowest: {}\n", shortened(slowest.expression));
  fmt::print("  largest: {}\n", shortened(largest.expression));
}

}  // namespace
}  // namespace fiberloom

int main() {
  using namespace fiberloom;
  fmt::print(
      "Milliseconds from text to graph, fastest of {}; of the largest graph, with its blocks\n",
      kRepeats);
  fmt::print("{:22} {:>6} {:>9} {:>9} {:>9} {:>7}\n", "", "number", "median", "slowest", "largest",
             "blocks");
  report("corpus", corpus());
  report("TACO's trials", trials());
  report("order-4 contractions", contractions());
}
