#include <algorithm>
#include <filesystem>
#include <set>
#include <string>

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include "base/text_file.h"
#include "graphs/applications.h"
#include "samgraph/graph_yaml.h"
#include "support/program.h"

namespace fiberloom::testing {

TEST_CASE("the tests and the README know every graph", "[graphs]") {
  const std::string readme = read_text_file(source_path("graphs/README.md"));
  std::set<std::string> known;
  for (const Application& application : applications()) {
    known.insert(application.graph);
  }
  CHECK(known.size() == applications().size());
  std::set<std::string> found;
  for (const auto& file : std::filesystem::directory_iterator(source_path("graphs"))) {
    if (file.path().extension() == ".yaml") {
      found.insert(file.path().stem().string());
    }
  }
  CHECK(found == known);
  for (const std::string& graph : found) {
    CAPTURE(graph);
    const std::string row =
        fmt::format("| `{}.yaml` | `{}` |", graph, load_graph(graph).expression);
    CHECK(readme.find(row) != std::string::npos);
  }
}

TEST_CASE("graphs are written as they were read", "[graphs]") {
  for (const Application& application : applications()) {
    CAPTURE(application.graph);
    const Graph graph = load_graph(application.graph);
    const std::string text = write_graph(graph);
    CHECK(write_graph(read_graph(YamlNode::parse(text, "written"))) == text);
  }
}

TEST_CASE("every config can be read", "[graphs]") {
  for (const auto& file : std::filesystem::directory_iterator(source_path("configs"))) {
    if (file.path().extension() == ".yaml") {
      CAPTURE(file.path());
      CHECK_NOTHROW(load_config(file.path().stem().string()));
    }
  }
  CHECK(load_config("ideal").to_yaml() == MachineConfig().to_yaml());
}

}  // namespace fiberloom::testing
