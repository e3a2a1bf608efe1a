#pragma once

#include "loopnest/linearity.h"
#include "loopnest/schedule/command.h"

namespace fiberloom {

/// What a branch computes: the right side of the statement (empty name), or of a temporary.
Expr branch(const Scheduled& scheduled, const std::string& name);
void replace_branch(Scheduled& scheduled, const std::string& name, const Expr& e);

/// The variables of a branch's own loops.
IndexVariables loops_of_branch(const Scheduled& scheduled, const std::string& name);

/// Follows a path of SparseLNR: at every `where`, in the order in which they were made, 0 to the
/// producer, 1 to the consumer. Gives the name of the branch. Throws Error where the path ends too
/// early or goes on too long.
std::string follow(const ScheduleCommand& command, const Scheduled& scheduled,
                   const std::vector<size_t>& path);

/// A name for a temporary that nothing else has.
std::string temporary_name(const Scheduled& scheduled, const std::string& wanted);

/// A sum over a product, to be divided into the product of a temporary, which becomes a sum over
/// the variables that it alone uses, and the other factors.
struct Division {
  std::string consumer{};      ///< the branch
  Expr whole{};                ///< the sum, or the product
  std::vector<bool> produced;  ///< by factor of the product
  bool temporary_last = false;
};

/// The sum's variables and its product.
struct SumOfProduct {
  IndexVariables variables{};
  Product product{};
};
SumOfProduct sum_of_product(const Expr& e);

/// Divides, and tells what stands in the place of `whole`; the loops that both parts begin with
/// stay around the temporary. Throws Error where a sum would move past a factor that may be
/// infinite.
Expr divide_product(const ScheduleCommand& command, Scheduled& scheduled, const Division& division);

}  // namespace fiberloom
