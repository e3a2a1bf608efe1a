#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "base/diagnostic.h"
#include "report/text_table.h"

namespace fiberloom {

/// Prints an object with `schema` and `version` put in.
void print_json(nlohmann::json object);

/// Reports an error on stderr, with `json` as an object on stdout too; returns its exit code.
ExitCode report_error(const Error& error, bool json);

/// Is stderr a terminal, which a progress line may be drawn on?
bool is_terminal();

/// 12345678 as "12,345,678".
std::string grouped(uint64_t number);

/// 5.3966e-05, "s" as "53.966 us".
std::string with_prefix(double value, const std::string& unit);

}  // namespace fiberloom
