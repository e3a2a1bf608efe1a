#include "report/json_table.h"

#include <nlohmann/json.hpp>

namespace fiberloom {

nlohmann::json table_to_json(const ReportTable& report) {
  nlohmann::json made = nlohmann::json::array();
  for (const ReportTable::Row& row : report.rows) {
    nlohmann::json& object = made.emplace_back(nlohmann::json::object());
    for (size_t c = 0; c < row.size(); ++c) {
      object[report.columns[c]] = datum_to_json(row[c]);
    }
  }
  return made;
}

}  // namespace fiberloom
