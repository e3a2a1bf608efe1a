#include <iostream>
#include <memory>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "base/text_file.h"
#include "cli/command.h"
#include "cli/expression_options.h"
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

ExitCode run(const CompileArguments& arguments) {
  const Compiled compiled = arguments.options.compile(arguments.expression, arguments.formats);
  if (!arguments.output.empty() && compiled.stages.size() > 1 && arguments.emit != "loopnest") {
    throw bad_input("-o takes one graph, each statement makes its own", {},
                    "compile the statements one by one");
  }
  std::string text;
  for (const Stage& stage : compiled.stages) {
    text +=
        (text.empty() || arguments.emit == "dot" ? "" : "---\n") + emitted(stage, arguments.emit);
  }
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
  app.add_option("--emit", arguments->emit, "graph (YAML), dot (Graphviz) or loopnest")
      ->check(CLI::IsMember({"graph", "dot", "loopnest"}));
  app.add_option("-o,--output", arguments->output, "write there instead of stdout")
      ->type_name("FILE");
  return [arguments] { return run(*arguments); };
}

const Commands registration({.name = "compile",
                             .summary = "make a SAM graph from an expression",
                             .set_up = set_up});

}  // namespace
}  // namespace fiberloom
