#pragma once

#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "base/diagnostic.h"
#include "samgraph/graph_yaml.h"
#include "samgraph/wiring.h"

namespace fiberloom::testing {

/// A graph file that is wrong, and what must be said of it.
struct GraphFault {
  std::string text;
  std::string message;  ///< a part of it
  int line;             ///< where; 0: the file as a whole
  std::string at;       ///< what stands there
  std::string hint{};   ///< a part of it
};

inline void check_faults(const std::vector<GraphFault>& faults) {
  for (const GraphFault& fault : faults) {
    INFO(fault.text);
    try {
      const Graph graph = read_graph(YamlNode::parse(fault.text, "g.yaml"));
      check(graph);
      FAIL_CHECK("was taken");
    } catch (const Error& error) {
      INFO(error.render());
      CHECK(error.code() == ExitCode::bad_input);
      CHECK_THAT(error.message(), Catch::Contains(fault.message));
      CHECK_THAT(error.hint(), Catch::Contains(fault.hint));
      const Location& where = error.where();
      CHECK(where.file == "g.yaml");
      CHECK(where.line == fault.line);
      if (fault.line > 0 && where.line > 0) {
        REQUIRE(where.column >= 1);
        CHECK_THAT(where.text.substr(static_cast<size_t>(where.column) - 1),
                   Catch::StartsWith(fault.at));
        const std::string place = "g.yaml:" + std::to_string(where.line) + ":" +
                                  std::to_string(where.column) + ": error: ";
        CHECK_THAT(error.render(), Catch::StartsWith(place));
        // The line itself, and a caret below the place.
        CHECK_THAT(error.render(), Catch::Contains(where.text));
        CHECK_THAT(error.render(), Catch::Contains("^"));
      }
    }
  }
}

}  // namespace fiberloom::testing
