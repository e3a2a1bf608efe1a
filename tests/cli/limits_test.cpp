// Numbers beyond all reason: each is refused with a reason, or simply works, in little memory.

#include <catch2/catch.hpp>

#include "support/program.h"

namespace fiberloom {
namespace {

void check_too_large(const Arguments& arguments, const std::string& message) {
  check_exit(arguments, 4, message);
}

const Arguments kFew = {"run", "graphs/vec_elemadd.yaml", "-g", "b:nnz,nnz=5", "-g", "c:nnz,nnz=5"};
const Arguments kSmall = with(kFew, {"-d", "i:8"});
const std::string kHuge[] = {"1000000000000", "4611686018427387904", "18446744073709551615"};
const std::string kTera = "1099511627776";

}  // namespace

TEST_CASE("times and depths of a machine beyond all reason are refused", "[cli]") {
  for (const std::string& number : kHuge) {
    check_refused(with(kSmall, {"--set", "fifo.depth=" + number}),
                  "depth must be from 1 to 1048576, or unbounded");
    for (const std::string path : {"fifo.send_latency", "fifo.return_latency", "root_latency",
                                   "blocks.scanner.latency", "blocks.scanner.initiation_interval",
                                   "blocks.scanner.fiber_startup", "blocks.accumulator.buffers"}) {
      check_refused(with(kSmall, {"--set", path + "=" + number}), "must be at most 1000000000");
    }
    check_refused(with(kSmall, {"--host-cap", number}), "--host-cap");
  }
  check_refused(with(kSmall, {"--set", "fifo.depth=1e12"}), "not '1e12'");
  check_refused(with(kSmall, {"--set", "fifo.depth=18446744073709551616"}), "whole number");
  check_refused(with(kSmall, {"--set", "clock_hz=inf"}), "clock_hz must be from");
  check_refused(with(kSmall, {"--set", "clock_hz=1e-320"}), "clock_hz must be from");
  check_refused(with(kSmall, {"--seed", "-1"}), "--seed");
}

TEST_CASE("the largest times and depths that a machine may have work in both engines", "[cli]") {
  const Arguments slow = with(kSmall, {"--set", "blocks.scanner.initiation_interval=1000000000",
                                       "--set", "fifo.send_latency=1000000000", "--check"});
  // Three scanner firings, the root's token and each hop at least.
  const auto report = run_for_json(slow);
  CHECK(report["check"]["status"] == "ok");
  CHECK(report["cycles"] > 8'000'000'000);
  const Arguments deep = with(kSmall, {"--set", "fifo.depth=1048576", "--check"});
  CHECK(run_for_json(deep)["cycles"] == run_for_json(kSmall)["cycles"]);
  CHECK(run_for_json(with(deep, {"--engine", "clocked"}))["cycles"] ==
        run_for_json(kSmall)["cycles"]);
  CHECK(run_for_json(with(kSmall, {"--max-cycles", kHuge[2]}))["status"] == "ok");
}

TEST_CASE("huge sizes cost nothing where little is stored", "[cli]") {
  for (const std::string& size : kHuge) {
    check_exit(with(kFew, {"-d", "i:" + size, "--check"}), 0, "");
    check_exit({"run", "graphs/matmul_ikj.yaml", "-g", "B:nnz,nnz=5", "-g", "C:nnz,nnz=5", "-d",
                "i:" + size, "-d", "j:" + size, "-d", "k:" + size, "--check"},
               0, "");
  }
  check_refused(with(kFew, {"-d", "i:99999999999999999999"}), "is no size");
  check_refused(with(kFew, {"-d", "i:1e9"}), "is no size");
}

TEST_CASE("huge sizes in dense storage are a limit, exit code 4", "[cli]") {
  for (const std::string& size : {kTera, kHuge[1]}) {
    check_too_large(with(kFew, {"-d", "i:" + size, "-f", "b:d"}), "does not fit into memory");
    check_too_large(with(kFew, {"-d", "i:" + size, "-f", "b:b"}), "does not fit into memory");
    check_too_large(with(kFew, {"-d", "i:" + size, "-f", "x:d"}), "store it compressed");
  }
}

TEST_CASE("recipes of more entries than memory holds are a limit, exit code 4", "[cli]") {
  const TemporaryFolder folder;
  const std::string to = folder.path("x.tns");
  for (const std::string recipe :
       {"ones", "constant,value=2", "identity", "uniform,density=1", "nnz,nnz=1000000000000",
        "runs", "runs,length=4611686018427387904", "blocks", "blocks,size=4611686018427387904",
        "banded,lower=4611686018427387904,upper=4611686018427387904", "grid5",
        "rmat,nnz=4611686018427387904"}) {
    check_too_large({"data", "make", recipe, "-d", kTera + "," + kTera, "-o", to}, "memory holds");
    CHECK_FALSE(std::filesystem::exists(to));
  }
  check_refused({"data", "make", "nnz,nnz=18446744073709551616", "-d", "8", "-o", to}, "no count");
  check_refused({"data", "make", "nnz,nnz=65", "-d", "8,8", "-o", to}, "only 64 cells");
}

}  // namespace fiberloom
