#pragma once
// SQLite with errors as values.
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "grader/core/error.h"

struct sqlite3;
struct sqlite3_stmt;

namespace gridmark::ledger {

class Database;

/// A prepared statement: bind from 1 on, step, read columns from 0 on.
class Statement {
 public:
  Statement& bind(int place, std::string_view text);
  Statement& bind(int place, std::int64_t number);
  Statement& bind_null(int place);

  /// Runs it to its next row.
  /// returns  whether there is one. After the last row the statement can be bound and run again.
  /// errors   filesystem
  Result<bool> step();
  /// For a statement without rows.
  Result<void> run();

  std::string text(int column) const;  ///< "" for null
  std::int64_t number(int column) const;
  bool is_null(int column) const;

 private:
  friend class Database;
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const;
  };
  Statement(sqlite3_stmt* statement, const std::string& where) : statement_(statement), where_(where) {}
  std::unique_ptr<sqlite3_stmt, Finalize> statement_;
  std::string where_;
};

class Database {
 public:
  /// Makes the file if it is missing.
  ///
  /// errors   filesystem: cannot be opened, is not a database, is damaged
  static Result<Database> open(const std::filesystem::path& path);

  /// Statements without values, separated by semicolons.
  Result<void> run(const char* sql) const;
  Result<Statement> prepare(const char* sql) const;

  const std::string& where() const { return where_; }

 private:
  struct Close {
    void operator()(sqlite3* database) const;
  };
  Database(sqlite3* database, std::string where) : database_(database), where_(std::move(where)) {}
  std::unique_ptr<sqlite3, Close> database_;
  std::string where_;
};

/// The statements of a thread between begin and commit take effect together or not at all. Without a commit
/// they are undone.
class Transaction {
 public:
  /// Waits for other writers.
  /// errors  filesystem: one of them holds it for longer than a minute
  static Result<Transaction> begin(const Database& database);
  Result<void> commit();

 private:
  struct Undo {
    void operator()(const Database* database) const { (void)database->run("ROLLBACK"); }
  };
  explicit Transaction(const Database& database) : open_(&database) {}
  std::unique_ptr<const Database, Undo> open_;
};

}  // namespace gridmark::ledger
