#pragma once

#include "report/report_table.h"

namespace SQLite {
class Database;
}

namespace fiberloom {

/// The table of SweepStore::table().
ReportTable results_table(SQLite::Database& database);

}  // namespace fiberloom
