// A sweep's file that is wrong: what is said, and where.

#include <catch2/catch.hpp>

#include "explore/sweep_text.h"

namespace fiberloom {
namespace {

struct Fault {
  std::string text;
  int line;
  int column;
  std::string message;  ///< a part of it
  std::string hint{};
};

const std::string kHead = "graph: g.yaml\n";                 // what follows is line 2
const std::string kAxes = kHead + "axes: {seed: [1, 2]}\n";  // line 3
const std::string kExpression = "expression: x(i)=b(i)\naxes: {seed: [1, 2]}\n";  // line 3

}  // namespace

TEST_CASE("every fault of a sweep's file has its place", "[explore]") {
  const std::vector<Fault> faults = {
      {kAxes + "inputz: {B: f}\n", 3, 1, "no key 'inputz'", "inputs"},
      {kAxes + "seed: 1\n", 3, 7, "it is an axis too"},
      {kAxes + "axes: {size.i: [1]}\n", 3, 1, "stands twice"},
      {"axes: {seed: [1]}\n", 1, 1, "needs the key 'graph' or 'expression'"},
      {kAxes + "expression: x(i)=b(i)\n", 1, 1, "not both"},
      {kHead + "measure: [kernel]\naxes: {seed: [1]}\n", 1, 1, "a kernel is made of an expression"},
      {kAxes + "schedule: reorder(i)\n", 3, 11, "a graph has its loops"},
      {kExpression + "set: {graph.lanes: 2}\n", 3, 7, "an expression has no parameters"},
      {kAxes + "set: {size.i: 2}\n", 3, 7, "'set' is for keys of a config"},
      {kAxes + "threads: 2\n", 3, 10, "'threads' has no effect"},
      {kExpression + "measure: [kernel]\nset: {fifo.depth: 2}\n", 4, 7,
       "'fifo.depth' has no effect"},
      {kAxes + "repeat: 3\n", 3, 9, "'repeat' has no effect"},
      {kExpression + "measure: [kernel]\nrepeat: 0\n", 4, 9, "repeat must be from 1"},
      {kAxes + "measure: [simulaton]\n", 3, 11, "no measure 'simulaton'", "simulation"},
      {kAxes + "measure: [simulation, simulation]\n", 3, 23, "stands twice"},
      {kAxes + "check: maybe\n", 3, 8, "must be true or false"},
      {kHead + "axes: {seed: [1, 2, 1]}\n", 2, 21, "'1' stands twice"},
      {kHead + "axes: {seed: []}\n", 2, 14, "from 1 to"},
      {kHead + "axes: {seed: 5}\n", 2, 14, "must be a list"},
      {kHead + "axes: {input.: [a]}\n", 2, 8, "needs a name behind the dot"},
      {kHead + "axes: {seed: {from: 1, to: 5}}\n", 2, 8, "which a grid cannot walk", "random"},
      {kHead + "axes: {seed: {from: 1, too: 5}}\n", 2, 14, "needs the key 'to'"},
      {kHead + "axes: {seed: {from: 5, to: 5}}\nlatin: {points: 2}\n", 2, 28, "above 'from'"},
      {kHead + "axes: {seed: {from: 0, to: 5, scale: log}}\nlatin: {points: 2}\n", 2, 21,
       "starts above 0"},
      {kHead + "axes: {seed: {from: 1, to: 5, scale: lg}}\nlatin: {points: 2}\n", 2, 38,
       "scale cannot be 'lg'", "log"},
      {kHead + "axes: {seed: {from: 1.5, to: 5, integer: true}}\nlatin: {points: 2}\n", 2, 21,
       "whole numbers"},
      {kAxes + "random: {points: 2}\nlatin: {points: 2}\n", 4, 8, "not by both"},
      {kAxes + "random: {points: 0}\n", 3, 18, "points must be from 1"},
      {kAxes + "random: {point: 2}\n", 3, 9, "needs the key 'points'"},
      {kAxes + "zip: [[seed, size.i]]\n", 3, 14, "there is no axis 'size.i'"},
      {kAxes + "zip: [[seed]]\n", 3, 7, "at least two axes"},
      {kAxes + "zip: [[seed, seed]]\n", 3, 14, "zipped twice"},
      {kHead + "axes: {seed: [1, 2], size.i: [1]}\nzip: [[seed, size.i]]\n", 3, 14,
       "'size.i' has 1 values, 'seed' has 2", "equally many"},
      {kAxes + "list: [{seed: 1}]\n", 3, 9, "the axis 'seed' is given twice"},
      {kHead + "list: [{seed: 1}, {size.i: 1}]\n", 2, 20, "the first point of 'list' has no"},
      {kHead + "list: [{seed: 1, size.i: 2}, {seed: 1}]\n", 2, 30, "names the same axes"},
      {kHead + "list: [{seed: 1}, {seed: 1}]\n", 2, 26, "stands twice"},
      {kHead + "list: []\n", 2, 7, "has no points"},
      {kAxes + "where: seed > 1 and sed == 2\n", 3, 21, "there is no column 'sed'", "seed"},
      {kAxes + "where: [\"seed >\"]\n", 3, 16, "expected a column"},
      {kHead + "axes: {generate.B.density: [0.1], seed: [1]}\nwhere: seed > 'x'\n", 3, 13,
       "'>' has no meaning"},
  };
  for (const Fault& fault : faults) {
    INFO(fault.text);
    const Error error = sweep_error(fault.text);
    INFO(error.render());
    CHECK(error.code() == ExitCode::bad_input);
    CHECK(error.where().file == "configs/sweeps/test.yaml");
    CHECK(error.where().line == fault.line);
    CHECK(error.where().column == fault.column);
    CHECK(error.message().find(fault.message) != std::string::npos);
    CHECK(error.hint().find(fault.hint) != std::string::npos);
  }
}

}  // namespace fiberloom
