#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>

#include <catch2/catch.hpp>

namespace fiberloom {
namespace {

namespace fs = std::filesystem;

using Folders = std::set<std::string>;

/// What the files of each folder may include, besides their own folder.
const std::map<std::string, Folders> kMayInclude = {
    {"base", {}},
    {"tensor", {"base"}},
    {"einsum", {"base", "tensor"}},
    {"loopnest", {"base", "tensor", "einsum"}},
    {"samgraph", {"base", "tensor"}},
    {"lower", {"base", "tensor", "einsum", "loopnest", "samgraph", "kernel"}},
    {"kernel", {"base", "tensor", "einsum", "loopnest"}},
    {"sim", {"base", "tensor", "samgraph"}},
    {"memory", {"base", "tensor", "samgraph", "sim"}},
    {"blocks", {"base", "tensor", "samgraph", "sim"}},
    {"reference", {"base", "tensor", "einsum"}},
    {"report", {"base"}},
    {"explore", {"base", "report"}},
};
const Folders kMayIncludeSystemC = {"sim", "memory", "blocks"};

std::vector<fs::path> sources(const fs::path& folder) {
  std::vector<fs::path> found;
  if (fs::exists(folder)) {
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
      if (entry.path().extension() == ".h" || entry.path().extension() == ".cpp") {
        found.push_back(entry.path());
      }
    }
  }
  return found;
}

}  // namespace

TEST_CASE("folders include only what the layout allows", "[base]") {
  const fs::path root = FIBERLOOM_SOURCE;
  const std::regex include(R"re(^\s*#include\s+["<]([a-z_]+)(/[^">]*)?[">])re");
  size_t files = 0;
  for (const auto& [folder, allowed] : kMayInclude) {
    for (const fs::path& file :
         sources(folder == "blocks" ? root / folder : root / "src" / folder)) {
      ++files;
      std::ifstream in(file);
      for (std::string line; std::getline(in, line);) {
        std::smatch match;
        if (!std::regex_search(line, match, include)) {
          continue;
        }
        INFO(file.string() << ": " << line);
        const std::string from = match[1];
        if (from == "systemc") {
          CHECK(kMayIncludeSystemC.contains(folder));
        } else if (match[2].matched && (kMayInclude.contains(from) || from == "cli")) {
          CHECK((from == folder || allowed.contains(from)));
        }
      }
    }
  }
  CHECK(files > 50);
}

// All live in one namespace: two types of one name would be taken for one by the linker.
TEST_CASE("no two headers define types of the same name", "[base]") {
  const fs::path root = FIBERLOOM_SOURCE;
  const std::regex definition(R"(^(?:struct|class|enum class) (\w+)[^;]*\{)");
  std::map<std::string, fs::path> defined;
  for (const char* folder : {"src", "blocks"}) {
    for (const fs::path& file : sources(root / folder)) {
      std::ifstream in(file);
      for (std::string line; file.extension() == ".h" && std::getline(in, line);) {
        std::smatch match;
        if (std::regex_search(line, match, definition)) {
          const auto [first, added] = defined.try_emplace(match[1], file);
          INFO(match[1] << " in " << file.string() << " and " << first->second.string());
          CHECK((added || first->second == file));
        }
      }
    }
  }
  CHECK(defined.size() > 100);
}

}  // namespace fiberloom
