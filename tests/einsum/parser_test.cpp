#include "einsum/parser.h"

#include <catch2/catch.hpp>
namespace fiberloom {
TEST_CASE("x", "[einsum]") { CHECK(to_string(parse_program("a(i)=b(i)")) == "a(i) = b(i)"); }
}  // namespace fiberloom
