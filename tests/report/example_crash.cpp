#include "tests/report/example_crash.h"

#include "tests/report/example_parts.h"

namespace gridmark {
namespace {

using Fate = CrashCall::Fate;

CrashPicture data_is_lost() {
  return {{{"create checkpoint.tmp", 9, Fate::kept},
           {"write 4096 bytes to checkpoint.tmp in 8 calls", 10, Fate::kept},
           {"write 512 bytes to checkpoint.tmp", 18, Fate::partial},
           {"write 4352 bytes to checkpoint.tmp in 9 calls", 19, Fate::lost},
           {"close checkpoint.tmp", 28, Fate::none},
           {"rename checkpoint.tmp to checkpoint", 29, Fate::kept}},
          8,
          1,
          {{"checkpoint", CrashFile::Kind::torn, 4480, 8960}},
          0,
          "load_checkpoint() finds a state that was never saved"};
}

CrashPicture name_is_lost() {
  return {{{"write 96 bytes to <b>new</b>\x1b[31m", 1, Fate::replaced},
           {"create <b>new</b>\x1b[31m", 2, Fate::lost},
           {"returned", 3, Fate::none}},
          1,
          2,
          {{"<b>new</b>\x1b[31m", CrashFile::Kind::missing, 0, 96},
           {"checkpoint", CrashFile::Kind::earlier, 80, 96},
           {"empty", CrashFile::Kind::whole, 0, 0},
           {"log", CrashFile::Kind::whole, 1, 1}},
          1,
          "load_checkpoint() finds that of save 1, though 2 saves have returned"};
}

}  // namespace

GradeRecord crashed_saves() {
  GradeRecord record = frame(0, 4);
  record.criteria = {{"saves", "Checkpoints", 0, 4}};
  const std::string torn =
      "save(n=8) 26 of 51 crash states are bad. The smallest: a crash after operation 29 of 40 (rename "
      "checkpoint.tmp to checkpoint): load_checkpoint() finds a state that was never saved. Call fsync() on "
      "the "
      "new file before rename(): the name can be safe earlier than the data";
  const std::string back = "save(n=2) 2 of 16 crash states are bad. Call fsync_folder() behind rename()";
  ItemScore data = failed(item("data", "the data is safe", "saves", 0, 2), Outcome::wrong_answer, torn, {});
  data.tests = {"Crash.Data"};
  ItemScore name = failed(item("name", "the name is safe", "saves", 0, 2), Outcome::wrong_answer, back, {});
  name.tests = {"Crash.Name"};
  record.items = {data, name};
  record.tests = {TestResult{"Crash.Data", Outcome::wrong_answer, torn, {}, "", 0.25},
                  TestResult{"Crash.Name", Outcome::wrong_answer, back, {}, "", 0.25}};
  record.tests[0].crash = data_is_lost();
  record.tests[1].crash = name_is_lost();
  return record;
}

}  // namespace gridmark
