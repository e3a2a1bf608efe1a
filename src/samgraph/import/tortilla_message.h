#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tortilla.pb.h"

namespace fiberloom {

enum class StreamSort : unsigned char { crd, ref, val, repsig };

/// One end of a stream in a tortilla graph.
struct TortillaStream {
  StreamSort sort = StreamSort::crd;
  uint64_t id = 0;  ///< 0: not connected
};

inline TortillaStream stream_of(StreamSort sort, const tortilla::Stream& stream) {
  return {sort, stream.id().id()};
}

/// What both versions of Joiner say.
struct TortillaJoiner {
  struct Side {
    TortillaStream crd;
    TortillaStream in;
    TortillaStream out;
  };
  bool unites = false;
  std::vector<Side> sides;
  std::string index;
  TortillaStream crd;
};

/// What both versions of Repeat say.
struct TortillaRepeat {
  TortillaStream in;
  TortillaStream out;
  TortillaStream repeat;  ///< signals, or references or values in their place
  std::string index;
  std::string tensor;
  bool root = false;
};

enum class TortillaVersion : unsigned char { v1, v2 };

/// Parses the message. Throws Error (bad_input): no such message, a field that it does not have.
tortilla::ComalGraph parse_tortilla(const std::string& bytes, const std::string& file);

/// The version as which all repeats and joiners can be read; version 1 where there are none.
/// Throws Error (bad_input) where it is neither.
TortillaVersion find_version(const tortilla::ProgramGraph& graph, const std::string& file);

/// Nothing where the bytes are no such message of this version.
std::optional<TortillaJoiner> read_joiner(const std::string& bytes, TortillaVersion version);
std::optional<TortillaRepeat> read_repeat(const std::string& bytes, TortillaVersion version);

}  // namespace fiberloom
