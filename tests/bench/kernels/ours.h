#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "contest.h"
#include "kernel/compile_kernel.h"
#include "tensor/tensor.h"

namespace fiberloom::bench {

/// An expression as the library's kernel, with its operands.
class OurKernel {
 public:
  /// `formats` as -f takes them. The operands must outlive this.
  OurKernel(const KernelCompiler& compiler, const std::string& expression,
            const std::vector<std::string>& formats,
            const std::map<std::string, const Tensor*>& operands, int threads,
            const std::vector<std::string>& schedule = {});
  ~OurKernel();

  void run();
  Answer answer();
  /// Of all arrays, each once.
  uint64_t bytes() const;
  const std::string& text() const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

/// As the first of a contest.
Entrant entrant(const std::shared_ptr<OurKernel>& kernel);

}  // namespace fiberloom::bench
