#pragma once
#include <array>

namespace gridmark::ledger {

/// `grade` and `class` are JSON, as fields() describes LabGrade and StoredClass.
inline constexpr const char* tables_of_version_1 = R"sql(
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

/// `seen` as in HandGrade.
inline constexpr const char* tables_of_version_2 = R"sql(
CREATE TABLE hand_grades (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  at TEXT NOT NULL,
  student TEXT NOT NULL,
  lab TEXT NOT NULL,
  item TEXT NOT NULL,
  author TEXT NOT NULL,
  hundredths INTEGER NOT NULL,
  comment TEXT NOT NULL,
  content TEXT NOT NULL,
  seen INTEGER NOT NULL,
  request TEXT NOT NULL UNIQUE
) STRICT;
CREATE INDEX hand_grades_of_labs ON hand_grades (lab, student, item, number);

CREATE TABLE deliveries (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  at TEXT NOT NULL,
  channel TEXT NOT NULL,
  student TEXT NOT NULL,
  lab TEXT NOT NULL,
  content TEXT NOT NULL,
  state TEXT NOT NULL,
  author TEXT NOT NULL,
  detail TEXT NOT NULL
) STRICT;
CREATE INDEX deliveries_of_grades ON deliveries (channel, student, lab, number);

CREATE TRIGGER hand_grades_stay BEFORE UPDATE ON hand_grades
BEGIN SELECT RAISE(ABORT, 'hand grades stay as they are'); END;
CREATE TRIGGER hand_grades_remain BEFORE DELETE ON hand_grades
BEGIN SELECT RAISE(ABORT, 'hand grades stay as they are'); END;
CREATE TRIGGER deliveries_stay BEFORE UPDATE ON deliveries
BEGIN SELECT RAISE(ABORT, 'deliveries stay as they are'); END;
CREATE TRIGGER deliveries_remain BEFORE DELETE ON deliveries
BEGIN SELECT RAISE(ABORT, 'deliveries stay as they are'); END;
)sql";

/// Each version adds tables to the one before. SQLite's user_version stores the number of versions that a
/// file has.
inline constexpr std::array<const char*, 2> tables = {tables_of_version_1, tables_of_version_2};

}  // namespace gridmark::ledger
