#include "stream_fault.h"

#include <fmt/format.h>

namespace fiberloom {

namespace {

std::string show(const Block& block, const In& in, Token token) {
  const InputPort* port = block.wired().input(in.name());
  return to_text(token, port == nullptr ? StreamKind::ref : port->type.kind);
}

}  // namespace

void throw_stream_fault(const Block& block, const In& a, Token at_a, const In& b, Token at_b) {
  throw bad_input(fmt::format("the streams that meet in '{}' do not fit: {} has {} where {} has {}",
                              block.wired().node->name, a.name(), show(block, a, at_a), b.name(),
                              show(block, b, at_b)),
                  block.wired().node->where);
}

}  // namespace fiberloom
