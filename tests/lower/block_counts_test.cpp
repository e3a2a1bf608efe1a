#include <map>
#include <string>
#include <vector>

#include <catch2/catch.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "base/text_file.h"
#include "graphs/sam_reference.h"
#include "lower/sam_kernels.h"
#include "lower/trial.h"
#include "support/program.h"

namespace fiberloom::test {
namespace {

constexpr const char* kPinned = "cf8f007b (submodule pin of sam master)";
constexpr const char* kTable = "tests/lower/block_counts.md";

constexpr const char* kHead = R"(# Blocks of SAM's kernels

What the compiler makes of the thirty kernels whose graphs SAM's own compiler made (`../shared/reference/sam/dot`), in the
same formats and loop orders, and what that compiler made: blocks by type, without roots and broadcasts.
`fiberloom_tests "[block_table]"` writes this file, a test holds it to what it says, and to at most the counts that the
lowering rules promise.

A union has two sides here, any number there (`mat_elemadd3`). The operands of one addend are repeated over that addend's
coordinates, not over the union's, so there is one signal more where both addends have such operands (`mat_mattransmul`).
A value that can be absent is dropped together with its coordinate by a value dropper; SAM's dropper drops the coordinate
and keeps the value. Absent fibers are told by their stops, so that no reducer stands before an accumulator and no holder
beside it.

| kernel | SAM | ours | differences |
|---|--:|--:|---|
)";

/// Our types, by SAM's.
const std::map<std::string, std::string> kOurTypes = {{"fiberlookup", "scanner"},
                                                      {"repsiggen", "repeat_signal"},
                                                      {"repeat", "repeater"},
                                                      {"add", "alu"},
                                                      {"mul", "alu"},
                                                      {"reduce", "reducer"},
                                                      {"crddrop", "dropper"},
                                                      {"spaccumulator", "accumulator"},
                                                      {"crdhold", "holder"},
                                                      {"arrayvals", "array"},
                                                      {"fiberwrite", "writer"},
                                                      {"fiberwrite_vals", "writer"}};

/// Where the rules need more than SAM's own compiler, or promise fewer.
const std::map<std::string, int> kPromised = {
    {"mat_mattransmul", 26}, {"mat_elemadd3", 18}, {"matmul_ikj", 17},    {"matmul_jki", 17},
    {"matmul_kij", 16},      {"matmul_kji", 16},   {"mat_vecmul_ji", 12}, {"tensor3_mttkrp", 31}};

struct Comparison {
  std::string kernel;
  int sam = 0;
  int ours = 0;
  std::map<std::string, int> more{};  ///< ours less SAM's, by type
};

Comparison compare_blocks(const SamKernel& kernel, const nlohmann::json& counts) {
  Comparison made{.kernel = kernel.name};
  for (const auto& [type, count] : block_counts(compile_kernel(kernel).stages.front().graph)) {
    made.more[type] += count;
    made.ours += count;
  }
  for (const auto& [type, count] : counts.at(kernel.name).at(kPinned).at("counts").items()) {
    if (type != "broadcast") {
      const auto our_type = kOurTypes.find(type);
      made.more[our_type == kOurTypes.end() ? type : our_type->second] -= count.get<int>();
      made.sam += count.get<int>();
    }
  }
  return made;
}

std::vector<Comparison> compare_all() {
  const nlohmann::json counts = testing::sam_json("primitive_counts.json");
  std::vector<Comparison> all;
  for (const SamKernel& kernel : sam_kernels()) {
    all.push_back(compare_blocks(kernel, counts));
  }
  return all;
}

std::string table(const std::vector<Comparison>& all) {
  std::string text = kHead;
  for (const Comparison& made : all) {
    std::vector<std::string> differences;
    for (const auto& [type, more] : made.more) {
      if (more != 0) {
        differences.push_back(fmt::format("{:+} {}", more, type));
      }
    }
    text += fmt::format("| {} | {} | {} | {} |\n", made.kernel, made.sam, made.ours,
                        fmt::join(differences, ", "));
  }
  return text;
}

}  // namespace

TEST_CASE("graphs have no more blocks than SAM's, but where the rules say why", "[lower][blocks]") {
  if (!testing::has_sam_reference()) {
    return;
  }
  const std::vector<Comparison> all = compare_all();
  CHECK(all.size() == 30);
  for (const Comparison& made : all) {
    INFO(made.kernel);
    const auto promised = kPromised.find(made.kernel);
    CHECK(made.ours <= (promised == kPromised.end() ? made.sam : promised->second));
  }
  CHECK(read_text_file(source_path(kTable)) == table(all));
}

TEST_CASE("SAM's kernels are right on random data", "[lower]") {
  if (!testing::has_sam_reference()) {
    return;
  }
  for (const SamKernel& kernel : sam_kernels()) {
    INFO(kernel.name);
    const Trial trial = run_on_random_data(compile_kernel(kernel), 30);
    CHECK(trial.reason == "");
    CHECK(trial.kind == Trial::Kind::right);
  }
}

TEST_CASE("write tests/lower/block_counts.md", "[.block_table]") {
  if (testing::has_sam_reference()) {
    write_text_file(source_path(kTable), table(compare_all()));
  }
}

}  // namespace fiberloom::test
