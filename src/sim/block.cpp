#include "sim/block.h"

#include <algorithm>
#include <map>
#include <stdexcept>

#include <fmt/format.h>

namespace fiberloom {
namespace {

/// The last part of a block's name, which its module has in the SystemC hierarchy.
std::string leaf_name(const std::string& name) {
  const size_t dot = name.rfind('.');
  return dot == std::string::npos ? name : name.substr(dot + 1);
}

std::map<std::string, BlockMakers::Make>& makers() {
  static std::map<std::string, BlockMakers::Make> all;
  return all;
}

}  // namespace

std::optional<uint64_t> BlockContext::size(const std::string& parameter) const {
  const std::string& text = parameters().name(parameter);
  const std::optional<uint64_t> found = size_of(text, *sizes);
  if (!found && !text.empty()) {
    throw bad_input(fmt::format("the size of the index '{}' is not known", text), wired.node->where,
                    fmt::format("give it by an operand of the expression, by sizes: {{{0}: N}} in "
                                "the graph, or by -d {0}:N",
                                text));
  }
  return found;
}

Block::Block(const BlockContext& context)
    : sc_module(sc_core::sc_module_name(leaf_name(context.name()).c_str())),
      wired_(context.wired),
      main_(context.name()),
      processes_{&main_} {
  main_.interval = context.timing.count("initiation_interval");
}

In& Block::input(const std::string& name) { return input(name, main_); }
In& Block::input(const std::string& name, Process& process) {
  return in_store_.emplace_back(process, name);
}
Out& Block::output(const std::string& name) { return output(name, main_); }
Out& Block::output(const std::string& name, Process& process) {
  Out& out = out_store_.emplace_back(process, name);
  if (wired_.output(name) != nullptr) {
    outputs_.push_back(&out);
  }
  return out;
}

std::vector<In*> Block::inputs_of(const std::string& family) {
  std::vector<In*> ports;
  for (const InputPort& port : wired_.inputs) {
    if (port.family->name == family) {
      ports.push_back(&input(port.name));
    }
  }
  return ports;
}

std::vector<Out*> Block::outputs_of(const std::string& family) {
  std::vector<Out*> ports;
  for (const OutputPort& port : wired_.outputs) {
    if (port.family->name == family) {
      ports.push_back(&output(port.name));
    }
  }
  return ports;
}

In& Block::input_named(const std::string& name) {
  const auto found = std::ranges::find(in_store_, name, &In::name);
  if (found == in_store_.end()) {
    throw std::logic_error(main_.name() + " does not make its input " + name);
  }
  return *found;
}

Out& Block::output_named(const std::string& name) {
  const auto found = std::ranges::find(out_store_, name, &Out::name);
  if (found == out_store_.end()) {
    throw std::logic_error(main_.name() + " does not make its output " + name);
  }
  return *found;
}

Process& Block::add_process(const std::string& name) {
  Process& process = more_.emplace_back(main_.name() + "." + name);
  process.interval = main_.interval;
  processes_.push_back(&process);
  return process;
}

void Block::join(Out& out, In& in, const ChannelTiming& timing) {
  inner_.push_back({&out, &in, timing});
}

void BlockMakers::add(const std::string& type, Make make) {
  makers().emplace(type, std::move(make));
}

const BlockMakers::Make& BlockMakers::find(const std::string& type) { return makers().at(type); }

}  // namespace fiberloom
