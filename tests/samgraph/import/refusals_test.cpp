#include <catch2/catch.hpp>

#include "base/text_file.h"
#include "samgraph/import/import_support.h"
#include "support/program.h"

// What a reader of SAM's graphs refuses, each a small change of a graph that is right.

namespace fiberloom::testing {
namespace {

using Catch::Matchers::Contains;

/// The refusal of a graph of dialects/ in which `from` is replaced by `to`, once.
std::string refusal_with(const std::string& graph, const std::string& from, const std::string& to) {
  const TemporaryFolder folder;
  std::string text = read_text_file(source_path("tests/samgraph/import/dialects/" + graph + ".gv"));
  const size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  text.replace(at, from.size(), to);
  return refusal_of(folder.write("graph.gv", text));
}

}  // namespace

TEST_CASE("a faulty graph of SAM is refused with the line and the reason", "[samgraph]") {
  CHECK_THAT(refusal_with("streams", "type=\"arrayvals\"", "type=\"arrayval\""),
             Contains("graph.gv:6: ") && Contains("no block type 'arrayval'") &&
                 Contains("did you mean 'arrayvals'?"));
  CHECK_THAT(refusal_with("streams", "1 -> 2", "1 -> 77"), Contains(":11: there is no block 77"));
  CHECK_THAT(refusal_with("streams", "    1 -> 2 [type=\"ref\" comment=\"\"]", ""),
             Contains("fiberlookup 2 is not at the root, but gets no references"));
  CHECK_THAT(refusal_with("streams", "1 -> 2", "2 -> 2"), Contains("cycle"));
  CHECK_THAT(refusal_with("streams", "comment=\"out-s\"", "comment=\"out-q\""),
             Contains("spaccumulator 4 has no coordinates of q"));
  CHECK_THAT(refusal_with("streams", "2 -> 4 [type=\"crd\" comment=\"s\"]",
                          "1 -> 4 [type=\"crd\" comment=\"s\"]"),
             Contains("takes these for coordinates of s, they are of r"));
  CHECK_THAT(refusal_with("streams", "A=ss01", "A=ss10"),
             Contains("A is declared as ss:1,0, but the graph has it as ss"));
  CHECK_THAT(refusal_with("streams", "A=ss01", "A=s01"), Contains("is no format of a tensor"));
  CHECK_THAT(refusal_with("streams", "A=ss01", "../A=s0"),
             Contains("'../A' is no name for a tensor"));
  CHECK_THAT(refusal_with("streams", "mode=\"1\"", "mode=\"one\""),
             Contains("mode is 'one', expected a number"));
  CHECK_THAT(refusal_with("streams", "format=\"compressed\"", "format=\"bitvector\""),
             Contains("there is no level format 'bitvector'"));
  CHECK_THAT(refusal_with("streams", "4 -> 6 [type=\"val\"]", "4 -> 6 [type=\"crd\"]"),
             Contains("spaccumulator 4") || Contains("fiberwrite 6"));
  CHECK_THAT(refusal_with("droppers", "    10 -> 11 [label=\"val\" type=\"val\"]", ""),
             Contains("mul 11 has 1 operand"));
  CHECK_THAT(refusal_with("droppers", "1 -> 2 ", "1 -> 3 "), Contains("broadcast 2 has no input"));
  CHECK_THAT(refusal_with("droppers", "comment=\"in-s\"", "comment=\"in-t\""),
             Contains("crddrop 8 takes no stream crd_in-t"));
  CHECK_THAT(refusal_with("droppers", "7 -> 8 ", "6 -> 8 "),
             Contains(":11: crddrop 8 drops coordinates of r by other coordinates than"));
  CHECK_THAT(
      refusal_with("droppers", "7 -> 10 [label=\"ref_out-v\" type=\"ref\" comment=\"out-v\"]",
                   "6 -> 10 [type=\"ref\"]"),
      Contains("the operands of mul 11 are not of the same loops and coordinates"));
  CHECK_THAT(refusal_with("subtraction", "3 -> 7 [type=\"crd\" comment=\"\"]",
                          "1 -> 7 [type=\"crd\" comment=\"\"]"),
             Contains("write y with other coordinates of the same loops"));
  CHECK_THAT(refusal_with("points", "6 -> 7 [type=\"val\"]", "6 -> 10 [type=\"val\"]"),
             Contains("both feed 'val' of fiberwrite 10"));
  CHECK_THAT(refusal_with("repeated", "t -> sr [label=\"ref_out-A\"]",
                          "t -> sr [label=\"ref_out-A\"] t -> as [label=\"ref_out-A\"]"),
             Contains("which is whose cannot be told"));
}

TEST_CASE("the program ends with code 2 on graphs that it cannot read", "[samgraph]") {
  const TemporaryFolder folder;
  const std::string text =
      read_text_file(source_path("tests/samgraph/import/dialects/droppers.gv"));
  for (const std::string& content :
       {text.substr(0, 500), std::string(), std::string("\x01\x02\x03"), std::string("digraph {}"),
        text + text}) {
    const SubprocessResult run = run_fiberloom({"check", folder.write("graph.gv", content)});
    CHECK(run.exit_code == 2);
    CHECK_THAT(run.errors, Contains("graph.gv") && Contains("error: "));
  }
  CHECK(run_fiberloom({"graph", folder.path("absent.gv")}).exit_code == 2);
}

}  // namespace fiberloom::testing
