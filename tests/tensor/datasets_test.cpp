#include <filesystem>

#include <catch2/catch.hpp>

#include "base/yaml.h"
#include "tensor/files.h"
#include "tensor/generate/generator.h"
#include "tensor/read/reader.h"
#include "tensor/write/writer.h"

namespace fiberloom {

/// The files were written once and are part of the repository: if a generator's numbers change, on
/// this machine or another, this test fails. `FIBERLOOM_REMAKE=1` writes the files anew.
TEST_CASE("the files of datasets/ are what their recipes make", "[tensor]") {
  const std::filesystem::path datasets = std::filesystem::path(FIBERLOOM_SOURCE) / "datasets";
  const bool remake = std::getenv("FIBERLOOM_REMAKE") != nullptr;
  const testing::TemporaryFolder folder;
  const YamlNode recipes = YamlNode::load((datasets / "recipes.yaml").string());
  YamlMap file_map = recipes.as_map("recipes").require("files").as_map("files");
  for (const YamlMap::Entry& file : file_map.entries()) {
    CAPTURE(file.key);
    YamlMap parameters = file.value.as_map("file");
    std::vector<uint64_t> shape;
    for (const YamlNode& size : parameters.require("shape").as_sequence("shape")) {
      shape.push_back(size.as_unsigned("size"));
    }
    const auto type = parameters.find("type");
    GenerateOptions options;
    options.type =
        type ? component_type_named(type->as_string("type")).value() : ComponentType::float64;
    const CoordinateList made =
        generate(parameters.require("recipe").as_string("recipe"), shape, options);
    parameters.finish();
    write_tensor(remake ? (datasets / file.key).string() : folder.path(file.key), made);
    if (!remake) {
      CHECK(testing::text_of(folder.path(file.key)) ==
            testing::text_of((datasets / file.key).string()));
    }
    const CoordinateList stored =
        read_tensor((datasets / file.key).string(), {.type = options.type});
    CHECK(stored.shape == shape);
    CHECK(stored.columns == made.columns);
  }
  for (const auto& entry : std::filesystem::directory_iterator(datasets)) {
    const std::string name = entry.path().filename().string();
    CAPTURE(name);
    if (name.ends_with(".tns") || name.ends_with(".mtx")) {
      CHECK(file_map.find(name).has_value());
    }
  }
}

}  // namespace fiberloom
