#include "cli/output.h"

#include <catch2/catch.hpp>

namespace fiberloom {

TEST_CASE("numbers get the prefix that leaves one to three digits before the point", "[cli]") {
  CHECK(with_prefix(5.3966e-05, "s") == "53.966 us");
  CHECK(with_prefix(1e9, "Hz") == "1 GHz");
  CHECK(with_prefix(800e6, "Hz") == "800 MHz");
  CHECK(with_prefix(1e-3, "s") == "1 ms");
  CHECK(with_prefix(999, "s") == "999 s");
  CHECK(with_prefix(0, "s") == "0 s");
  CHECK(with_prefix(-2500, "m") == "-2.5 km");
  CHECK(with_prefix(1e17, "Hz") == "1e+05 THz");
}

TEST_CASE("counts are grouped by thousands", "[cli]") {
  CHECK(grouped(0) == "0");
  CHECK(grouped(999) == "999");
  CHECK(grouped(1000) == "1,000");
  CHECK(grouped(12345678) == "12,345,678");
}

}  // namespace fiberloom
