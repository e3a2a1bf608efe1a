#include "support/hostile.h"

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <fstream>

#include <catch2/catch.hpp>
#include <fmt/format.h>

namespace fiberloom::testing {

namespace fs = std::filesystem;
using nlohmann::json;

namespace {

std::string lower_case(std::string text) {
  for (char& c : text) {
    c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return text;
}

bool says(const std::string& message, const std::string& wanted) {
  int line = 0;
  char tail[64] = "";
  if (std::sscanf(wanted.c_str(), "line %d %63[^\n]", &line, tail) >= 1) {
    return message.find(fmt::format(":{}:", line)) != std::string::npos &&
           lower_case(message).find(tail) != std::string::npos;
  }
  return lower_case(message).find(wanted) != std::string::npos;
}

}  // namespace

bool HostileFile::is_explained_by(const std::string& message) const {
  std::string rest = lower_case(expected.value("message_should_mention", ""));
  if (rest.empty()) {
    return true;
  }
  while (!rest.empty()) {
    const size_t cut = std::min(rest.find(" / "), rest.size());
    if (says(message, rest.substr(0, cut))) {
      return true;
    }
    rest.erase(0, cut + 3);
  }
  return false;
}

void HostileFile::check_entries(const CoordinateList& list) const {
  if (!expected.contains("entries_1based")) {
    return;
  }
  PointMap points;
  for (const json& entry : expected["entries_1based"]) {
    std::vector<uint64_t> point;
    for (size_t mode = 0; mode + 1 < entry.size(); ++mode) {
      point.push_back(entry[mode].get<uint64_t>() - 1);
    }
    points[point] += entry.back().get<double>();
  }
  CHECK(points_of(list) == points);
}

std::vector<HostileFile> hostile_files(const TemporaryFolder& for_links) {
  const std::string list = shared_path("datasets/hostile/expected.json");
  if (list.empty()) {
    return {};
  }
  const std::string dangling = for_links.path("dangling_symlink.mtx");
  const std::string loop = for_links.path("symlink_loop.mtx");
  fs::create_symlink("no_such_file.mtx", dangling);
  fs::create_symlink("symlink_loop.mtx", loop);
  std::vector<HostileFile> files = {
      {loop, {{"expect", "reject"}, {"message_should_mention", "cannot open"}}}};
  for (const json& expected : json::parse(std::ifstream(list))) {
    const std::string name = expected["file"];
    files.push_back(
        {name == "dangling_symlink.mtx" ? fs::path(dangling) : fs::path(list).parent_path() / name,
         expected});
  }
  return files;
}

}  // namespace fiberloom::testing
