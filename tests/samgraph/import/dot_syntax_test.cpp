#include "samgraph/import/dot_syntax.h"

#include <catch2/catch.hpp>
#include <rapidcheck.h>

namespace fiberloom {
namespace {

std::string fault_of(const std::string& text) {
  try {
    parse_dot(text, "graph.gv");
  } catch (const Error& error) {
    return std::to_string(error.where().line) + ':' + std::to_string(error.where().column) + ' ' +
           error.message();
  }
  return {};
}

}  // namespace

TEST_CASE("DOT: nodes, edge chains, defaults, clusters, strings and comments", "[samgraph]") {
  const DotGraph graph = parse_dot(R"(# a line for the preprocessor
strict digraph "a graph" { /* head */
  comment="one" + " two"; rankdir=LR
  node [shape=box, color="red"]
  a [label="two
lines" color=blue]; "b c" [flag] // behind
  subgraph cluster { edge [style=bold]; a -> "b c" -> -1.5 [type=crd] }
  a -> "b c"
})",
                                   "graph.gv");
  CHECK(graph.attributes.at("comment") == "one two");
  CHECK(graph.attributes_where.line == 3);
  REQUIRE(graph.nodes.size() == 2);
  CHECK(graph.nodes[0].attributes ==
        DotAttributes{{"shape", "box"}, {"color", "blue"}, {"label", "two\nlines"}});
  CHECK(graph.nodes[0].where.line == 5);
  CHECK(graph.nodes[1].id == "b c");
  CHECK(graph.nodes[1].attributes.at("flag") == "true");
  REQUIRE(graph.edges.size() == 3);
  CHECK(graph.edges[1].from == "b c");
  CHECK(graph.edges[1].to == "-1.5");
  CHECK(graph.edges[1].attributes == DotAttributes{{"style", "bold"}, {"type", "crd"}});
  CHECK(graph.edges[2].attributes.empty());
}

TEST_CASE("DOT: a fault is told with its place", "[samgraph]") {
  CHECK(fault_of("") == "1:1 the file ends too early");
  CHECK(fault_of("graph { a -- b }") == "1:1 unexpected 'graph'");
  CHECK(fault_of("digraph {\n  a -- b }") == "2:5 an undirected edge is none of a SAM graph");
  CHECK(fault_of("digraph {\n  a:p -> b }") == "2:4 a node's port is none of a SAM graph");
  CHECK(fault_of("digraph { a -> {b c} }") == "1:16 unexpected '{'");
  CHECK(fault_of("digraph { {a} -> b }") ==
        "1:15 an edge from a whole sub-graph is none of a SAM "
        "graph");
  CHECK(fault_of("digraph {\n a [x=\"y] }") == "2:7 the string does not end");
  CHECK(fault_of("digraph { /* ") == "1:11 the comment does not end");
  CHECK(fault_of("digraph { a [x=1") == "1:17 the file ends too early");
  CHECK(fault_of("digraph { a ! }") == "1:13 '!' begins nothing in the DOT language");
  CHECK(fault_of("digraph { } }") == "1:13 unexpected '}'");
  CHECK(fault_of("digraph " + std::string(100'000, '{')) != "");
}

TEST_CASE("DOT: any text is parsed or refused", "[samgraph]") {
  CHECK(rc::check("random texts of DOT's pieces", [] {
    const auto pieces = *rc::gen::container<std::vector<std::string>>(rc::gen::element<std::string>(
        "a", "->", "[", "]", "{", "}", "=", ";", ",", "\"", "\"x\"", "digraph", "subgraph", "node",
        "//", "/*", "*/", "\n", " ", "+", "<", "1", "-", ":"));
    std::string text = "digraph {";
    for (const std::string& piece : pieces) {
      text += piece;
    }
    fault_of(text);
  }));
}

}  // namespace fiberloom
