#pragma once

#include <memory>
#include <set>
#include <string>

#include "explore/point_result.h"
#include "report/report_table.h"

namespace SQLite {
class Database;
}

namespace fiberloom {

/// What a store says of the sweep whose points it holds.
struct SweepRecord {
  std::string identity;  ///< JSON of all that the points depend on
  size_t points = 0;     ///< how many there are in all
};

/// The results of a sweep, an SQLite database: a row for each point that is done, written in one
/// transaction. What is committed survives a kill of the program. All functions throw Error: the
/// file is no store (bad_input), or cannot be read or written (environment).
class SweepStore {
 public:
  enum class Mode { read, write };

  /// Opens a store; in write mode makes it where there is none.
  SweepStore(const std::string& path, Mode mode);
  SweepStore(const SweepStore&) = delete;
  SweepStore& operator=(const SweepStore&) = delete;
  ~SweepStore();

  /// Nothing where no sweep was begun here.
  std::optional<SweepRecord> record() const;
  void begin(const SweepRecord& record);
  void add(const PointResult& result);
  /// Leaves one plain file that can be read without write access. Nothing is lost if it is not
  /// called.
  void close();

  std::set<size_t> done() const;
  /// The points that are done, in their order: point, axes, status, exit_code, message, cycles,
  /// kernel_seconds, all measures, and how each was made. Columns that are empty for all are left
  /// out.
  ReportTable table() const;

 private:
  std::string path_;
  std::unique_ptr<SQLite::Database> database_;
};

}  // namespace fiberloom
