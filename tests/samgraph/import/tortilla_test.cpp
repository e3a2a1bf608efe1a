#include <catch2/catch.hpp>
#include <fmt/format.h>

#include "samgraph/import/import_support.h"
#include "samgraph/import/load_graph.h"
#include "samgraph/import/tortilla_graphs.h"
#include "support/program.h"

namespace fiberloom::testing {
namespace {

constexpr TortillaVersion kVersions[] = {TortillaVersion::v1, TortillaVersion::v2};

std::string write_message(const TemporaryFolder& folder, const tortilla::ComalGraph& message) {
  return folder.write("graph.pb", message.SerializeAsString());
}

/// The refusal of a product graph of version 1 after a change.
template <class Change>
std::string refusal_after(Change change) {
  const TemporaryFolder folder;
  tortilla::ComalGraph message = product_graph(TortillaVersion::v1);
  change(*message.mutable_graph());
  return refusal_of(write_message(folder, message));
}

tortilla::Operation& operation(tortilla::ProgramGraph& graph, const std::string& name) {
  for (tortilla::Operation& candidate : *graph.mutable_operators()) {
    if (candidate.name() == name) {
      return candidate;
    }
  }
  throw std::out_of_range(name);
}

}  // namespace

TEST_CASE("tortilla graphs of both versions compute what they say", "[samgraph]") {
  const TemporaryFolder folder;
  for (const TortillaVersion version : kVersions) {
    INFO("version " << (version == TortillaVersion::v1 ? 1 : 2));
    const std::string vector = write_message(folder, vector_graph(version));
    CHECK(run_on_random_data(load_graph(vector), "x(i) = b(i) * c(i)").first == "");
    const std::string product = write_message(folder, product_graph(version));
    CHECK(run_on_random_data(load_graph(product), "X(i,j) = B(i,k) * C(k,j)").first == "");
  }
}

TEST_CASE("run and graph take tortilla graphs", "[samgraph]") {
  const TemporaryFolder folder;
  const std::string path = write_message(folder, product_graph(TortillaVersion::v1));
  const auto report =
      run_for_json({"run", path, "--check", "--expression", "X(i,j) = B(i,k) * C(k,j)", "-g",
                    "B:uniform,density=0.2", "-g", "C:uniform,density=0.2", "-d", "i:20", "-d",
                    "j:30", "-d", "k:25"});
  CHECK(report["check"]["status"] == "ok");
  CHECK(run_for_json({"graph", path})["counts"]["accumulator"] == 1);
}

TEST_CASE("the version of a tortilla graph shows in its repeats and joiners", "[samgraph]") {
  for (const TortillaVersion version : kVersions) {
    CHECK(find_version(vector_graph(version).graph(), "graph.pb") == version);
    CHECK(find_version(product_graph(version).graph(), "graph.pb") == version);
  }
}

TEST_CASE("a tortilla graph is known by its contents too", "[samgraph]") {
  const TemporaryFolder folder;
  const std::string path =
      folder.write("graph", vector_graph(TortillaVersion::v2).SerializeAsString());
  CHECK(load_graph(path).blocks.size() == 8);
}

TEST_CASE("every prefix of a tortilla graph is refused, none crashes", "[samgraph]") {
  const TemporaryFolder folder;
  const std::string whole = product_graph(TortillaVersion::v2).SerializeAsString();
  for (size_t length = 0; length < whole.size(); length += 3) {
    INFO(length << " of " << whole.size() << " bytes");
    CHECK(refusal_of(folder.write("graph.pb", whole.substr(0, length))) != "");
  }
}

TEST_CASE("tortilla graphs that cannot be right are refused with the reason", "[samgraph]") {
  using Catch::Matchers::Contains;
  CHECK_THAT(refusal_after([](auto& graph) {
               operation(graph, "mul").mutable_alu()->mutable_stages(0)->set_op(tortilla::ALU::SIN);
             }),
             Contains("computes SIN, which is not translated"));
  CHECK_THAT(refusal_after([](auto& graph) { operation(graph, "mul").set_fork("x"); }),
             Contains("is a fork, which is not translated"));
  CHECK_THAT(refusal_after([](auto& graph) { operation(graph, "mul").clear_op(); }),
             Contains("says nothing that it does"));
  CHECK_THAT(refusal_after(
                 [](auto& graph) { operation(graph, "array").mutable_array()->set_blocked(true); }),
             Contains("blocks of values"));
  CHECK_THAT(
      refusal_after([](auto& graph) {
        operation(graph, "array").mutable_array()->mutable_input_ref()->mutable_id()->set_id(99);
      }),
      Contains("takes the ref stream 99, which nothing gives"));
  CHECK_THAT(refusal_after([](auto& graph) { *graph.add_operators() = operation(graph, "mul"); }),
             Contains("both give the val stream"));
  CHECK_THAT(refusal_after([](auto& graph) {
               operation(graph, "lookup").mutable_fiber_lookup()->set_format("bitvector");
             }),
             Contains("there is no level format 'bitvector'"));
  CHECK_THAT(refusal_after([](auto& graph) { operation(graph, "repeat").set_repeat("\x08\x01"); }),
             Contains("is of neither version"));
  CHECK_THAT(refusal_after([](auto& graph) {
               auto& mul = *operation(graph, "mul").mutable_alu()->mutable_vals();
               *mul.mutable_inputs(0) = mul.output();
             }),
             Contains("cycle"));
  CHECK_THAT(refusal_after([](auto& graph) {
               graph.GetReflection()->MutableUnknownFields(&graph)->AddVarint(77, 1);
             }),
             Contains("the tortilla schema has no field 77 of ProgramGraph"));
}

}  // namespace fiberloom::testing
