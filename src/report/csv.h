#pragma once

#include <string>

#include "report/report_table.h"

namespace fiberloom {

/// Comma-separated values (RFC 4180, lines end in LF): a line of names, then the rows.
std::string to_csv(const ReportTable& report);

}  // namespace fiberloom
