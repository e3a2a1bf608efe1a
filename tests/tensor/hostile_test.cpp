#include <filesystem>
#include <fstream>

#include <catch2/catch.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <sys/resource.h>

#include "base/diagnostic.h"
#include "tensor/random_tensor.h"
#include "tensor/read/reader.h"

namespace fiberloom {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::PointMap;

const fs::path kHostile = fs::path(FIBERLOOM_SOURCE) / ".." / "shared" / "datasets" / "hostile";

uint64_t peak_memory_megabytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<uint64_t>(usage.ru_maxrss) / 1024;
}

std::string lower_case(std::string text) {
  for (char& c : text) {
    c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return text;
}

/// Whether a message says one of the alternatives; "line N" is the N of FILE:N:.
bool mentions(const std::string& message, const std::string& alternatives) {
  std::string rest = alternatives;
  while (!rest.empty()) {
    const size_t cut = std::min(rest.find(" / "), rest.size());
    std::string wanted = lower_case(rest.substr(0, cut));
    rest.erase(0, cut + 3);
    int line = 0;
    char tail[64] = "";
    if (std::sscanf(wanted.c_str(), "line %d %63[^\n]", &line, tail) >= 1) {
      if (message.find(fmt::format(":{}:", line)) != std::string::npos &&
          lower_case(message).find(tail) != std::string::npos) {
        return true;
      }
      continue;
    }
    if (lower_case(message).find(wanted) != std::string::npos) {
      return true;
    }
  }
  return alternatives.empty();
}

PointMap expected_points(const json& entries) {
  PointMap points;
  for (const json& entry : entries) {
    std::vector<uint64_t> point;
    for (size_t mode = 0; mode + 1 < entry.size(); ++mode) {
      point.push_back(entry[mode].get<uint64_t>() - 1);
    }
    points[point] += entry.back().get<double>();
  }
  return points;
}

void check_accepted(const json& expected, const CoordinateList& list) {
  CHECK(expected["expect"] != "reject");
  if (expected.contains("dims")) {
    CHECK(list.shape == expected["dims"].get<std::vector<uint64_t>>());
  }
  if (expected.contains("entries_1based")) {
    CHECK(testing::points_of(list) == expected_points(expected["entries_1based"]));
  }
}

void check_file(const json& expected, const fs::path& path, std::optional<ComponentType> type) {
  const auto start = std::chrono::steady_clock::now();
  const uint64_t memory_before = peak_memory_megabytes();
  try {
    check_accepted(expected, read_tensor(path.string(), {.type = type}));
  } catch (const Error& error) {
    const std::string message = error.render();
    CAPTURE(message);
    CHECK(error.code() == ExitCode::bad_input);
    CHECK(expected["expect"] != "accept");
    CHECK(mentions(message, expected.value("message_should_mention", "")));
    CHECK(message.starts_with(path.string() + ":"));
  }
  CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(2));
  CHECK(peak_memory_megabytes() - memory_before < 200);
}

}  // namespace

TEST_CASE("the hostile files are read or refused as they should be", "[tensor]") {
  if (!fs::exists(kHostile / "expected.json")) {
    WARN("skipped: no ../shared/datasets/hostile");
    return;
  }
  // The symbolic links cannot be stored there; the test makes them.
  const fs::path made = fs::temp_directory_path() / fmt::format("fiberloom_{}", ::getpid());
  fs::create_directories(made);
  fs::create_symlink("no_such_file.mtx", made / "dangling_symlink.mtx");
  fs::create_symlink("symlink_loop.mtx", made / "symlink_loop.mtx");

  json all;
  std::ifstream(kHostile / "expected.json") >> all;
  all.push_back({{"file", "symlink_loop.mtx"},
                 {"expect", "reject"},
                 {"message_should_mention", "cannot open"}});
  size_t files = 0;
  for (const json& expected : all) {
    const std::string file = expected["file"];
    const fs::path path = fs::is_symlink(made / file) ? made / file : kHostile / file;
    for (const std::optional<ComponentType> type :
         {std::optional<ComponentType>(ComponentType::float64), std::optional<ComponentType>()}) {
      CAPTURE(file, type.has_value());
      check_file(expected, path, type);
    }
    ++files;
  }
  CHECK(files >= 145);
  fs::remove_all(made);
}

}  // namespace fiberloom
