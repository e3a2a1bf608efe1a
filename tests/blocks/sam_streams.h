#pragma once

#include <string>
#include <utility>
#include <vector>

namespace fiberloom::testing {

// SAM's streams as words: "0", "S1", "N", "D". Its stops have no e, and its repeat signals no
// level.
using Words = std::vector<std::string>;

inline bool is_stop(const std::string& word) { return word.front() == 'S'; }
inline bool is_point(const std::string& word) { return !is_stop(word) && word != "D"; }
inline unsigned level_of(const std::string& stop) {
  return static_cast<unsigned>(std::stoul(stop.substr(1)));
}
std::string to_text(const Words& words);
/// The nesting depth of a stream that SAM made: its highest stop, or points.
std::string depth_of(const Words& words);

/// Inner coordinates as SAM has them, with e where the outer stream shows that a fiber never began.
Words with_unborn(const Words& outer, const Words& inner);
/// Repeat signals with the level that the operand's stream gives each stop.
Words with_levels(const Words& operand, const Words& signals);
/// Inner coordinates as a dropper leaves them: without the stops of fibers that are empty, where
/// SAM leaves those in. e is left out.
Words without_empty_fibers(const Words& inner);
/// Operand fibers for the coordinates of a writer: a running number for each fiber that ends.
Words parents_of(const Words& inner);

}  // namespace fiberloom::testing
