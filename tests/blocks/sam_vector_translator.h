#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "blocks/sam_streams.h"
#include "blocks/sam_vectors.h"

namespace fiberloom::testing {

using nlohmann::json;

/// The value of a port of SAM's, under its own name or that of one of its arguments.
const json& find(const json& ports, const std::string& name);
/// One side of a pair that a port takes, e.g. set_in1.in_crd1 or [ref, crd] tuples of set_in1.
json side(const json& ports, const std::string& name, const std::string& argument, size_t place);
Words words(const json& tokens);
std::vector<Cycle> cycles(const json& numbers);

/// A vector in the making.
class Translator {
 public:
  Translator(const json& vector, std::string block) : vector_(vector) {
    made.test.block = std::move(block);
    made.test.config.merge(YamlNode::load(FIBERLOOM_SOURCE "/configs/sam.yaml"));
    made.test.without_unborn = true;
  }

  const json& in(const std::string& name) const { return find(vector_.at("in"), name); }
  const json& out(const std::string& name) const { return find(vector_.at("out"), name); }

  /// A port that takes what a port of SAM's takes, in the same cycles.
  void take(const std::string& port, const Words& tokens, const std::string& sam,
            const std::string& kind = "", const std::string& depth = "") {
    StreamSpec& stream = made.test.in[port];
    stream.tokens = to_text(tokens);
    stream.kind = kind;
    stream.depth = depth.empty() ? depth_of(tokens) : depth;
    if (!sam.empty()) {
      stream.at = cycles(find(vector_.at("in_cycle"), sam));
    }
  }
  /// What must come out, with SAM's cycles for the record.
  void put(const std::string& port, const Words& tokens, const std::string& sam) {
    made.test.out[port].tokens = to_text(tokens);
    if (!sam.empty()) {
      made.cycles[port] = cycles(find(vector_.at("out_cycle"), sam));
    }
  }

  bool throws() const { return vector_.contains("exception"); }
  bool has(const std::string& parameter) const { return vector_.at("params").contains(parameter); }
  template <class T>
  T parameter(const std::string& name, T fallback) const {
    const json& all = vector_.at("params");
    return all.contains(name) ? all.at(name).get<T>() : fallback;
  }
  const json& vector() const { return vector_; }

  SamVector made;

 private:
  const json& vector_;
};

}  // namespace fiberloom::testing
