#include "lower/kernel/kernel_lowering.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "lower/kernel/interface_text.h"
#include "lower/kernel/nest_writer.h"
#include "lower/kernel/unread.h"
#include "tensor/level_format.h"

namespace fiberloom {
namespace {

/// Kernels walk dense, compressed and COO levels.
TensorFormat walked_format(TensorFormat format) {
  std::ranges::replace(format.letters, 'b', 's');
  return format;
}

TensorFormat written_format(TensorFormat format) {
  for (char& letter : format.letters) {
    letter = LevelFormats::find(letter)->full ? letter : 's';
  }
  return format;
}

class KernelWriter {
 public:
  KernelWriter(const Plan& plan, const std::map<std::string, ComponentType>& types,
               ComponentType compute, const KernelOptions& options)
      : plan_(plan), types_(types), options_(options), frame_(compute) {}

  std::vector<KernelOperand> take_operands() {
    for (const Expr& leaf : accesses(plan_.statement.right)) {
      leaves_[leaf.get()] = {.operand = operand(plan_.walks.at(leaf.get()))};
    }
    return frame_.operands;
  }

  KernelSource write() {
    KernelSource source;
    source.operands = take_operands();
    source.function = "compute";
    source.result = {.name = plan_.statement.result.tensor,
                     .format = written_format(plan_.result),
                     .type = frame_.type};
    IndexVariables stored;
    for (const size_t mode : plan_.result.order) {
      stored.push_back(plan_.statement.result.indices[mode]);
    }
    NestWriter(frame_, plan_, options_, leaves_)
        .write(Destination::result(frame_, source.result.name, source.result.format, stored));
    source.text = text(source);
    source.sizes = frame_.sizes;
    source.loops = plan_.order;
    source.wide = options_.wide;
    source.parallel = frame_.parallel;
    return source;
  }

 private:
  /// The number of an operand in one storage.
  size_t operand(const Walk& walk) {
    const TensorFormat format = walked_format(walk.format);
    for (size_t k = 0; k < frame_.operands.size(); ++k) {
      if (frame_.operands[k].of == walk.tensor && frame_.operands[k].format == format) {
        return k;
      }
    }
    const auto type = types_.find(walk.tensor);
    const std::string old = walk.tensor == plan_.statement.result.tensor ? "_old" : "";
    return frame_.add_operand(
        {.name = walk.repacked
                     ? fmt::format("{}{}_by_{}", walk.tensor, old, fmt::join(walk.variables, "_"))
                     : walk.tensor + old,
         .of = walk.tensor,
         .format = format,
         .type = type == types_.end() ? ComponentType::float64 : type->second});
  }

  std::string text(const KernelSource& source) {
    std::string text = fmt::format("/* {}\n   loops {} */\n", to_string(plan_.written),
                                   fmt::join(plan_.order, ", "));
    text += KernelHelpers::headers();
    text += frame_.parallel ? "#include <omp.h>\n\n" : "\n";
    text += kKernelInterface;
    text += fmt::format("\ntypedef int{}_t index_t;\ntypedef {} value_t;\n",
                        options_.wide ? 64 : 32, c_type(frame_.type));
    const std::string helpers = frame_.helpers.text();
    text += mentions(helpers, "tuple_t") ? "typedef unsigned __int128 tuple_t;\n" : "";
    text += mentions(helpers, "FIBERLOOM_LEVELS")
                ? fmt::format("enum {{ FIBERLOOM_LEVELS = {} }};\n", source.result.format.levels())
                : "";
    text += helpers;
    text += fmt::format(
        "\nint {}(const fiberloom_operand *operands, const int64_t *sizes, int threads,\n"
        "            fiberloom_result *result) {{\n"
        "  int status = FIBERLOOM_OK;\n",
        source.function);
    const std::string body = without_unread(
        frame_.scope().text(frame_.code.text(), "  status = FIBERLOOM_OUT_OF_MEMORY;\n",
                            frame_.hand_over.text()),
        frame_.flags);
    for (const char* unused : {"operands", "sizes", "threads", "result"}) {
      if (!mentions(body, unused)) {
        text += fmt::format("  (void){};\n", unused);
      }
    }
    return text + body + "  return status;\n}\n";
  }

  const Plan& plan_;
  const std::map<std::string, ComponentType>& types_;
  const KernelOptions& options_;
  KernelFrame frame_;
  LeafCodes leaves_;
};

}  // namespace

KernelSource lower_to_kernel(const Plan& plan, const std::map<std::string, ComponentType>& types,
                             ComponentType compute, const KernelOptions& options) {
  return KernelWriter(plan, types, compute, options).write();
}

std::vector<KernelOperand> kernel_operands(const Plan& plan) {
  const std::map<std::string, ComponentType> no_types;
  const KernelOptions options;
  return KernelWriter(plan, no_types, ComponentType::float64, options).take_operands();
}

}  // namespace fiberloom
