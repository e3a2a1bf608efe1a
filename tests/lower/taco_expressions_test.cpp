#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>

#include <catch2/catch.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "lower/real_data.h"
#include "lower/trial.h"

// The expressions that TACO was tried on, with what it made of them: it verified 237, computes 9
// wrongly, emits C that does not compile for 10 and refuses 26.

namespace fiberloom::test {
namespace {

const std::string kExpressions =
    std::string(FIBERLOOM_SOURCE) + "/../shared/reference/taco/expressions.json";

const std::string kNoSuchCommand = "there is no schedule command ";
const std::string kMergeBy =
    "mergeby: how sets are merged follows from their formats; no command chooses it, in "
    "'mergeby(i,Gallop)'";
const std::string kModeOrder = "the mode order of 2 levels must name each of the modes 0 to 1 once";
const std::string kUnfinished = "expected ')', got the end of the text";

/// What is refused, by its id, and the reason.
const std::map<int, std::string> kRefused = {
    {59, "unexpected '^'"},
    {160, "'i' stands twice on the left side"},
    {219, kMergeBy},
    {220, kMergeBy},
    {232, kUnfinished},
    {234, "expected an operand, got the end of the text"},
    {235, "-f A:d has 1 level, A has 2 indices"},
    {237, "'A' has 1 index here and 2 indices before"},
    {242, "unexpected '['"},
    {244, "unexpected '''"},
    {245, kNoSuchCommand + "'foo', in 'foo(i)'"},
    {247, "there is no loop 'z', in 'split(z,i0,i1,4)'"},
    {249, "there is no unit 'Foo', in 'parallelize(i,Foo,NoRaces)'"},
    {250, "there is no operand 'Z', in 'pos(j,jpos,Z)'"},
    {254, kModeOrder},
    {255, kModeOrder},
    {257,
     "a singleton level (q) holds one coordinate for each position above, so it must stand below a "
     "non-unique one"},
    {259, kUnfinished},
    {260, "expected an operator or ';' and another statement, got '='"},
    {262, "'B' is no function, and indices are plain names"},
};

CompileOptions options_of(const nlohmann::json& entry) {
  CompileOptions options;
  options.default_format = 'd';
  for (const auto& [name, format] : entry["formats"].items()) {
    options.formats.push_back(name + ":" + format.get<std::string>());
  }
  options.schedule = entry["schedule"].get<std::vector<std::string>>();
  return options;
}

/// Known gaps: schedules that the loop nest takes and kernels do not.
const std::map<int, std::string> kNoKernel = {
    {197, "the loop of fpos runs over positions: threads cannot share it"}};

}  // namespace

TEST_CASE("what TACO was tried on is right or refused with the reason", "[lower][taco]") {
  if (!std::filesystem::exists(kExpressions)) {
    WARN("skipped: there is no ../shared/reference/taco");
    return;
  }
  nlohmann::json entries;
  std::ifstream(kExpressions) >> entries;
  std::map<Trial::Kind, int> counts;
  std::map<Trial::Kind, int> kernels;
  int on_real_data = 0;
  for (const nlohmann::json& entry : entries) {
    const int id = entry["id"];
    const std::string expression = entry["expr"];
    INFO(id << ": " << expression);
    const Trial trial = try_on_random_data(expression, options_of(entry), 7000 + id);
    ++counts[trial.kind];
    const auto refused = kRefused.find(id);
    CHECK(trial.reason == (refused == kRefused.end() ? "" : refused->second));
    CHECK((trial.kind == Trial::Kind::refused) == (refused != kRefused.end()));
    const Trial kernel = try_kernels_on_random_data(expression, options_of(entry), 7000 + id);
    ++kernels[kernel.kind];
    const auto gap = kNoKernel.find(id);
    CHECK(kernel.reason == (gap == kNoKernel.end() ? trial.reason : gap->second));
    CHECK((kernel.kind == trial.kind || gap != kNoKernel.end()));
    if (trial.compiled && trial.kind != Trial::Kind::wrong && fits_real_data(*trial.compiled)) {
      const std::string wrong = wrong_on_real_data(*trial.compiled).value_or("");
      CHECK(wrong == "");
      ++on_real_data;
    } else if (trial.compiled) {
      // Only what has tensors of order 4 and more.
      CHECK(std::ranges::any_of(tensors(trial.compiled->program),
                                [](const TensorUse& use) { return use.order > 3; }));
    }
  }
  WARN(fmt::format(
      "right {}, too large to run {}, refused {}, wrong {}; {} of them on real data; "
      "as kernels {} right",
      counts[Trial::Kind::right], counts[Trial::Kind::checked], counts[Trial::Kind::refused],
      counts[Trial::Kind::wrong], on_real_data, kernels[Trial::Kind::right]));
}

}  // namespace fiberloom::test
