#pragma once

namespace gridmark::ledger {

/// Stored in the file as SQLite's user_version.
inline constexpr int tables_version = 1;

/// The tables of the file. `grade` and `class` are JSON, as fields() describes LabGrade and StoredClass.
inline constexpr const char* tables = R"sql(
CREATE TABLE events (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  at TEXT NOT NULL,
  kind TEXT NOT NULL,
  student TEXT NOT NULL,
  lab TEXT NOT NULL,
  author TEXT NOT NULL,
  reason TEXT NOT NULL,
  grade TEXT
) STRICT;
CREATE INDEX events_of_grades ON events (student, lab, number);

CREATE TABLE classes (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  at TEXT NOT NULL,
  class TEXT NOT NULL
) STRICT;

CREATE TABLE looks (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  at TEXT NOT NULL,
  repository TEXT NOT NULL,
  branch TEXT NOT NULL,
  tip TEXT NOT NULL
) STRICT;
CREATE INDEX looks_at_repositories ON looks (repository, number);

CREATE TABLE commits (
  repository TEXT NOT NULL,
  id TEXT NOT NULL,
  committed TEXT NOT NULL,
  seen TEXT NOT NULL,
  not_before TEXT NOT NULL,
  PRIMARY KEY (repository, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE pushes (
  repository TEXT NOT NULL,
  id TEXT NOT NULL,
  at TEXT NOT NULL,
  PRIMARY KEY (repository, id)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER events_stay BEFORE UPDATE ON events BEGIN SELECT RAISE(ABORT, 'events stay as they are'); END;
CREATE TRIGGER events_remain BEFORE DELETE ON events BEGIN SELECT RAISE(ABORT, 'events stay as they are'); END;
CREATE TRIGGER classes_stay BEFORE UPDATE ON classes BEGIN SELECT RAISE(ABORT, 'classes stay as they are'); END;
CREATE TRIGGER classes_remain BEFORE DELETE ON classes BEGIN SELECT RAISE(ABORT, 'classes stay as they are'); END;
CREATE TRIGGER looks_stay BEFORE UPDATE ON looks BEGIN SELECT RAISE(ABORT, 'looks stay as they are'); END;
CREATE TRIGGER looks_remain BEFORE DELETE ON looks BEGIN SELECT RAISE(ABORT, 'looks stay as they are'); END;
CREATE TRIGGER commits_stay BEFORE UPDATE ON commits BEGIN SELECT RAISE(ABORT, 'commits stay as they are'); END;
CREATE TRIGGER commits_remain BEFORE DELETE ON commits BEGIN SELECT RAISE(ABORT, 'commits stay as they are'); END;
CREATE TRIGGER pushes_stay BEFORE UPDATE ON pushes BEGIN SELECT RAISE(ABORT, 'pushes stay as they are'); END;
CREATE TRIGGER pushes_remain BEFORE DELETE ON pushes BEGIN SELECT RAISE(ABORT, 'pushes stay as they are'); END;
)sql";

}  // namespace gridmark::ledger
