#include "samgraph/import/sam_files.h"

#include <algorithm>
#include <filesystem>
#include <set>

#include <catch2/catch.hpp>

#include "samgraph/import/import_support.h"
#include "samgraph/import/load_graph.h"
#include "support/program.h"

// Every graph that three versions of SAM's compiler wrote: it computes its expression, or it is
// refused with the reason, or it is one of the few that are sound and compute something else.

namespace fiberloom::testing {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> all_files(const std::string& folder) {
  std::vector<std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.path().extension() == ".gv") {
      files.push_back(fs::relative(entry.path(), folder).replace_extension().string());
    }
  }
  std::ranges::sort(files);
  return files;
}

template <class Row>
const Row* find_row(const std::vector<Row>& rows, const std::string& file) {
  const auto found = std::ranges::find(rows, file, &Row::file);
  return found == rows.end() ? nullptr : &*found;
}

void check_wrong(const SamError& error, const std::string& path, const std::string& expression) {
  const Graph graph = load_graph(path);
  CHECK(run_on_random_data(graph, expression).wrong > 0);
  if (!error.computes.empty()) {
    CHECK(run_on_random_data(graph, error.computes).first == "");
  }
}

}  // namespace

TEST_CASE("the graphs of SAM's compiler compute their expressions or are refused", "[samgraph]") {
  const std::string folder = shared_path("reference/sam/dot");
  if (folder.empty()) {
    return;
  }
  size_t right = 0;
  const std::vector<std::string> files = all_files(folder);
  for (const std::string& file : files) {
    INFO(file);
    const std::string path = folder + "/" + file + ".gv";
    const std::string& expression = sam_expressions().at(sam_expression_key(file));
    if (const SamFault* fault = find_row(refused_sam_files(), file)) {
      CHECK_THAT(refusal_of(path), Catch::Matchers::Contains(fault->reason));
    } else if (const SamError* error = find_row(wrong_sam_files(), file)) {
      check_wrong(*error, path, expression);
    } else {
      ++right;
      REQUIRE(refusal_of(path) == "");
      CHECK(run_on_random_data(load_graph(path), expression).first == "");
    }
  }
  CHECK(files.size() == 170);
  CHECK(right == 131);
}

TEST_CASE("the tables of SAM's graphs name files that are there", "[samgraph]") {
  const std::string folder = shared_path("reference/sam/dot");
  if (folder.empty()) {
    return;
  }
  const std::vector<std::string> files = all_files(folder);
  const std::set<std::string> there(files.begin(), files.end());
  std::set<std::string> used;
  for (const std::string& file : files) {
    used.insert(sam_expression_key(file));
  }
  CHECK(used.size() == sam_expressions().size());
  for (const SamFault& row : refused_sam_files()) {
    CHECK(there.contains(row.file));
  }
  for (const SamError& row : wrong_sam_files()) {
    CHECK(there.contains(row.file));
  }
}

}  // namespace fiberloom::testing
