// The vectors of SAM's accumulators, which take points where ours takes streams.

#include "blocks/sam_vector_accumulators.h"

#include <algorithm>

#include "blocks/sam_vector_translator.h"

namespace fiberloom::testing {
namespace {

struct Points {
  Words outer;
  Words inner;
  Words val;
};

Points points_of(const json& ports, const std::vector<std::string>& names) {
  return {words(find(ports, names[0])), words(find(ports, names[1])), words(find(ports, names[2]))};
}
Points points_in(const json& vector) {
  const bool test = !vector.at("in").contains("set_crd_outer") &&
                    !vector.at("in").contains("set_crd_outer.crdpt");
  return test ? points_of(vector.at("in"), {"set_outer_crdpt", "set_inner_crdpt", "set_val"})
              : points_of(vector.at("in"), {"set_crd_outer", "set_crd_inner", "set_val"});
}

/// Sorted points as streams: a stop where the outer coordinate changes.
Words as_stream(const Words& outer, const Words& tokens) {
  Words result;
  for (size_t k = 0; k + 1 < tokens.size(); ++k) {
    if (k > 0 && outer[k] != outer[k - 1]) {
      result.push_back("S0");
    }
    result.push_back(tokens[k]);
  }
  result.push_back("S1");
  result.push_back("D");
  return result;
}

/// Every point is a round of its own, since the points of a row may come in any order.
void accumulate_rows(Translator& t, const Points& points) {
  Words crd;
  Words val;
  const size_t count = points.val.size() - 1;
  for (size_t k = 0; k < count; ++k) {
    const std::string stop = k + 1 == count                           ? "S2"
                             : points.outer[k] != points.outer[k + 1] ? "S1"
                                                                      : "S0";
    crd.insert(crd.end(), {points.inner[k], stop});
    val.insert(val.end(), {points.val[k], stop});
  }
  crd.push_back("D");
  val.push_back("D");
  t.take("crd0", crd, "", "", "3");
  t.take("val", val, "", "", "3");
}
void accumulate_all(Translator& t, const Points& points) {
  Words crd0;
  Words crd1;
  Words val;
  const size_t count = points.val.size() - 1;
  for (size_t k = 0; k < count; ++k) {
    const bool last = k + 1 == count;
    crd0.insert(crd0.end(), {points.outer[k], last ? "S1" : "S0"});
    crd1.insert(crd1.end(), {points.inner[k], last ? "S2" : "S1"});
    val.insert(val.end(), {points.val[k], last ? "S2" : "S1"});
  }
  for (Words* stream : {&crd0, &crd1, &val}) {
    stream->push_back("D");
  }
  t.take("crd0", crd0, "", "", "2");
  t.take("crd1", crd1, "", "", "3");
  t.take("val", val, "", "", "3");
}

/// Coordinates and values as streams, whatever stops SAM's parameters leave in.
void put_rows(Translator& t, const std::string& crd_port) {
  t.made.difference = "takes and gives streams, not points";
  Words crds = words(t.out("out_crd_inner"));
  Words vals = words(t.out("out_val"));
  if (!t.parameter("last_level", true)) {
    crds[crds.size() - 2] = "S1";
  }
  if (!t.parameter("val_stkn", false)) {
    Words with_stops;
    size_t next = 0;
    for (const std::string& word : crds) {
      with_stops.push_back(is_stop(word) ? word : vals[next++]);
    }
    vals = with_stops;
  } else if (!t.parameter("last_level", true)) {
    vals[vals.size() - 2] = "S1";
  }
  t.put(crd_port, crds, "");
  t.put("val", vals, "");
}

}  // namespace

SamVector accumulate1(const json& vector) {
  Translator t(vector, "accumulator");
  accumulate_rows(t, points_in(vector));
  put_rows(t, "crd0");
  return t.made;
}

SamVector accumulate2(const json& vector) {
  Translator t(vector, "accumulator");
  const Points points = points_in(vector);
  if (t.throws()) {
    t.made.not_run = "no point at all: a stream always has its stop";
    return t.made;
  }
  accumulate_all(t, points);
  put_rows(t, "crd1");
  t.put("crd0", words(t.out("out_crd_outer")), "");
  return t.made;
}

static SamVector accumulate_points(const json& vector, bool rows) {
  Translator t(vector, "accumulator");
  t.made.difference = "takes and gives streams, not points";
  const Points out = points_of(vector.at("out"), {"out_outer_crdpt", "out_inner_crdpt", "out_val"});
  if (rows) {
    accumulate_rows(t, points_in(vector));
    t.put("crd0", as_stream(out.outer, out.inner), "");
  } else {
    accumulate_all(t, points_in(vector));
    t.put("crd1", as_stream(out.outer, out.inner), "");
    Words outer = out.outer;
    outer.erase(std::unique(outer.begin(), outer.end()), outer.end());
    outer.insert(outer.end() - 1, "S0");
    t.put("crd0", outer, "");
  }
  t.put("val", as_stream(out.outer, out.val), "");
  return t.made;
}
SamVector accumulate_points1(const json& vector) { return accumulate_points(vector, true); }
SamVector accumulate_points2(const json& vector) { return accumulate_points(vector, false); }

}  // namespace fiberloom::testing
