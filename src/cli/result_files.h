#pragma once

#include <map>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace fiberloom {

/// Where a command writes its results.
struct ResultOptions {
  std::string output;     ///< -o: the file of the one result
  std::string directory;  ///< --out: a folder that holds all

  /// `contents`: what the folder gets, for the help.
  void add_to(CLI::App& app, const std::string& contents);
  /// Makes the folder, if there is to be one. Throws Error (environment).
  void make_directory() const;
  /// The file of each result; none where it is not written. Throws Error (bad_input): one file for
  /// several results.
  std::map<std::string, std::string> files(const std::vector<std::string>& names) const;
};

}  // namespace fiberloom
