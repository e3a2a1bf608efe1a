#include <algorithm>
#include <filesystem>

#include <catch2/catch.hpp>

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
