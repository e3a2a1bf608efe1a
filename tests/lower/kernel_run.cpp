#include "lower/kernel_run.h"

#include <cstdlib>
#include <fstream>
#include <memory>

#include <dlfcn.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "einsum/typing.h"
#include "kernel/interface.h"
#include "reference/compare.h"
#include "reference/evaluator.h"
#include "tensor/level_format.h"

namespace fiberloom::test {
namespace {
CoordinateList empty_list(const std::vector<uint64_t>& shape, ComponentType type) {
  CoordinateList list;
  list.shape = shape;
  list.columns.resize(shape.size());
  list.values = Values(type);
  return list;
}
void walk(const fiberloom_result& r, const TensorFormat& f, const std::vector<uint64_t>& sizes,
          size_t level, int64_t parent, std::vector<uint64_t>& at, CoordinateList& list) {
  if (level == sizes.size()) {
    for (size_t m = 0; m < f.order.size(); ++m) {
      list.columns[f.order[m]].push_back(at[m]);
    }
    list.values.visit([&](auto& v) {
      using T = std::decay_t<decltype(v[0])>;
      v.push_back(static_cast<const T*>(r.values)[parent]);
    });
    return;
  }
  if (f.letters[level] == 'd') {
    for (uint64_t c = 0; c < sizes[level]; ++c) {
      at[level] = c;
      walk(r, f, sizes, level + 1,
           parent * static_cast<int64_t>(sizes[level]) + static_cast<int64_t>(c), at, list);
    }
    return;
  }
  const auto* seg = static_cast<const int32_t*>(r.levels[level].segments);
  const auto* crd = static_cast<const int32_t*>(r.levels[level].coordinates);
  for (int64_t p = seg[parent]; p < seg[parent + 1]; ++p) {
    if (p > seg[parent] && crd[p] <= crd[p - 1]) {
      throw std::runtime_error("coordinates do not rise");
    }
    at[level] = static_cast<uint64_t>(crd[p]);
    walk(r, f, sizes, level + 1, p, at, list);
  }
}
}  // namespace

CompiledRun run_kernels(const Compiled& compiled, const Data& data, const IndexSizes& sizes) {
  ComponentTypes types;
  for (const auto& [name, list] : data) {
    types[name] = list.values.type();
  }
  const std::vector<StatementTypes> computed = statement_types(compiled.program, types);
  Data known = data;
  CompiledRun run;
  static int counter = 0;
  const int threads = getenv("KTHREADS") ? atoi(getenv("KTHREADS")) : 1;
  for (size_t s = 0; s < compiled.stages.size(); ++s) {
    const Plan& plan = compiled.stages[s].plan;
    ComponentTypes now;
    for (const auto& [name, list] : known) {
      now[name] = list.values.type();
    }
    const Access& result = plan.statement.result;
    for (const Expr& leaf : accesses(plan.statement.right)) {
      const std::string& name = as<Access>(leaf)->tensor;
      if (!known.contains(name)) {
        known[name] = empty_list(shape_of(*as<Access>(leaf), sizes), computed[s].compute);
        now[name] = computed[s].compute;
      }
    }
    const KernelSource source =
        lower_to_kernel(plan, now, computed[s].compute, {.threads = threads});
    const std::string base = fmt::format("/tmp/kt/k{}_{}", getpid(), counter++);
    std::ofstream(base + ".c") << source.text;
    const char* flags = getenv("KFLAGS");
    if (std::system(fmt::format("gcc -std=c11 -Wall -Wextra -Werror {} -fopenmp -fPIC -shared -o "
                                "{}.so {}.c -lm 2>{}.err",
                                flags ? flags : "-O0", base, base, base)
                        .c_str()) != 0) {
      std::ifstream e(base + ".err");
      std::string err((std::istreambuf_iterator<char>(e)), {});
      run.failure = "C does not compile:\n" + err + source.text;
      return run;
    }
    void* lib = dlopen((base + ".so").c_str(), RTLD_NOW);
    if (lib == nullptr) {
      run.failure = dlerror();
      return run;
    }
    auto* f = reinterpret_cast<fiberloom_kernel*>(dlsym(lib, "compute"));
    std::vector<std::unique_ptr<Tensor>> tensors;
    std::vector<std::vector<fiberloom_level>> levels;
    std::vector<fiberloom_operand> operands;
    for (const KernelOperand& o : source.operands) {
      tensors.push_back(std::make_unique<Tensor>(pack(known.at(o.of), o.format)));
      levels.emplace_back();
      for (size_t k = 0; k < o.format.levels(); ++k) {
        fiberloom_level level{static_cast<int64_t>(tensors.back()->level(k).size()), nullptr,
                              nullptr};
        for (const LevelArray& a : tensors.back()->level(k).arrays()) {
          if (a.name == "segments") level.segments = a.data;
          if (a.name == "coordinates") level.coordinates = a.data;
        }
        levels.back().push_back(level);
      }
    }
    for (size_t k = 0; k < tensors.size(); ++k) {
      operands.push_back(
          {levels[k].data(),
           tensors[k]->values().visit([](const auto& v) -> const void* { return v.data(); })});
    }
    std::vector<int64_t> size_list;
    for (const std::string& v : source.sizes)
      size_list.push_back(static_cast<int64_t>(sizes.at(v)));
    std::vector<fiberloom_result_level> result_levels;
    std::vector<uint64_t> level_sizes;
    bool sparse = false;
    for (size_t k = 0; k < source.result.format.levels(); ++k) {
      const uint64_t n = sizes.at(result.indices[source.result.format.order[k]]);
      level_sizes.push_back(n);
      result_levels.push_back({static_cast<int64_t>(n), nullptr, nullptr, 0});
      sparse = sparse || source.result.format.letters[k] != 'd';
    }
    std::vector<int64_t> coordinates(source.loops.size());
    fiberloom_result r{result_levels.data(), nullptr, 0, coordinates.data()};
    uint64_t count = 1;
    for (uint64_t n : level_sizes) count *= n;
    std::vector<double> space(count + 1, 77.0);
    if (!sparse) r.values = space.data();
    const int status = f(operands.data(), size_list.data(), threads, &r);
    CoordinateList list = empty_list(shape_of(result, sizes), computed[s].compute);
    if (status == 0) {
      std::vector<uint64_t> at(level_sizes.size());
      walk(r, source.result.format, level_sizes, 0, 0, at, list);
    }
    if (sparse) {
      free(r.values);
      for (auto& l : result_levels) {
        free(l.segments);
        free(l.coordinates);
      }
    }
    if (!getenv("KKEEP")) {
      if (threads == 1) dlclose(lib);
      std::remove((base + ".so").c_str());
      std::remove((base + ".c").c_str());
      std::remove((base + ".err").c_str());
    }
    if (status == FIBERLOOM_DIVISION_BY_ZERO) throw bad_input("integer division by zero");
    if (status != 0) {
      run.failure = "status";
      return run;
    }
    list.values = convert(list.values, computed[s].result);
    known[result.tensor] = list;
    run.results[result.tensor] = std::move(list);
  }
  return run;
}

std::optional<std::string> kernel_disagreement(const Compiled& compiled, const Data& data,
                                               const IndexSizes& sizes) {
  ReferenceOperands operands;
  for (const auto& [name, list] : data) {
    operands[name] = &list;
  }
  const auto expected = evaluate(compiled.program, operands, sizes);
  const CompiledRun run = run_kernels(compiled, data, sizes);
  if (!run.failure.empty()) {
    return run.failure;
  }
  for (const auto& [name, list] : run.results) {
    const Comparison comparison = compare(list, expected.at(name));
    if (!comparison.agrees()) {
      std::string text = name + ": " + comparison.reason;
      for (const Mismatch& m : comparison.first) {
        text += fmt::format("\n  ({}) is {}, expected {}", fmt::join(m.coordinates, ","), m.got,
                            m.expected);
      }
      return text;
    }
  }
  return std::nullopt;
}

}  // namespace fiberloom::test
