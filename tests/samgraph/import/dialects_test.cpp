#include <catch2/catch.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/text_file.h"
#include "base/yaml.h"
#include "samgraph/graph_yaml.h"
#include "samgraph/import/import_support.h"
#include "samgraph/import/load_graph.h"
#include "support/program.h"

namespace fiberloom::testing {
namespace {

struct Dialect {
  std::string file;
  std::string expression;
};

const std::vector<Dialect> kDialects = {
    {"droppers", "y(r) = A(r,s) * v(s)"},  {"points", "Y(r,s) = T(r,t,s)"},
    {"streams", "y(s) = A(r,s)"},          {"repeated", "G(r,s) = A(t,r) * A(t,s)"},
    {"subtraction", "y(r) = a(r) - b(r)"},
};

std::string dialect_path(const std::string& name) {
  return source_path("tests/samgraph/import/dialects/" + name + ".gv");
}

}  // namespace

TEST_CASE("graphs of every dialect compute what they say", "[samgraph]") {
  for (const Dialect& dialect : kDialects) {
    INFO(dialect.file);
    CHECK(run_on_random_data(load_graph(dialect_path(dialect.file)), dialect.expression).first ==
          "");
  }
}

TEST_CASE("an imported graph is the same after a way through YAML", "[samgraph]") {
  for (const Dialect& dialect : kDialects) {
    INFO(dialect.file);
    const Graph graph = load_graph(dialect_path(dialect.file));
    const std::string text = write_graph(graph);
    const Graph again = read_graph(YamlNode::parse(text, "graph.yaml"));
    CHECK(write_graph(again) == text);
    CHECK(run_on_random_data(again, dialect.expression).first == "");
  }
}

TEST_CASE("without the head, formats come from the blocks", "[samgraph]") {
  const TemporaryFolder folder;
  std::string text = read_text_file(dialect_path("points"));
  text.erase(text.find("comment=\"Y"),
             text.find('\n', text.find("comment=\"Y")) - text.find("comment=\"Y"));
  const Graph graph = load_graph(folder.write("points.gv", text));
  CHECK(to_string(graph.tensors.at("Y").format) == "ss");
  CHECK(to_string(graph.tensors.at("T").format) == "sss");
  CHECK(run_on_random_data(graph, "Y(r,s) = T(r,t,s)").first == "");
}

TEST_CASE("a graph of SAM is known by its contents too", "[samgraph]") {
  const TemporaryFolder folder;
  const std::string text = "// made by hand\n" + read_text_file(dialect_path("streams"));
  CHECK(load_graph(folder.write("streams", text)).blocks.size() == 6);
}

TEST_CASE("run, check and graph take graphs of SAM", "[samgraph]") {
  const TemporaryFolder folder;
  const std::string path = dialect_path("droppers");
  const auto report = run_for_json({"run", path, "--check", "--expression", "y(r) = A(r,s) * v(s)",
                                    "-g", "A:uniform,density=0.3", "-g", "v:uniform,density=0.5",
                                    "-d", "r:20", "-d", "s:30"});
  CHECK(report["check"]["status"] == "ok");
  CHECK(run_fiberloom({"check", path}).exit_code == 0);
  const std::string yaml = folder.path("graph.yaml");
  CHECK(run_for_json({"graph", path, "--yaml", yaml})["counts"]["dropper"] == 1);
  CHECK(run_fiberloom({"check", yaml}).exit_code == 0);
  CHECK(run_fiberloom({"graph", path, "--set", "graph.lanes=2"}).exit_code == 2);
}

}  // namespace fiberloom::testing
