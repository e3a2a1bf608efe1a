#pragma once

#include <nlohmann/json_fwd.hpp>

#include "report/report_table.h"

namespace fiberloom {

/// An array with an object for each row, by the names of the columns; nothing is null.
nlohmann::json table_to_json(const ReportTable& report);

}  // namespace fiberloom
