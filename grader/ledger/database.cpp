#include "grader/ledger/database.h"

#include <sqlite3.h>

namespace gridmark::ledger {
namespace {

constexpr int wait_milliseconds = 60'000;

tl::unexpected<Error> database_error(const std::string& where, int code, const char* said) {
  switch (code & 0xff) {
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
      return failure(Error::Source::filesystem, where,
                     std::string("is damaged or not a ledger: ") + said +
                         ". Put the last copy of it back. The records are unchanged");
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return failure(Error::Source::filesystem, where,
                     "another program has been writing into it for a minute. Try again when it is done");
    default:
      return failure(Error::Source::filesystem, where, std::string("cannot be used: ") + said);
  }
}

}  // namespace

void Statement::Finalize::operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
void Database::Close::operator()(sqlite3* database) const { sqlite3_close_v2(database); }

Statement& Statement::bind(int place, std::string_view text) {
  sqlite3_bind_text64(statement_.get(), place, text.data(), text.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
  return *this;
}

Statement& Statement::bind(int place, std::int64_t number) {
  sqlite3_bind_int64(statement_.get(), place, number);
  return *this;
}

Statement& Statement::bind_null(int place) {
  sqlite3_bind_null(statement_.get(), place);
  return *this;
}

Result<bool> Statement::step() {
  const int code = sqlite3_step(statement_.get());
  if (code == SQLITE_ROW) return true;
  const std::string said = sqlite3_errmsg(sqlite3_db_handle(statement_.get()));
  sqlite3_reset(statement_.get());
  if (code == SQLITE_DONE) return false;
  return database_error(where_, code, said.c_str());
}

Result<void> Statement::run() {
  while (TRY(step())) {
  }
  return {};
}

std::string Statement::text(int column) const {
  const auto* bytes = sqlite3_column_text(statement_.get(), column);
  const auto size = static_cast<std::size_t>(sqlite3_column_bytes(statement_.get(), column));
  return bytes == nullptr ? "" : std::string(reinterpret_cast<const char*>(bytes), size);
}

std::int64_t Statement::number(int column) const { return sqlite3_column_int64(statement_.get(), column); }

bool Statement::is_null(int column) const {
  return sqlite3_column_type(statement_.get(), column) == SQLITE_NULL;
}

Result<Database> Database::open(const std::filesystem::path& path) {
  sqlite3* opened = nullptr;
  const int code = sqlite3_open_v2(
      path.c_str(), &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_EXRESCODE, nullptr);
  Database database(opened, path.string());
  if (code != SQLITE_OK) return database_error(path.string(), code, sqlite3_errstr(code));
  sqlite3_busy_timeout(opened, wait_milliseconds);
  // The file is not trusted: its schema must not call functions, and its cells are checked before use.
  sqlite3_db_config(opened, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  TRY(database.run("PRAGMA trusted_schema=OFF; PRAGMA cell_size_check=ON;"));
  return database;
}

Result<void> Database::run(const char* sql) const {
  const int code = sqlite3_exec(database_.get(), sql, nullptr, nullptr, nullptr);
  if (code == SQLITE_OK) return {};
  return database_error(where_, code, sqlite3_errmsg(database_.get()));
}

Result<Statement> Database::prepare(const char* sql) const {
  sqlite3_stmt* statement = nullptr;
  const int code = sqlite3_prepare_v2(database_.get(), sql, -1, &statement, nullptr);
  if (code == SQLITE_OK) return Statement(statement, where_);
  return database_error(where_, code, sqlite3_errmsg(database_.get()));
}

Result<Transaction> Transaction::begin(const Database& database) {
  TRY(database.run("BEGIN IMMEDIATE"));
  return Transaction(database);
}

Result<void> Transaction::commit() {
  TRY(open_->run("COMMIT"));
  (void)open_.release();
  return {};
}

}  // namespace gridmark::ledger
