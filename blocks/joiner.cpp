#include "joiner.h"

namespace fiberloom {

BlockSpec joiner_spec(std::string type, std::string summary) {
  return {.type = std::move(type),
          .summary = std::move(summary),
          .inputs = {{.name = "crd{s}",
                      .kind = StreamKind::crd,
                      .summary = "the coordinates of side {s}, from 0",
                      .least = 2},
                     {.name = "in{s}_{k}",
                      .summary = "payload {k} of side {s}: references or values",
                      .optional = true,
                      .payload = {StreamKind::ref, StreamKind::val, StreamKind::crd}}},
          .outputs = {{.name = "crd", .kind = StreamKind::crd, .summary = "the joined coordinates"},
                      {.name = "out{s}_{k}",
                       .depth = {.from = DepthRule::From::mirror},
                       .summary = "payload {k} of side {s}, N where the side lacks the coordinate",
                       .mirrors = "in{s}_{k}"}},
          .timing = {{.name = "looks_ahead",
                      .type = ParameterType::boolean,
                      .summary = "a pair waits until both sides show the next one (SAM)",
                      .fallback = false}},
          .statistics = {{"skipped", "firings that put nothing"}}};
}

}  // namespace fiberloom
