#include "cli/workload.h"

#include <algorithm>
#include <chrono>

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include "base/spelling.h"
#include "tensor/generate/generator.h"
#include "tensor/read/reader.h"

namespace fiberloom {
namespace {

struct Loaded {
  std::string origin;
  CoordinateList list;
};
using LoadedTensors = std::map<std::string, Loaded>;

class Loader {
 public:
  Loader(const WorkloadOptions& options, const std::vector<OperandNeed>& needs,
         const Program& program)
      : options_(options), needs_(needs), program_(program) {}

  Workload load(const GraphSizes& sizes, const std::map<std::string, CoordinateList>& given) {
    for (const auto& [name, list] : given) {
      if (std::ranges::find(needs_, name, &OperandNeed::source) != needs_.end()) {
        add(name, {"an earlier statement", list});
      }
    }
    types_ = parse_types(options_.types);
    for (const std::string& text : options_.dimensions) {
      size_options_.push_back(parse_size_option(text));
    }
    take_graph_sizes(sizes);
    read_inputs();
    generate_operands();
    start_empty();
    check_complete();
    Workload workload;
    workload.types = types_;
    workload.sizes = sizes_now();
    workload.sizes.insert(more_sizes_.begin(), more_sizes_.end());
    for (auto& [name, loaded] : loaded_) {
      fit_shape(name, loaded.list, workload.sizes);
    }
    for (const OperandNeed& operand : needs_) {
      pack_operand(operand, workload);
    }
    return workload;
  }

 private:
  /// Sizes of indices of the expression, and of further ones that only the graph has, such as the
  /// halves of a split one. A -d overrides what the graph gives.
  void take_graph_sizes(const GraphSizes& sizes) {
    std::set<std::string> indices;
    for (const Statement& statement : program_) {
      const IndexVariables used = variables(statement);
      indices.insert(used.begin(), used.end());
    }
    for (const auto& [name, size] : sizes.given) {
      if (!indices.contains(name)) {
        more_sizes_[name] = size;
      } else if (std::ranges::find(size_options_, name, &SizeOption::name) == size_options_.end()) {
        size_options_.push_back({.name = name, .sizes = {size}});
      }
    }
    std::erase_if(size_options_, [&](const SizeOption& option) {
      const bool further = !indices.contains(option.name) && option.sizes.size() == 1 &&
                           (more_sizes_.contains(option.name) || sizes.asked.contains(option.name));
      if (further) {
        more_sizes_[option.name] = option.sizes[0];
      }
      return further;
    });
  }

  const OperandNeed& need(const std::string& option, const std::string& name) const {
    const auto found = std::ranges::find(needs_, name, &OperandNeed::source);
    if (found == needs_.end()) {
      std::vector<std::string> names;
      for (const OperandNeed& operand : needs_) {
        names.push_back(operand.source());
      }
      throw bad_input(fmt::format("{} names '{}', which is no operand", option, name), {},
                      suggestion(name, names, "operands"));
    }
    return *found;
  }

  ComponentType type_of(const std::string& name) const {
    const auto type = types_.find(name);
    return type == types_.end() ? ComponentType::float64 : type->second;
  }

  void add(const std::string& name, Loaded loaded) {
    if (!loaded_.emplace(name, std::move(loaded)).second) {
      throw bad_input(fmt::format("operand '{}' is given data twice", name));
    }
  }

  void read_inputs() {
    for (const std::string& text : options_.inputs) {
      const NamedText named = split_named("-i", text);
      const TensorFormat& format = need("-i", named.name).format;
      spdlog::debug("reading {} from {}", named.name, named.text);
      add(named.name, {named.text, read_tensor(named.text, {.type = type_of(named.name),
                                                            .tensor = named.name,
                                                            .mode_order = format.order})});
    }
  }

  /// Recipes may start from tensors that are read, or from earlier recipes.
  void generate_operands() {
    for (const std::string& text : options_.recipes) {
      const NamedText named = split_named("-g", text);
      const size_t order = need("-g", named.name).format.levels();
      GenerateOptions generate_options{.type = type_of(named.name), .seed = options_.seed};
      generate_options.find_tensor = [this](const std::string& name) {
        const auto found = loaded_.find(name);
        return found == loaded_.end() ? nullptr : &found->second.list;
      };
      spdlog::debug("making {} by {}", named.name, named.text);
      CoordinateList made = generate(named.text, shape_for(named.name, order), generate_options);
      if (made.order() != order) {
        throw bad_input(fmt::format("the sizes of {} are not known", named.name), {},
                        fmt::format("give -d for each of its indices, or -d {}:6,7", named.name));
      }
      add(named.name, {named.text, std::move(made)});
    }
  }

  /// The shape that a recipe is to fill; empty where it must come from the recipe itself.
  std::vector<uint64_t> shape_for(const std::string& name, size_t order) const {
    const auto given = std::ranges::find(size_options_, name, &SizeOption::name);
    if (given != size_options_.end() && given->sizes.size() == order &&
        (order != 1 || program_.empty())) {
      return given->sizes;
    }
    const IndexSizes sizes = sizes_now();
    const Access* access = find_access(name);
    if (access == nullptr) {
      return {};
    }
    for (const std::string& index : access->indices) {
      if (!sizes.contains(index)) {
        return {};
      }
    }
    return shape_of(*access, sizes);
  }

  /// The sizes that are known by now. Without an expression -d can only give the shape of an
  /// operand.
  IndexSizes sizes_now() const {
    if (!program_.empty()) {
      return index_sizes(program_, shapes(), size_options_);
    }
    for (const SizeOption& option : size_options_) {
      need("-d", option.name);
    }
    return {};
  }

  const Access* find_access(const std::string& name) const {
    const Access* found = nullptr;
    for (const Statement& statement : program_) {
      if (statement.result.tensor == name) {
        found = &statement.result;  // its old contents, where it is an operand too
      }
      visit(statement.right, [&](const Expr& e) {
        const Access* access = as<Access>(e);
        if (access != nullptr && access->tensor == name) {
          found = access;
        }
      });
    }
    return found;
  }

  TensorShapes shapes() const {
    TensorShapes shapes;
    for (const auto& [name, loaded] : loaded_) {
      if (program_.empty() || find_access(name) != nullptr) {
        shapes[name] = {.sizes = loaded.list.shape,
                        .lower_bound = loaded.list.shape_is_lower_bound};
      }
    }
    return shapes;
  }

  void start_empty() {
    for (const TensorUse& use : tensors(program_)) {
      if (use.only_accumulated && !loaded_.contains(use.name)) {
        CoordinateList list;
        list.shape.assign(use.order, 0);
        list.shape_is_lower_bound = true;
        list.columns.resize(use.order);
        list.values = Values(type_of(use.name));
        add(use.name, {"nothing: it starts empty", std::move(list)});
      }
    }
  }

  void check_complete() const {
    for (const OperandNeed& operand : needs_) {
      if (!loaded_.contains(operand.source())) {
        throw bad_input(fmt::format("operand '{}' has no data", operand.source()), {},
                        fmt::format("give -i {0}:FILE or -g {0}:RECIPE", operand.source()));
      }
    }
  }

  void fit_shape(const std::string& name, CoordinateList& list, const IndexSizes& sizes) const {
    if (const Access* access = find_access(name)) {
      list.shape = shape_of(*access, sizes);
      list.shape_is_lower_bound = false;
    }
  }

  /// Packs one storage of an operand; the last one of its data may take it.
  void pack_operand(const OperandNeed& operand, Workload& workload) {
    Loaded& loaded = loaded_.at(operand.source());
    const TensorFormat& format = operand.format;
    if (format.levels() != loaded.list.order()) {
      throw bad_input(
          fmt::format("{} has order {}, the format {} is for order {}", operand.source(),
                      loaded.list.order(), to_string(format), format.levels()),
          {.file = loaded.origin});
    }
    const bool last =
        std::ranges::find(needs_.rbegin(), needs_.rend(), operand.source(), &OperandNeed::source)
                .base() -
            1 ==
        needs_.begin() + (&operand - needs_.data());
    const auto begin = std::chrono::steady_clock::now();
    Tensor tensor = pack(last ? std::move(loaded.list) : CoordinateList(loaded.list), format);
    const double seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    const uint64_t nonzeros = tensor.values().visit([](const auto& values) {
      return static_cast<uint64_t>(
          std::ranges::count_if(values, [](auto value) { return value != 0; }));
    });
    workload.operands.emplace(operand.name, LoadedOperand{.origin = loaded.origin,
                                                          .tensor = std::move(tensor),
                                                          .nonzeros = nonzeros,
                                                          .source = operand.source(),
                                                          .pack_seconds = seconds});
  }

  const WorkloadOptions& options_;
  const std::vector<OperandNeed>& needs_;
  const Program& program_;
  ComponentTypes types_;
  std::vector<SizeOption> size_options_;
  IndexSizes more_sizes_;  ///< of indices that are not in the expression
  LoadedTensors loaded_;
};

}  // namespace

ComponentTypes parse_types(const std::vector<std::string>& options) {
  ComponentTypes types;
  for (const std::string& text : options) {
    const NamedText named = split_named("-t", text);
    const auto type = component_type_named(named.text);
    if (!type) {
      const bool complex = named.text.find("complex") != std::string::npos;
      throw bad_input(complex ? "complex component types are not supported"
                              : fmt::format("there is no component type '{}'", named.text),
                      {}, suggestion(named.text, component_type_names(), "types"));
    }
    types[named.name] = *type;
  }
  return types;
}

ComponentTypes known_types(const Workload& workload) {
  ComponentTypes types = workload.types;
  for (const auto& [name, operand] : workload.operands) {
    types[operand.source] = operand.tensor.values().type();
  }
  return types;
}

Workload load_workload(const WorkloadOptions& options, const std::vector<OperandNeed>& needs,
                       const Program& program, const GraphSizes& sizes,
                       const std::map<std::string, CoordinateList>& given) {
  return Loader(options, needs, program).load(sizes, given);
}

}  // namespace fiberloom
