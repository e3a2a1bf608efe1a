#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "support/program.h"
#include "tensor/random_tensor.h"

namespace fiberloom::testing {

/// A file that is not as it should be, or only looks so, and what must become of it.
struct HostileFile {
  std::filesystem::path path;
  nlohmann::json expected;

  bool may_be_accepted() const { return expected["expect"] != "reject"; }
  bool may_be_refused() const { return expected["expect"] != "accept"; }
  /// Whether a message says what it should; alternatives are parted by " / ", "line N" is the N of
  /// FILE:N:.
  bool is_explained_by(const std::string& message) const;
  /// Compares coordinates and values, where they are known.
  void check_entries(const CoordinateList& list) const;
};

/// The files of ../shared/datasets/hostile, and symbolic links that cannot be stored there; none
/// where that folder is absent.
std::vector<HostileFile> hostile_files(const TemporaryFolder& for_links);

}  // namespace fiberloom::testing
