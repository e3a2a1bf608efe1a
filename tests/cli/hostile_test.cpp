// The program itself on files that are not as they should be, in little memory and time.

#include "support/hostile.h"

#include <catch2/catch.hpp>

#include "tensor/read/reader.h"

namespace fiberloom::testing {
namespace {

void check_converted(const HostileFile& file, const TemporaryFolder& folder) {
  const std::string to = folder.path("converted.tns");
  std::filesystem::remove(to);
  const SubprocessResult result =
      run_fiberloom_limited({"data", "convert", file.path.string(), to, "-t", "double"});
  CAPTURE(result.exit_code, result.errors);
  CHECK(result.output.empty());
  if (result.exit_code == 0) {
    CHECK(file.may_be_accepted());
    CHECK(result.errors.empty());
    // A .tns file without entries has no order.
    if (!file.expected.value("entries_1based", nlohmann::json::array()).empty()) {
      file.check_entries(read_tensor(to, {}));
    }
    return;
  }
  CHECK(result.exit_code == 2);
  CHECK(file.may_be_refused());
  CHECK(file.is_explained_by(result.errors));
  CHECK(result.errors.starts_with(file.path.string() + ":"));
  CHECK_FALSE(std::filesystem::exists(to));
}

}  // namespace

TEST_CASE("data convert reads or refuses every hostile file within limits", "[cli][shared]") {
  const TemporaryFolder folder;
  const auto files = hostile_files(folder);
  for (const HostileFile& file : files) {
    CAPTURE(file.path.string());
    check_converted(file, folder);
  }
  CHECK((files.empty() || files.size() >= 146));
}

}  // namespace fiberloom::testing
