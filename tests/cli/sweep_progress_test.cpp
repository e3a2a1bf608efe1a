#include "cli/sweep_progress.h"

#include <catch2/catch.hpp>

namespace fiberloom {

TEST_CASE("the progress of a sweep says how long it will take", "[cli]") {
  CHECK(progress_text({.points = 60, .before = 0}, 0.2) == "0 of 60 points, 0 s");
  CHECK(progress_text({.points = 60, .before = 0, .done = 12, .failed = 2}, 6) ==
        "12 of 60 points, 2 failed, 6 s, about 24 s left");
  // What was done before the start took no time since.
  CHECK(progress_text({.points = 100, .before = 50, .done = 10}, 60) ==
        "60 of 100 points, 1 min, about 4 min left");
  CHECK(progress_text({.points = 1001, .before = 0, .done = 1}, 9) ==
        "1 of 1001 points, 9 s, about 2.5 h left");
}

}  // namespace fiberloom
