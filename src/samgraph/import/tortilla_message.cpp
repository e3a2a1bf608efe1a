#include "samgraph/import/tortilla_message.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <google/protobuf/stubs/logging.h>

#include "base/diagnostic.h"

namespace fiberloom {
namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using google::protobuf::Reflection;

/// The path of the first field that the schema does not have, at any depth; empty: there is none.
std::string unknown_field(const Message& message) {
  const Reflection& reflection = *message.GetReflection();
  if (const auto& unknown = reflection.GetUnknownFields(message); !unknown.empty()) {
    return fmt::format("{} of {}", unknown.field(0).number(), message.GetDescriptor()->name());
  }
  std::vector<const FieldDescriptor*> fields;
  reflection.ListFields(message, &fields);
  for (const FieldDescriptor* field : fields) {
    if (field->cpp_type() != FieldDescriptor::CPPTYPE_MESSAGE) {
      continue;
    }
    const int count = field->is_repeated() ? reflection.FieldSize(message, field) : 1;
    for (int k = 0; k < count; ++k) {
      std::string found =
          unknown_field(field->is_repeated() ? reflection.GetRepeatedMessage(message, field, k)
                                             : reflection.GetMessage(message, field));
      if (!found.empty()) {
        return found;
      }
    }
  }
  return {};
}

template <class M>
std::optional<M> parse_exactly(const std::string& bytes) {
  const google::protobuf::LogSilencer silent;  // we say ourselves what is wrong
  M message;
  if (!message.ParseFromString(bytes) || !unknown_field(message).empty()) {
    return std::nullopt;
  }
  return message;
}

TortillaStream stream_of(const tortilla::Payload& payload) {
  return payload.has_val_stream() ? stream_of(StreamSort::val, payload.val_stream())
                                  : stream_of(StreamSort::ref, payload.ref_stream());
}

TortillaStream payload_of(const tortilla::SideV1& side) {
  return stream_of(StreamSort::ref, side.ref());
}
TortillaStream payload_of(const tortilla::SideV2& side) { return stream_of(side.in_ref()); }
TortillaStream payload_of(const tortilla::Stream& ref) { return stream_of(StreamSort::ref, ref); }
TortillaStream payload_of(const tortilla::Payload& payload) { return stream_of(payload); }

template <class M>
std::optional<TortillaJoiner> read_joiner_as(const std::string& bytes) {
  const std::optional<M> message = parse_exactly<M>(bytes);
  if (!message || !tortilla::JoinType_IsValid(message->join_type()) ||
      message->output_refs_size() > message->input_pairs_size()) {
    return std::nullopt;
  }
  TortillaJoiner joiner{.unites = message->join_type() == tortilla::UNION,
                        .sides = {},
                        .index = message->index(),
                        .crd = stream_of(StreamSort::crd, message->output_crd())};
  for (int s = 0; s < message->input_pairs_size(); ++s) {
    const auto& pair = message->input_pairs(s);
    joiner.sides.push_back({.crd = stream_of(StreamSort::crd, pair.crd()),
                            .in = payload_of(pair),
                            .out = s < message->output_refs_size()
                                       ? payload_of(message->output_refs(s))
                                       : TortillaStream{}});
  }
  return joiner;
}

std::optional<TortillaRepeat> read_repeat_v1(const std::string& bytes) {
  const auto message = parse_exactly<tortilla::RepeatV1>(bytes);
  if (!message) {
    return std::nullopt;
  }
  const bool by_signal = message->input_rep_sig().id().id() != 0;
  return TortillaRepeat{.in = stream_of(StreamSort::ref, message->input_ref()),
                        .out = stream_of(StreamSort::ref, message->output_ref()),
                        .repeat = by_signal
                                      ? stream_of(StreamSort::repsig, message->input_rep_sig())
                                      : stream_of(StreamSort::ref, message->input_rep_ref()),
                        .index = message->index(),
                        .tensor = message->tensor(),
                        .root = message->root()};
}

std::optional<TortillaRepeat> read_repeat_v2(const std::string& bytes) {
  const auto message = parse_exactly<tortilla::RepeatV2>(bytes);
  if (!message) {
    return std::nullopt;
  }
  return TortillaRepeat{
      .in = message->has_in_val() ? stream_of(StreamSort::val, message->in_val())
                                  : stream_of(StreamSort::ref, message->in_ref()),
      .out = message->has_out_val() ? stream_of(StreamSort::val, message->out_val())
                                    : stream_of(StreamSort::ref, message->out_ref()),
      .repeat = message->has_rep_val() ? stream_of(StreamSort::val, message->rep_val())
                                       : stream_of(StreamSort::ref, message->rep_ref()),
      .index = message->index(),
      .tensor = message->tensor(),
      .root = message->root()};
}

/// A repeat without output or signal is none: the other version's fields happened to fit.
bool reads_as(const tortilla::Operation& operation, TortillaVersion version) {
  if (operation.has_joiner()) {
    return read_joiner(operation.joiner(), version).has_value();
  }
  if (operation.has_repeat()) {
    const auto repeat = read_repeat(operation.repeat(), version);
    return repeat && repeat->out.id != 0 && repeat->repeat.id != 0;
  }
  return true;
}

}  // namespace

tortilla::ComalGraph parse_tortilla(const std::string& bytes, const std::string& file) {
  const google::protobuf::LogSilencer silent;
  tortilla::ComalGraph message;
  if (!message.ParseFromString(bytes)) {
    throw bad_input("is no tortilla graph, or not a whole one", {.file = file},
                    "expected a protobuf message ComalGraph");
  }
  if (const std::string field = unknown_field(message); !field.empty()) {
    throw bad_input(fmt::format("the tortilla schema has no field {}", field), {.file = file});
  }
  if (message.graph().operators_size() == 0) {
    throw bad_input("the tortilla graph has no operations", {.file = file});
  }
  return message;
}

TortillaVersion find_version(const tortilla::ProgramGraph& graph, const std::string& file) {
  for (const TortillaVersion version : {TortillaVersion::v1, TortillaVersion::v2}) {
    if (std::ranges::all_of(graph.operators(),
                            [&](const auto& operation) { return reads_as(operation, version); })) {
      return version;
    }
  }
  for (const auto& operation : graph.operators()) {
    if (!reads_as(operation, TortillaVersion::v1) && !reads_as(operation, TortillaVersion::v2)) {
      throw bad_input(fmt::format("operation {} {} is of neither version of the tortilla schema",
                                  operation.id(), operation.name()),
                      {.file = file});
    }
  }
  throw bad_input("some operations are of version 1 of the tortilla schema, some of version 2",
                  {.file = file});
}

std::optional<TortillaJoiner> read_joiner(const std::string& bytes, TortillaVersion version) {
  return version == TortillaVersion::v1 ? read_joiner_as<tortilla::JoinerV1>(bytes)
                                        : read_joiner_as<tortilla::JoinerV2>(bytes);
}

std::optional<TortillaRepeat> read_repeat(const std::string& bytes, TortillaVersion version) {
  return version == TortillaVersion::v1 ? read_repeat_v1(bytes) : read_repeat_v2(bytes);
}

}  // namespace fiberloom
