// Runs the block tests of tests/streams, and holds block files, registry and tests together.

#include <filesystem>
#include <fstream>
#include <regex>
#include <set>

#include <catch2/catch.hpp>

#include "base/text_file.h"
#include "support/stream_case.h"

namespace fiberloom::testing {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> files_of(const std::string& folder, const std::string& extension) {
  std::vector<std::string> files;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() == extension) {
      files.push_back(entry.path().string());
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

const std::string kStreams = FIBERLOOM_SOURCE "/tests/streams";

TEST_CASE("blocks do what their stream tests say", "[blocks]") {
  for (const std::string& file : files_of(kStreams, ".yaml")) {
    DYNAMIC_SECTION(fs::path(file).stem().string()) {
      for (const StreamCase& test : read_stream_cases(file)) {
        const std::string fault = check_case(test);
        INFO(fault);
        CHECK(fault.empty());
      }
    }
  }
}

TEST_CASE("a stream test says the cycle of every token", "[blocks]") {
  for (const std::string& file : files_of(kStreams, ".yaml")) {
    for (const StreamCase& test : read_stream_cases(file)) {
      for (const auto& [port, out] : test.out) {
        INFO(test.where << " " << test.name << " " << port);
        CHECK(!out.at.empty());
      }
    }
  }
}

/// The types that the files of blocks/ register. Some specs are made by joiner_spec() and collector_spec().
std::set<std::string> registered_in_files() {
  static const std::regex kType(R"re((?:\.type = |(?:joiner|collector)_spec\()"([a-z_]+)")re");
  std::set<std::string> types;
  for (const std::string& file : files_of(FIBERLOOM_SOURCE "/blocks", ".cpp")) {
    const std::string text = read_text_file(file);
    if (text.find("BlockRegistration") == std::string::npos) {
      continue;
    }
    std::smatch match;
    INFO(file);
    REQUIRE(std::regex_search(text, match, kType));
    CHECK(fs::path(file).stem().string() == match[1].str());  // a type is where one looks for it
    types.insert(match[1]);
  }
  return types;
}

TEST_CASE("block files, registry and stream tests agree", "[blocks]") {
  std::set<std::string> registered;
  for (const std::string& name : BlockSpecs::names()) {
    if (!name.starts_with("test_")) {
      registered.insert(name);
    }
  }
  CHECK(registered_in_files() == registered);
  std::set<std::string> tested;
  for (const std::string& file : files_of(kStreams, ".yaml")) {
    const auto cases = read_stream_cases(file);
    REQUIRE(!cases.empty());
    CHECK(fs::path(file).stem().string().starts_with(cases.front().block));
    tested.insert(cases.front().block);
  }
  CHECK(tested == registered);
}

}  // namespace
}  // namespace fiberloom::testing
