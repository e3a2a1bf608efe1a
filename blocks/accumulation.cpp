#include "accumulation.h"

namespace fiberloom {

BlockSpec collector_spec(std::string type, std::string summary, int reduced) {
  return {.type = std::move(type),
          .summary = std::move(summary),
          .inputs = {{.name = "crd{k}",
                      .kind = StreamKind::crd,
                      .depth = {.offset = 1 + reduced, .per_index = 1},
                      .summary = "coordinate {k}, the outermost 0"},
                     {.name = "val",
                      .kind = StreamKind::val,
                      .depth = {.offset = reduced, .per_count = 1},
                      .summary = "the values"}},
          .outputs = {{.name = "crd{k}",
                       .kind = StreamKind::crd,
                       .depth = {.offset = 1, .per_index = 1},
                       .summary = "coordinate {k} of what leaves, sorted",
                       .mirrors = "crd{k}"},
                      {.name = "val",
                       .kind = StreamKind::val,
                       .depth = {.per_count = 1},
                       .summary = "its values"}},
          .parameters = {{.name = "perm",
                          .type = ParameterType::integers,
                          .summary = "which input coordinate each output coordinate is",
                          .fallback = std::vector<uint64_t>{}}},
          .timing = {{.name = "buffers",
                      .summary = "closed trees that may wait to be sent; 0: any number",
                      .fallback = uint64_t{0}}},
          .statistics = {{"added", "values that came in"},
                         {"trees", "fiber trees that were sent"},
                         {"points", "points in them"},
                         {"largest", "points of the largest tree"}}};
}

}  // namespace fiberloom
