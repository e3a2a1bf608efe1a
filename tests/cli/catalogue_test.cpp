#include <algorithm>
#include <filesystem>

#include <catch2/catch.hpp>

#include "base/text_file.h"
#include "samgraph/spec/block_spec.h"
#include "support/program.h"
#include "tensor/level_format.h"

namespace fiberloom {

TEST_CASE("blocks and formats list what is registered, one by name in full", "[cli]") {
  const auto blocks = run_for_json({"blocks"});
  const auto registered = BlockSpecs::names();  // here with the tests' own
  CHECK(blocks["blocks"].size() ==
        static_cast<size_t>(std::ranges::count_if(
            registered, [](const std::string& type) { return !type.starts_with("test_"); })));
  const auto one = run_for_json({"blocks", "fiber_lookup"});
  CHECK(one["blocks"][0]["type"] == "scanner");
  const SubprocessResult text = run_fiberloom({"blocks", "scanner"});
  for (const char* word : {"ref", "crd", "d+1", "fiber_startup", "initiation_interval", "level"}) {
    CHECK(text.output.find(word) != std::string::npos);
  }
  CHECK(run_for_json({"formats"})["formats"].size() == LevelFormats::all().size());
  CHECK(run_for_json({"formats", "bitvector"})["formats"][0]["letter"] == "b");
  CHECK(run_fiberloom({"blocks", "scaner"}).errors.find("did you mean 'scanner'?") !=
        std::string::npos);
}

TEST_CASE("graph counts the blocks and converts to YAML that is the same graph", "[cli]") {
  const TemporaryFolder folder;
  const std::string copy = folder.path("copy.yaml");
  const auto first = run_for_json(
      {"graph", "graphs/matmul_ikj.yaml", "--yaml", copy, "--dot", folder.path("g.dot")});
  CHECK(first["counts"]["scanner"] == 4);
  CHECK(first["blocks"] == 16);
  const auto second = run_for_json({"graph", copy});
  CHECK(second["counts"] == first["counts"]);
  CHECK(second["tensors"] == first["tensors"]);
}

TEST_CASE("blocks NAME tells every port and parameter of the table", "[cli]") {
  for (const BlockSpec* spec : BlockSpecs::all()) {
    if (spec->type.starts_with("test_")) {
      continue;
    }
    const auto block = run_for_json({"blocks", spec->type})["blocks"][0];
    const SubprocessResult text = run_fiberloom({"blocks", spec->type});
    CAPTURE(spec->type, text.output);
    CHECK(text.exit_code == 0);
    CHECK(block["type"] == spec->type);
    CHECK(block["inputs"].size() == spec->inputs.size());
    CHECK(block["outputs"].size() == spec->outputs.size());
    CHECK(block["parameters"].size() == spec->parameters.size());
    for (const auto* ports : {&spec->inputs, &spec->outputs}) {
      for (const PortSpec& port : *ports) {
        CHECK(text.output.find(port.name) != std::string::npos);
      }
    }
    for (const ParameterSpec& parameter : spec->parameters) {
      CHECK(text.output.find(parameter.name) != std::string::npos);
    }
  }
}

TEST_CASE("formats NAME takes a letter or a name, and nothing else", "[cli]") {
  CHECK(run_for_json({"formats", "s"})["formats"][0]["name"] == "compressed");
  CHECK(run_fiberloom({"formats"}).output.find("compressed") != std::string::npos);
  const SubprocessResult wrong = run_fiberloom({"formats", "compresed"});
  CHECK(wrong.exit_code == 2);
  CHECK(wrong.errors.find("did you mean 'compressed'?") != std::string::npos);
}

TEST_CASE("graph --dot and --svg show every block and connection", "[cli]") {
  const TemporaryFolder folder;
  const std::string dot = folder.path("g.dot");
  const std::string svg = folder.path("g.svg");
  CHECK(run_fiberloom({"graph", "graphs/vec_elemmul.yaml", "--dot", dot}).exit_code == 0);
  const std::string text = read_text_file(dot);
  CHECK(text.starts_with("digraph"));
  for (const char* part : {"\"bi\" -> \"i\" [style=dashed", "\"bi\" -> \"i\" [style=bold",
                           "label=\"x(i) = b(i) * c(i)\""}) {
    CAPTURE(part);
    CHECK(text.find(part) != std::string::npos);
  }
  const SubprocessResult drawn = run_fiberloom({"graph", "graphs/vec_elemmul.yaml", "--svg", svg});
  if (drawn.exit_code == 5) {  // no Graphviz here: said so, and nothing written
    CHECK(drawn.errors.find("graphviz") != std::string::npos);
    CHECK_FALSE(std::filesystem::exists(svg));
    return;
  }
  CHECK(drawn.exit_code == 0);
  const std::string picture = read_text_file(svg);
  CHECK(picture.find("<svg") != std::string::npos);
  for (const char* block : {">bi<", ">ci<", ">i<", ">xi<"}) {
    CAPTURE(block);
    CHECK(picture.find(block) != std::string::npos);
  }
}

TEST_CASE("graph --yaml writes sub-graphs expanded, with their parameters", "[cli]") {
  const TemporaryFolder folder;
  const std::string lanes = folder.write("lanes.yaml", R"(version: 1
parameters: {lanes: 2}
subgraphs:
  lane:
    inputs: {x: twice.in0}
    outputs: {out: twice.val}
    blocks:
      twice: {type: alu, op: scale, by: 2}
      end: {type: sink, in: {in: twice.val}}
blocks:
  a: {type: source, kind: val, depth: 1, tokens: 1 S0 D}
  lanes: {type: lane, count: "${lanes}", in: {x: a.out}}
)");
  CHECK(run_for_json({"graph", lanes})["blocks"] == 5);
  const std::string copy = folder.path("copy.yaml");
  const auto four = run_for_json({"graph", lanes, "--set", "graph.lanes=4", "--yaml", copy});
  CHECK(four["blocks"] == 9);
  CHECK(run_for_json({"graph", copy})["counts"] == four["counts"]);
  // The copy is the graph that the simulator runs.
  CHECK(run_for_json({"run", copy})["cycles"] ==
        run_for_json({"run", lanes, "--set", "graph.lanes=4"})["cycles"]);
  CHECK(run_fiberloom({"graph", lanes, "--set", "fifo.depth=4"}).exit_code == 2);
  CHECK(run_fiberloom({"graph", lanes, "--yaml", "/no_such_folder/g.yaml"}).exit_code == 5);
}

TEST_CASE("config prints what it reads, and reads what it prints", "[cli]") {
  const TemporaryFolder folder;
  const SubprocessResult printed =
      run_fiberloom({"config", "configs/sam.yaml", "--set", "fifo.depth=12"});
  CHECK(printed.exit_code == 0);
  const std::string file = folder.write("c.yaml", printed.output);
  CHECK(run_fiberloom({"config", file}).output == printed.output);
  CHECK(run_for_json({"config", file})["config"]["blocks"]["scanner"]["waits_for_next"] == true);
}

TEST_CASE("check validates every graph and config of the project", "[cli]") {
  std::vector<std::string> arguments = {"check"};
  for (const char* folder : {"graphs", "configs"}) {
    for (const auto& entry : std::filesystem::directory_iterator(source_path(folder))) {
      if (entry.path().extension() == ".yaml") {
        arguments.push_back(entry.path().string());
      }
    }
  }
  const auto report = run_for_json(arguments);
  CHECK(report["files"].size() == arguments.size() - 1);
}

}  // namespace fiberloom
