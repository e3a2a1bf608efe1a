#include <filesystem>
#include <fstream>

#include <catch2/catch.hpp>

#include "support/program.h"

namespace fiberloom {
namespace {

const Arguments kData = {"-g", "B:uniform,density=0.2,seed=1",
                         "-g", "C:uniform,density=0.2,seed=2",
                         "-d", "i:20",
                         "-d", "j:15",
                         "-d", "k:25"};

}  // namespace

TEST_CASE("compile writes a graph that runs as the expression does", "[cli]") {
  const TemporaryFolder folder;
  const std::string file = folder.path("graph.yaml");
  const std::string expression = "X(i,j) = B(i,k) * C(k,j)";
  REQUIRE(run_fiberloom({"compile", expression, "-f", "C:ds", "-o", file}).exit_code == 0);
  const auto from_file = run_for_json(with({"run", file, "--check"}, kData));
  const auto at_once = run_for_json(with({"run", expression, "-f", "C:ds", "--check"}, kData));
  CHECK(from_file["check"]["status"] == "ok");
  CHECK(from_file["cycles"] == at_once["cycles"]);
  CHECK(from_file["blocks"] == at_once["blocks"]);
}

TEST_CASE("compile shows the loop nest", "[cli]") {
  const auto shown = run_fiberloom(
      {"compile", "x(i) = A(i,j)*b(j)", "-f", "A:ds", "-f", "b:d", "--emit", "loopnest"});
  CHECK(shown.exit_code == 0);
  CHECK(shown.output ==
        "x(i) = sum_{j}(A(i,j)*b(j))\n"
        "order i, j\n"
        "forall i in A\n"
        "  forall j in A, b located\n"
        "    x(i) += A(i,j)*b(j)\n");
}

TEST_CASE("compile draws its graph for Graphviz", "[cli]") {
  const auto drawn = run_fiberloom({"compile", "x(i) = b(i)*c(i)", "--emit", "dot"});
  CHECK(drawn.exit_code == 0);
  CHECK(drawn.output.starts_with("digraph"));
}

TEST_CASE("run takes an expression with formats and a schedule", "[cli]") {
  const std::string expression = "X(i,j) = B(i,k) * C(k,j)";
  const auto inner = run_for_json(
      with({"run", expression, "-s", "reorder(j,k)", "-f", "C:ss:1,0", "--check"}, kData));
  CHECK(inner["check"]["status"] == "ok");
  CHECK(inner["blocks"].contains("sum_k"));
  CHECK(inner["blocks"]["sum_k"]["type"] == "reducer");
  const auto rows = run_for_json(with({"run", expression, "--check"}, kData));
  CHECK(rows["blocks"]["sum_k"]["type"] == "accumulator");
}

TEST_CASE("an operand that the loops cannot walk is packed anew, and said so", "[cli]") {
  const Arguments sum = {"run", "X(i,j) = A(i,j) + A(j,i)", "-g", "A:uniform,density=0.3", "-d",
                         "i:9"};
  const auto report = run_for_json(with(sum, {"--check"}));
  CHECK(report["check"]["status"] == "ok");
  CHECK(report["inputs"]["A_by_i_j"]["of"] == "A");
  CHECK(report["inputs"]["A_by_i_j"]["order"] == nlohmann::json({1, 0}));
  CHECK(report["inputs"]["A_by_i_j"]["pack_seconds"] >= 0);
  const auto strict = run_fiberloom(with(sum, {"--strict"}));
  CHECK(strict.exit_code == 2);
  CHECK(strict.errors.find("expression:1:19: error: A(j,i) must be packed anew") !=
        std::string::npos);
  CHECK(strict.errors.find("-f A:ss:1,0") != std::string::npos);
}

TEST_CASE("statements run one after the other and use earlier results", "[cli]") {
  const auto report =
      run_for_json(with({"run", "T(i,j) = B(i,k)*C(k,j); x(i) = T(i,j)*T(i,j)", "--check"}, kData));
  CHECK(report["status"] == "ok");
  REQUIRE(report["stages"].size() == 2);
  CHECK(report["stages"][1]["check"]["status"] == "ok");
  CHECK(report["cycles"] ==
        report["stages"][0]["cycles"].get<int>() + report["stages"][1]["cycles"].get<int>());
}

TEST_CASE("a result that is accumulated into starts with its data, or empty", "[cli]") {
  const Arguments sum = {"run", "x(i) += b(i)", "-g", "b:ones", "-d", "i:4", "--check"};
  CHECK(run_for_json(sum)["check"]["status"] == "ok");
  CHECK(run_for_json(with(sum, {"-g", "x:ones"}))["check"]["status"] == "ok");
}

TEST_CASE("what cannot be compiled is refused by name", "[cli]") {
  const std::string expression = "x(i) = A(i,j)*b(j)";
  check_refused({"compile", "x(i) = A(i,j"}, "expression:1:13: error: expected ')'");
  check_refused({"compile", expression, "-s", "mergeby(i,Gallop)"}, "mergeby: how sets are merged");
  check_refused({"compile", expression, "-s", "parallelize(i,GPUBlock,NoRaces)"},
                "GPUBlock is a unit");
  check_refused({"compile", expression, "--strict", "-s", "unroll(j,4)"},
                "has no meaning in a graph");
  check_refused({"compile", expression, "-s", "reordr(i,j)"}, "no schedule command 'reordr'");
  check_refused({"compile", expression, "-s", "reordr(i,j)"}, "reorder");
  check_refused({"compile", expression, "-s", "reorder(i,l)"}, "there is no loop 'l'");
  check_refused({"compile", expression, "-s", "reorder(i,i)"}, "'i' is named twice");
  check_refused({"compile", expression, "-f", "A:d"}, "-f A:d has 1 level, A has 2 indices");
  check_refused({"run", expression, "-g", "A:ones", "-g", "b:ones", "-d", "i:3"},
                "the sizes of A are not known");
  check_refused({"compile", expression, "-f", "A:qs"}, "singleton");
  check_refused({"compile", "x(i) = max_{j}(A(i,j))", "-s", "reorder(j,i)"},
                "the max over j cannot run outside the loop of i");
  check_refused({"run", "graphs/mat_elemadd.yaml", "-s", "reorder(i,j)"}, "go with an expression");
  check_refused({"run", expression, "--expression", expression},
                "--expression goes with a graph file");
  check_refused({"run", expression, "--set", "graph.lanes=2"}, "an expression has no parameters");
}

TEST_CASE("an expression may be longer than a file's name", "[cli]") {
  std::string sum = "x(i) = b(i)";
  for (int k = 0; k < 500; ++k) {
    sum += " + b(i)";
  }
  const auto report = run_for_json({"run", sum, "-g", "b:ones", "-d", "i:5", "--check"});
  CHECK(report["check"]["status"] == "ok");
}

TEST_CASE("what a graph does without is listed", "[cli]") {
  const Arguments run = {
      "run",    "x(i) = A(i,j)*b(j)", "-g", "A:ones", "-g", "b:ones", "-d", "i:5", "-d", "j:6",
      "--check"};
  const auto report = run_for_json(with(run, {"-s", "split(i,i0,i1,2),unroll(i1,2)"}));
  CHECK(report["not_in_graph"] == nlohmann::json{"unroll(i1,2)"});
  CHECK(report["check"]["status"] == "ok");
  CHECK(report["results"]["x"]["shape"] == nlohmann::json{5});
  CHECK(run_for_json(run)["not_in_graph"].empty());
  const auto text = run_fiberloom(with(run, {"-s", "unroll(i,2)"}));
  CHECK(text.output.find("schedule unroll(i,2) has no meaning in a graph") != std::string::npos);
  CHECK(run_fiberloom(with(run, {"-s", "bound(i,ib,4,MaxExact)"})).exit_code == 2);
}

TEST_CASE("an expression is compiled to C as the kernel command prints it", "[cli]") {
  const Arguments product = {"x(i) = A(i,j)*b(j)", "-f", "A:ds", "-f", "b:d", "-f", "x:d"};
  const auto compiled = run_fiberloom(with(with({"compile"}, product), {"--emit", "c"}));
  const auto printed = run_fiberloom(with(with({"kernel"}, product), {"--emit", "c"}));
  CHECK(compiled.exit_code == 0);
  CHECK(compiled.output == printed.output);
  CHECK(compiled.output.find("int compute(const fiberloom_operand *operands") != std::string::npos);
}

TEST_CASE("schedules lists the commands", "[cli]") {
  CHECK(run_fiberloom({"schedules"}).output.find("reorder(i,j,..)") != std::string::npos);
  CHECK(run_fiberloom({"schedules", "reordr"}).exit_code == 2);
}

}  // namespace fiberloom
