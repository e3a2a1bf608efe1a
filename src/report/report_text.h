#pragma once

#include <string>

#include "report/report_table.h"

namespace fiberloom {

/// A padded text table: a line of names, then the rows. Reals have six digits.
std::string to_text(const ReportTable& report);

}  // namespace fiberloom
