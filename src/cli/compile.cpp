#include <iostream>
#include <memory>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/text_file.h"
#include "cli/command.h"
#include "cli/expression_options.h"
#include "cli/kernel_run.h"
#include "samgraph/dot.h"
#include "samgraph/graph_yaml.h"
#include "samgraph/wiring.h"

namespace fiberloom {
namespace {

struct CompileArguments {
  std::string expression;
  std::vector<std::string> formats;
  ExpressionOptions options;
  std::string emit = "graph";
  std::string output;
};

std::string emitted(const Stage& stage, const std::string& what) {
  if (what == "loopnest") {
    return to_string(stage.plan);
  }
  const Wiring wiring = check(stage.graph);
  return what == "dot" ? to_dot(wiring) : write_graph(stage.graph);
}

/// The kernels of all statements; operands are doubles.
std::vector<std::string> kernels(const CompileArguments& arguments) {
  std::vector<std::string> texts;
  for (const Plan& plan :
       arguments.options.plan_kernels(arguments.expression, arguments.formats).plans) {
    texts.push_back(kernel_without_data(plan, {}).text);
  }
  return texts;
}

std::vector<std::string> machines(const CompileArguments& arguments) {
  if (arguments.emit == "c") {
    return kernels(arguments);
  }
  std::vector<std::string> texts;
  const Compiled compiled = arguments.options.compile(arguments.expression, arguments.formats);
  for (const Stage& stage : compiled.stages) {
    texts.push_back(emitted(stage, arguments.emit));
  }
  return texts;
}

ExitCode run(const CompileArguments& arguments) {
  const std::vector<std::string> texts = machines(arguments);
  if (!arguments.output.empty() && texts.size() > 1 && arguments.emit != "loopnest") {
    throw bad_input("-o takes one graph or kernel, each statement makes its own", {},
                    "compile the statements one by one");
  }
  const bool yaml = arguments.emit == "graph" || arguments.emit == "loopnest";
  const std::string text = fmt::format("{}", fmt::join(texts, yaml ? "---\n" : ""));
  if (arguments.output.empty()) {
    std::cout << text;
  } else {
    write_text_file(arguments.output, text);
  }
  return ExitCode::ok;
}

std::function<ExitCode()> set_up(CLI::App& app) {
  auto arguments = std::make_shared<CompileArguments>();
  app.add_option("expression", arguments->expression,
                 "index notation, e.g. \"x(i) = B(i,j) * c(j)\"")
      ->required();
  app.add_option("-f,--format", arguments->formats,
                 "storage of a tensor, a letter a level, then mode order; all compressed where "
                 "nothing is said")
      ->type_name("A:ds:1,0")
      ->allow_extra_args(false)
      ->take_all();
  arguments->options.add_to(app);
  app.add_option("--emit", arguments->emit,
                 "graph (YAML), dot (Graphviz), c (a kernel) or loopnest")
      ->check(CLI::IsMember({"graph", "dot", "c", "loopnest"}));
  app.add_option("-o,--output", arguments->output, "write there instead of stdout")
      ->type_name("FILE");
  return [arguments] { return run(*arguments); };
}

const Commands registration({.name = "compile",
                             .summary = "make a SAM graph, or a kernel in C, from an expression",
                             .set_up = set_up});

}  // namespace
}  // namespace fiberloom
