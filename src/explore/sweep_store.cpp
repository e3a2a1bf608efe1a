#include "explore/sweep_store.h"

#include <filesystem>

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>
#include <sqlite3.h>

#include "base/diagnostic.h"
#include "explore/results_table.h"

namespace fiberloom {
namespace {

constexpr int kSchema = 1;
constexpr int kBusyMilliseconds = 5000;  // while a report reads

constexpr const char* kTables = R"(
  CREATE TABLE sweep (version TEXT NOT NULL, identity TEXT NOT NULL, points INTEGER NOT NULL);
  CREATE TABLE points (
    point INTEGER PRIMARY KEY, status TEXT NOT NULL, exit_code INTEGER NOT NULL, message TEXT,
    cycles INTEGER, sufficient_depth INTEGER, kernel_seconds REAL, point_seconds REAL NOT NULL,
    version TEXT, command TEXT NOT NULL,
    axes TEXT NOT NULL, measures TEXT NOT NULL, config TEXT, blocks TEXT);
)";

constexpr const char* kInsert = R"(
  INSERT INTO points (point, status, exit_code, message, cycles, sufficient_depth, kernel_seconds,
                      point_seconds, version, command, axes, measures, config, blocks)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
)";

/// Runs `f`, and says of SQLite's faults which file they concern.
template <class F>
auto guarded(const std::string& path, F f) {
  try {
    return f();
  } catch (const SQLite::Exception& fault) {
    const bool foreign =
        fault.getErrorCode() == SQLITE_NOTADB || fault.getErrorCode() == SQLITE_ERROR;
    throw Error(foreign ? ExitCode::bad_input : ExitCode::environment,
                fmt::format("{}: {}", foreign ? "not a store of sweep results" : "cannot use it",
                            fault.what()),
                {.file = path});
  }
}

template <class T>
void bind_optional(SQLite::Statement& statement, int place, const std::optional<T>& value) {
  if (value) {
    statement.bind(place, *value);
  }
}

void bind_text(SQLite::Statement& statement, int place, const std::string& text) {
  if (!text.empty()) {
    statement.bind(place, text);
  }
}

}  // namespace

SweepStore::SweepStore(const std::string& path, Mode mode) : path_(path) {
  if (mode == Mode::read && !std::filesystem::exists(path)) {
    throw bad_input("there is no such file", {.file = path});
  }
  guarded(path, [&] {
    const int flags =
        mode == Mode::read ? SQLite::OPEN_READONLY : SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE;
    database_ = std::make_unique<SQLite::Database>(path, flags, kBusyMilliseconds);
    if (mode == Mode::write) {
      // A commit is an append to the log. A kill loses nothing that way; a power cut may lose the
      // last points, which --resume repeats.
      database_->exec("PRAGMA journal_mode = WAL");
      database_->exec("PRAGMA synchronous = NORMAL");
    }
    const int schema = database_->execAndGet("PRAGMA user_version").getInt();
    if (schema > kSchema) {
      throw bad_input(fmt::format("a store of version {}, this program knows {}", schema, kSchema),
                      {.file = path});
    }
  });
}

SweepStore::~SweepStore() = default;

std::optional<SweepRecord> SweepStore::record() const {
  return guarded(path_, [&]() -> std::optional<SweepRecord> {
    if (!database_->tableExists("sweep")) {
      return std::nullopt;
    }
    SQLite::Statement query(*database_, "SELECT identity, points FROM sweep");
    query.executeStep();
    return SweepRecord{.identity = query.getColumn(0).getString(),
                       .points = static_cast<size_t>(query.getColumn(1).getInt64())};
  });
}

void SweepStore::begin(const SweepRecord& record) {
  guarded(path_, [&] {
    SQLite::Transaction transaction(*database_);
    database_->exec(kTables);
    database_->exec(fmt::format("PRAGMA user_version = {}", kSchema));
    SQLite::Statement insert(*database_, "INSERT INTO sweep VALUES (?, ?, ?)");
    insert.bind(1, FIBERLOOM_VERSION);
    insert.bind(2, record.identity);
    insert.bind(3, static_cast<int64_t>(record.points));
    insert.exec();
    transaction.commit();
  });
}

void SweepStore::add(const PointResult& result) {
  guarded(path_, [&] {
    SQLite::Transaction transaction(*database_);
    SQLite::Statement insert(*database_, kInsert);
    const auto whole = [](const std::optional<uint64_t>& value) {
      return value ? std::optional<int64_t>(static_cast<int64_t>(*value)) : std::nullopt;
    };
    insert.bind(1, static_cast<int64_t>(result.number));
    insert.bind(2, result.status);
    insert.bind(3, result.exit_code);
    bind_text(insert, 4, result.message);
    bind_optional(insert, 5, whole(result.cycles));
    bind_optional(insert, 6, whole(result.sufficient_depth));
    bind_optional(insert, 7, result.kernel_seconds);
    insert.bind(8, result.point_seconds);
    bind_text(insert, 9, result.version);
    insert.bind(10, result.command);
    insert.bind(11, result.axes);
    insert.bind(12, result.measures);
    bind_text(insert, 13, result.config);
    bind_text(insert, 14, result.blocks);
    insert.exec();
    transaction.commit();
  });
}

void SweepStore::close() {
  try {
    database_->exec("PRAGMA journal_mode = DELETE");
  } catch (const SQLite::Exception&) {
    // Somebody reads: the log stays beside the file until the last reader closes it.
  }
}

std::set<size_t> SweepStore::done() const {
  return guarded(path_, [&] {
    std::set<size_t> numbers;
    SQLite::Statement query(*database_, "SELECT point FROM points");
    while (query.executeStep()) {
      numbers.insert(static_cast<size_t>(query.getColumn(0).getInt64()));
    }
    return numbers;
  });
}

ReportTable SweepStore::table() const {
  return guarded(path_, [&] { return results_table(*database_); });
}

}  // namespace fiberloom
