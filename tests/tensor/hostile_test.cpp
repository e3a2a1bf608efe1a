#include "support/hostile.h"

#include <chrono>

#include <catch2/catch.hpp>
#include <sys/resource.h>

#include "base/diagnostic.h"
#include "tensor/read/reader.h"

namespace fiberloom::testing {
namespace {

uint64_t peak_memory_megabytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<uint64_t>(usage.ru_maxrss) / 1024;
}

void check_read(const HostileFile& file, std::optional<ComponentType> type) {
  const auto start = std::chrono::steady_clock::now();
  const uint64_t memory_before = peak_memory_megabytes();
  try {
    const CoordinateList list = read_tensor(file.path.string(), {.type = type});
    CHECK(file.may_be_accepted());
    if (file.expected.contains("dims")) {
      CHECK(list.shape == file.expected["dims"].get<std::vector<uint64_t>>());
    }
    file.check_entries(list);
  } catch (const Error& error) {
    const std::string message = error.render();
    CAPTURE(message);
    CHECK(error.code() == ExitCode::bad_input);
    CHECK(file.may_be_refused());
    CHECK(file.is_explained_by(message));
    CHECK(message.starts_with(file.path.string() + ":"));
  }
  CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(2));
  CHECK(peak_memory_megabytes() - memory_before < 200);
}

}  // namespace

TEST_CASE("the hostile files are read or refused as they should be", "[tensor][shared]") {
  const TemporaryFolder folder;
  const auto files = hostile_files(folder);
  for (const HostileFile& file : files) {
    for (const std::optional<ComponentType> type :
         {std::optional<ComponentType>(ComponentType::float64), std::optional<ComponentType>()}) {
      CAPTURE(file.path.string(), type.has_value());
      check_read(file, type);
    }
  }
  CHECK((files.empty() || files.size() >= 146));
}

}  // namespace fiberloom::testing
