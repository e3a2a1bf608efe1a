#include "cli/expression_options.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <system_error>

#include <CLI/CLI.hpp>

namespace fiberloom {
namespace {

/// Tensors read, and index variables and tensors used.
struct Names {
  std::set<std::string> operands;
  std::set<std::string> all;
};

Names names_of(const Statement& statement) {
  Names names;
  for (const TensorUse& use : tensors({statement})) {
    names.all.insert(use.name);
    if (use.is_input) {
      names.operands.insert(use.name);
    }
  }
  const IndexVariables indices = variables(statement);
  names.all.insert(indices.begin(), indices.end());
  return names;
}

}  // namespace

void ExpressionOptions::add_to(CLI::App& app) {
  const std::string group = "Expression";
  app.add_option("-s,--schedule", schedule, "schedule commands, e.g. \"reorder(i,k,j)\"")
      ->type_name("COMMAND")
      ->group(group)
      ->allow_extra_args(false)
      ->take_all();
  app.add_flag("--strict", strict,
               "refuse to pack an operand anew for the loop order, and commands that a "
               "graph has no meaning for")
      ->group(group);
  app.add_option("--dense", dense, "dense operands of products: looked up, or walked like sparse")
      ->check(CLI::IsMember({"locate", "scan"}))
      ->group(group);
}

CompileOptions ExpressionOptions::options(const std::vector<std::string>& formats) const {
  refuse_contradictions("-f", formats);
  return {
      .formats = formats, .schedule = schedule, .scan_dense = dense == "scan", .strict = strict};
}

Compiled ExpressionOptions::compile(const std::string& expression,
                                    const std::vector<std::string>& formats) const {
  return fiberloom::compile(expression, options(formats));
}

PlannedProgram ExpressionOptions::plan_kernels(const std::string& expression,
                                               const std::vector<std::string>& formats) const {
  return fiberloom::plan_kernels(expression, options(formats));
}

bool is_expression(const std::string& argument) {
  std::error_code too_long;  // a long expression cannot be a file's name
  return argument.find('=') != std::string::npos && !std::filesystem::exists(argument, too_long);
}

WorkloadOptions options_of_stage(const Program& program, size_t stage,
                                 const WorkloadOptions& options) {
  WorkloadOptions own = options;
  own.formats.clear();  // the graph has them
  if (program.size() == 1) {
    return own;
  }
  const Names mine = names_of(program[stage]);
  Names elsewhere;
  for (const Statement& statement : program) {
    Names names = names_of(statement);
    elsewhere.all.merge(names.all);
    elsewhere.operands.merge(names.operands);
  }
  const auto keep = [](std::vector<std::string>& texts, const std::set<std::string>& here,
                       const std::set<std::string>& anywhere) {
    std::erase_if(texts, [&](const std::string& text) {
      const std::string name = text.substr(0, text.find(':'));
      return !here.contains(name) && anywhere.contains(name);
    });
  };
  keep(own.inputs, mine.operands, elsewhere.operands);
  keep(own.recipes, mine.operands, elsewhere.operands);
  keep(own.dimensions, mine.all, elsewhere.all);
  return own;
}

}  // namespace fiberloom
