#pragma once

#include <string>
#include <vector>

#include "samgraph/wiring.h"
#include "sim/token.h"
#include "tensor/component_type.h"

namespace fiberloom {

/// The tokens of a text, separated by blanks and line ends. Throws Error with the place in `name`.
std::vector<Token> read_stream(const std::string& text, const std::string& name, StreamKind kind,
                               ComponentType component);

/// Throws Error (bad_input) unless the tokens are a well-formed stream of the type: one D, at the
/// end; stops that fit the nesting depth; e of a stop only after a stop that closes as much.
void check_shape(const std::vector<Token>& tokens, const StreamType& type, const std::string& name);

}  // namespace fiberloom
