#include "explore/command_line.h"

#include <catch2/catch.hpp>

#include "base/subprocess.h"
#include "explore/identity.h"
#include "explore/sweep_text.h"

namespace fiberloom {
namespace {

using Words = std::vector<std::string>;

Words first_command(const std::string& text, Measure measure) {
  const SweepSpec spec = sweep_of(text);
  return command_line(spec, settings_of(spec, make_points(spec)[0]), measure);
}

std::string identity(const std::string& text) {
  return identity_of(sweep_of(text), YamlNode::parse(text, "s.yaml"));
}

}  // namespace

TEST_CASE("a point becomes the command that one would type", "[explore]") {
  const std::string text = R"yaml(
expression: X(i,j)=B(i,k)*C(k,j)
configs: [../finite.yaml]
set: {fifo.send_latency: 2}
inputs: {B: ../../datasets/b.mtx}
generate: {C: "shifted,of=B", D: "uniform,density=0.5,seed=1"}
types: {B: float}
sizes: {i: 7}
schedule: ["reorder(i,k,j)", "reorder(k,i,j)"]
check: true
measure: [simulation, kernel]
repeat: 5
threads: 2
axes: {fifo.depth: [4], format.B: [ds], generate.D.density: [0.25], generate.D.nnz: [3], seed: [9]}
)yaml";
  CHECK(first_command(text, Measure::simulation) ==
        Words{"run",    "X(i,j)=B(i,k)*C(k,j)",
              "-c",     "configs/finite.yaml",
              "-s",     "reorder(i,k,j),reorder(k,i,j)",
              "-i",     "B:datasets/b.mtx",
              "-g",     "D:uniform,density=0.25,seed=1,nnz=3",
              "-t",     "B:float",
              "-d",     "i:7",
              "--set",  "fifo.send_latency=2",
              "--set",  "fifo.depth=4",
              "-f",     "B:ds",
              "--seed", "9",
              "-g",     "C:shifted,of=B",
              "--check"});
  CHECK(first_command(text, Measure::kernel) ==
        Words{"kernel",    "X(i,j)=B(i,k)*C(k,j)",
              "--threads", "2",
              "-s",        "reorder(i,k,j),reorder(k,i,j)",
              "-i",        "B:datasets/b.mtx",
              "-g",        "D:uniform,density=0.25,seed=1,nnz=3",
              "-t",        "B:float",
              "-d",        "i:7",
              "-f",        "B:ds",
              "--seed",    "9",
              "-g",        "C:shifted,of=B",
              "--repeat",  "5",
              "--check"});
}

TEST_CASE("graph parameters go by --set, an empty schedule is none", "[explore]") {
  CHECK(first_command("graph: ../g.yaml\naxes: {graph.lanes: [4], config: [a.yaml]}\n",
                      Measure::simulation) ==
        Words{"run", "configs/g.yaml", "--set", "graph.lanes=4", "-c", "configs/sweeps/a.yaml"});
  CHECK(first_command("expression: x(i)=b(i)\naxes: {schedule: [\"\", \"reorder(i)\"]}\n",
                      Measure::simulation) == Words{"run", "x(i)=b(i)"});
}

TEST_CASE("a parameter of a recipe that is not there is an error", "[explore]") {
  const SweepSpec spec = sweep_of("graph: g.yaml\naxes: {generate.B.density: [0.1]}\n");
  CHECK_THROWS_WITH(settings_of(spec, make_points(spec)[0]),
                    Catch::Contains("'generate.B.density' needs a recipe for B"));
}

TEST_CASE("a shell reads a command's text back as its words", "[explore]") {
  const Words words = {"printf", "%s|", "a b", "it's", "$HOME`x`", "", "\"q\"", "plain-1.5,x"};
  const SubprocessResult ran = run_program({"sh", "-c", shell_text(words)});
  CHECK(ran.output == "a b|it's|$HOME`x`||\"q\"|plain-1.5,x|");
}

TEST_CASE("what differs between two sweeps is named", "[explore]") {
  const std::string text = "graph: g.yaml\ncheck: true\naxes: {seed: [1, 2], size.i: [5]}\n";
  CHECK(differences(identity(text), identity(text + "# a comment\n")).empty());
  CHECK(
      differences(identity(text),
                  identity("graph: g.yaml\naxes: {seed: [1, 3], size.i: [5]}\nmax_cycles: 7\n")) ==
      Words{"axes.seed[1]: was \"2\", is \"3\"", "check: was \"true\", is gone",
            "max_cycles: new, \"7\""});
  CHECK_FALSE(
      differences(identity(text),
                  identity("graph: g.yaml\ncheck: true\naxes: {size.i: [5], seed: [1, 2]}\n"))
          .empty());
}

}  // namespace fiberloom
