#include "cli/result_files.h"

#include <filesystem>

#include <CLI/CLI.hpp>

#include "base/diagnostic.h"

namespace fiberloom {

namespace fs = std::filesystem;

void ResultOptions::add_to(CLI::App& app, const std::string& contents) {
  const std::string group = "Results";
  app.add_option("-o,--output", output, "write the result tensor")->type_name("FILE")->group(group);
  app.add_option("--out", directory, "write " + contents + " to a folder")
      ->type_name("DIR")
      ->group(group);
}

void ResultOptions::make_directory() const {
  std::error_code failed;
  if (!directory.empty()) {
    fs::create_directories(directory, failed);
  }
  if (failed) {
    throw Error(ExitCode::environment, "cannot make the folder: " + failed.message(),
                {.file = directory});
  }
}

std::map<std::string, std::string> ResultOptions::files(
    const std::vector<std::string>& names) const {
  std::map<std::string, std::string> files;
  for (const std::string& name : names) {
    if (!output.empty()) {
      if (names.size() > 1) {
        throw bad_input("-o names one file, the graph has several results", {}, "use --out DIR");
      }
      files[name] = output;
    } else if (!directory.empty()) {
      files[name] = (fs::path(directory) / (name + ".tns")).string();
    }
  }
  return files;
}

}  // namespace fiberloom
