// Which points a sweep's file means.

#include <cmath>
#include <set>

#include <catch2/catch.hpp>

#include "explore/sweep_text.h"

namespace fiberloom {
namespace {

using Points = std::vector<std::vector<std::string>>;

const std::string kGraph = "graph: g.yaml\n";

/// The stratum, of `count` equal ones of a fraction, that a value of a range lies in.
size_t stratum(double value, double from, double to, bool logarithmic, size_t count) {
  const double fraction =
      logarithmic ? std::log(value / from) / std::log(to / from) : (value - from) / (to - from);
  return static_cast<size_t>(fraction * static_cast<double>(count));
}

}  // namespace

TEST_CASE("a grid is every combination, the last axis moving fastest", "[explore]") {
  CHECK(points_of(kGraph + "axes: {fifo.depth: [2, unbounded], seed: [1, 2, 3]}\n") ==
        Points{{"2", "1"},
               {"2", "2"},
               {"2", "3"},
               {"unbounded", "1"},
               {"unbounded", "2"},
               {"unbounded", "3"}});
}

TEST_CASE("zipped axes move together", "[explore]") {
  CHECK(points_of(kGraph + "axes: {format.B: [ss, ds], seed: [1, 2], format.C: [sd, dd]}\n"
                           "zip: [[format.B, format.C]]\n") ==
        Points{{"ss", "1", "sd"}, {"ss", "2", "sd"}, {"ds", "1", "dd"}, {"ds", "2", "dd"}});
}

TEST_CASE("listed points are combined with the axes", "[explore]") {
  CHECK(points_of(kGraph + "list: [{seed: 1, size.i: 10}, {size.i: 20, seed: 2}]\n") ==
        Points{{"1", "10"}, {"2", "20"}});
  CHECK(points_of(kGraph + "axes: {fifo.depth: [4, 8]}\nlist: [{seed: 1}, {seed: 5}]\n") ==
        Points{{"4", "1"}, {"4", "5"}, {"8", "1"}, {"8", "5"}});
}

TEST_CASE("conditions leave points out", "[explore]") {
  const std::string axes = kGraph + "axes: {fifo.depth: [1, 4, unbounded], seed: [1, 2]}\n";
  CHECK(points_of(axes + "where: fifo.depth > 1 and (seed == 1 or fifo.depth < 100)\n") ==
        Points{{"4", "1"}, {"4", "2"}, {"unbounded", "1"}});
  CHECK(points_of(axes + "where: [\"fifo.depth <= 4\", 'seed * 2 == 4']\n") ==
        Points{{"1", "2"}, {"4", "2"}});
}

TEST_CASE("random points differ, lie in their ranges and follow the seed", "[explore]") {
  const auto text = [](int seed) {
    return kGraph +
           "axes:\n  fifo.depth: {from: 2, to: 64, scale: log, integer: true}\n"
           "  generate.B.density: {from: 0.01, to: 0.5}\n  seed: [1, 2, 3]\n"
           "generate: {B: uniform}\nwhere: fifo.depth != 7\n"
           "random: {points: 200, seed: " +
           std::to_string(seed) + "}\n";
  };
  const Points points = points_of(text(3));
  CHECK(points.size() == 200);
  CHECK(std::set(points.begin(), points.end()).size() == 200);
  std::set<std::string> depths;
  for (const auto& point : points) {
    depths.insert(point[0]);
    CHECK(std::stod(point[0]) >= 2);
    CHECK(std::stod(point[0]) <= 64);
    CHECK(point[0].find('.') == std::string::npos);
    CHECK(point[0] != "7");
    CHECK(std::stod(point[1]) >= 0.01);
    CHECK(std::stod(point[1]) <= 0.5);
  }
  CHECK(depths.contains("2"));
  CHECK(depths.size() > 20);
  CHECK(points_of(text(3)) == points);
  CHECK(points_of(text(4)) != points);
}

TEST_CASE("a latin hypercube meets every stratum of every axis once", "[explore]") {
  for (const size_t count : {1, 2, 7, 64}) {
    const Points points =
        points_of(kGraph +
                  "axes:\n  clock_hz: {from: 1e6, to: 1e9, scale: log}\n"
                  "  generate.B.density: {from: 0.25, to: 0.75}\n  seed: [1, 2, 3, 4, 5, 6, 7]\n"
                  "generate: {B: uniform}\nlatin: {points: " +
                  std::to_string(count) + ", seed: 11}\n");
    REQUIRE(points.size() == count);
    std::set<size_t> clocks;
    std::set<size_t> densities;
    std::map<std::string, size_t> seeds;
    for (const auto& point : points) {
      clocks.insert(stratum(std::stod(point[0]), 1e6, 1e9, true, count));
      densities.insert(stratum(std::stod(point[1]), 0.25, 0.75, false, count));
      ++seeds[point[2]];
    }
    CHECK(clocks.size() == count);
    CHECK(densities.size() == count);
    CHECK(*clocks.rbegin() == count - 1);
    for (const auto& [seed, times] : seeds) {
      CHECK(times <= count / 7 + 1);
      CHECK(times >= count / 7);
    }
  }
}

TEST_CASE("whole numbers of a range have equal shares", "[explore]") {
  const ValueRange range{.from = 3, .to = 6, .integer = true};
  std::map<std::string, int> shares;
  for (int k = 0; k < 1000; ++k) {
    ++shares[range.at(k / 1000.0)];
  }
  CHECK(shares == std::map<std::string, int>{{"3", 250}, {"4", 250}, {"5", 250}, {"6", 250}});
}

TEST_CASE("what cannot be drawn is said", "[explore]") {
  CHECK(sweep_error(kGraph + "axes: {seed: [1, 2]}\nrandom: {points: 3}\n").message() ==
        "after 2 different points no more were found, of 3 asked for");
  const Error none = sweep_error(kGraph + "axes: {seed: [1, 2]}\nwhere: seed > 2\n");
  CHECK(none.message() == "no point meets the conditions of 'where'");
  CHECK(none.where().line == 3);
  std::string values = "1";
  for (int k = 2; k <= 1000; ++k) {
    values += ", " + std::to_string(k);
  }
  CHECK(sweep_error(kGraph + "axes: {seed: [" + values + "], size.i: [" + values + "], size.j: [" +
                    values + "]}\n")
            .message() == "the grid has more than 10000000 points");
}

}  // namespace fiberloom
