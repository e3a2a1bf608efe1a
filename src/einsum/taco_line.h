#pragma once

#include <string>
#include <utility>
#include <vector>

namespace fiberloom {

/// A line of TACO's command form, `"y(i)=A(i,j)*x(j)" -f=A:ds:0,1 -s=reorder(j,i)`, cut into its
/// parts. What the parts mean is for others to read.
struct TacoLine {
  using Named = std::pair<std::string, std::string>;

  std::string expression;
  std::vector<Named> formats;         ///< -f A:ds:0,1   {"A", "ds:0,1"}
  std::vector<std::string> schedule;  ///< -s, one command each: "split(i,i0,i1,32)"
  std::vector<std::string> sizes;     ///< -d i:100      (parse_size_option)
  std::vector<Named> types;           ///< -t A:float    {"A", "float"}
  std::vector<Named> inputs;          ///< -i A:file.mtx
  std::vector<Named> generators;      ///< -g A:d
  std::vector<std::string> ignored;   ///< TACO's options about its output and timing
};

/// Throws Error (bad_input) that points into the line: a quote that is not closed, no expression or
/// two, an unknown option, an option without its value.
TacoLine parse_taco_line(const std::string& line, const std::string& source = "command line");

/// The commands of a schedule text, separated by commas that stand in no parentheses.
std::vector<std::string> split_schedule(const std::string& text);

/// "A:rest" cut at the first colon. Throws Error (bad_input), columns counted in `text`.
TacoLine::Named split_named(const std::string& text, const std::string& option,
                            const std::string& example);

}  // namespace fiberloom
