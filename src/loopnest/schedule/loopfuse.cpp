// loopfuse(path;position[;swap]): SparseLNR's fusion after distribution. The product of a branch is
// divided after so many accesses: the first become a temporary, summed over what they alone use,
// the others multiply it in the loops that both begin with. With `swap` the first are the consumer.

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "loopnest/schedule/arguments.h"
#include "loopnest/schedule/branches.h"

namespace fiberloom {
namespace {

/// Accesses as the text has them; a temporary counts as one.
size_t accesses_in(const Expr& e) {
  if (as_temporary(e) != nullptr || as<Access>(e) != nullptr) {
    return 1;
  }
  const std::vector<Expr> parts = kids(e);
  return std::accumulate(parts.begin(), parts.end(), size_t{0},
                         [](size_t sum, const Expr& part) { return sum + accesses_in(part); });
}

struct Arguments {
  std::vector<size_t> path;
  size_t position = 0;
  bool swap = false;
};

Arguments arguments_of(const ScheduleCommand& command) {
  const BranchArguments found = branch_arguments(command);
  if (found.rest.empty() || found.rest.size() > 2 ||
      (found.rest.size() == 2 && found.rest[1] != "swap")) {
    throw command.error("loopfuse takes a path, a position and perhaps the word swap",
                        ScheduleCommands::find("loopfuse")->syntax);
  }
  return {.path = found.path,
          .position = number_of(command, found.rest[0], "the position"),
          .swap = found.rest.size() == 2};
}

/// Which factors belong to the first part. Numbers go with the access before them.
std::vector<bool> first_part(const ScheduleCommand& command, const Product& product,
                             size_t position) {
  std::vector<bool> first;
  size_t counted = 0;
  for (const Expr& factor : product.factors) {
    const size_t more = accesses_in(factor);
    if (counted < position && counted + more > position) {
      throw command.error(
          fmt::format("position {} cuts the factor {}", position, to_string(factor)),
          "a position falls between the factors of one product");
    }
    first.push_back(more == 0 ? counted == 0 || counted < position : counted < position);
    counted += more;
  }
  if (position >= counted) {
    throw command.error(fmt::format("position {} leaves nothing behind it: the product has {} {}",
                                    position, counted, counted == 1 ? "access" : "accesses"),
                        counted > 1 ? fmt::format("positions 1 to {}", counted - 1) : "");
  }
  return first;
}

void loopfuse(const ScheduleCommand& command, Scheduled& scheduled) {
  const Arguments arguments = arguments_of(command);
  const std::string consumer = follow(command, scheduled, arguments.path);
  const Expr whole = branch(scheduled, consumer);
  const Product product = sum_of_product(whole).product;
  if (product.factors.size() < 2) {
    const Expr& only = product.factors.front();
    const bool addends = is(only, Operator::add) || is(only, Operator::sub);
    throw command.error(fmt::format("{} is no product that could be divided", to_string(only)),
                        addends ? "loopfuse divides one product, not the addends of a sum" : "");
  }
  std::vector<bool> produced = first_part(command, product, arguments.position);
  if (arguments.swap) {
    produced.flip();
  }
  replace_branch(scheduled, consumer,
                 divide_product(command, scheduled,
                                {.consumer = consumer,
                                 .whole = whole,
                                 .produced = produced,
                                 .temporary_last = arguments.swap}));
}

bool concerns(const ScheduleCommand& command, const Scheduled& scheduled) {
  try {
    Scheduled tried = scheduled;
    loopfuse(command, tried);
    return true;
  } catch (const Error&) {
    return false;
  }
}

const ScheduleCommands registration(
    {.name = "loopfuse",
     .syntax = "loopfuse(path;position[;swap])",
     .summary = "makes the first accesses of a product a temporary inside the loops that both "
                "parts begin with",
     .concerns = concerns,
     .apply = loopfuse});

}  // namespace
}  // namespace fiberloom
