#pragma once

#include <string>
#include <string_view>

#include "samgraph/spec/stream_kind.h"
#include "sim/token.h"
#include "tensor/component_type.h"

namespace fiberloom {

/// A token as the docs write it: 7, 1.5, R, S1, S1^1, N, D.
std::string to_text(Token token, StreamKind kind, ComponentType component = ComponentType::float64);

/// The token that `text` stands for in a stream of this kind; a range of positions is lo:hi.
/// Throws Error (bad_input) without a place.
Token token_from_text(std::string_view text, StreamKind kind,
                      ComponentType component = ComponentType::float64);

}  // namespace fiberloom
