// The symbols that the closed part of a worker shows to a linker, for each lab.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "grader/compile/named_symbols.h"
#include "grader/compile/object_file.h"
#include "grader/compile/symbol_rules.h"
#include "grader/compile/worker_names.h"
#include "grader/load/load_lab.h"
#include "grader/system/files.h"
#include "grader/system/program_paths.h"

namespace gridmark::compile {
namespace {

namespace fs = std::filesystem;
using testing::Contains;
using testing::EndsWith;
using testing::IsEmpty;
using testing::Not;

const system::ProgramPaths paths{GRIDMARK_SOURCE_DIR, GRIDMARK_BUILD_DIR};

ObjectFile object(const fs::path& file) {
  constexpr std::int64_t most_bytes = std::int64_t{512} << 20;
  return read_object_file(system::read_file(file, most_bytes).value());
}

/// LAB/worker.emulated.FLAVOUR for every lab of the course.
std::vector<fs::path> workers() {
  std::vector<fs::path> all;
  for (const fs::path& lab : fs::directory_iterator(paths.labs()))
    if (fs::exists(lab / "lab.json"))
      for (const char* flavour : {"fast", "counted"})
        all.push_back(paths.built_lab(lab.filename()) / ("worker.emulated." + std::string(flavour)));
  return all;
}

fs::path adaptor_of(const fs::path& worker) {
  std::string name = worker.filename();
  return worker.parent_path() / ("adaptor" + name.substr(name.find('.')) + ".o");
}

TEST(WorkerLink, ALinkerFindsTheOfferedNamesAndNoOthers) {
  ASSERT_THAT(workers(), Not(IsEmpty()));
  for (const fs::path& worker : workers()) {
    const WorkerNames names = read_worker_names(worker.string() + ".names").value();
    const ObjectFile closed = object(worker.string() + ".o");
    ASSERT_EQ(closed.malformed, "") << worker;
    WorkerNames::Names found;
    for (const ObjectSymbol& symbol : closed.symbols) {
      if (symbol.binding == ObjectSymbol::Binding::local || !symbol.defined || symbol.name == "main")
        continue;
      EXPECT_EQ(symbol.binding, ObjectSymbol::Binding::global) << worker << " " << symbol.name;
      found.insert(symbol.name);
    }
    EXPECT_EQ(found, names.offered) << worker;
  }
}

/// The number of names that lab.json denies to a submission.
std::size_t denied_names(const std::string& lab, Flavour flavour) {
  const Lab read = load::load_lab(load::course_folders(paths.source), lab).value();
  const fs::path file = paths.built_lab(lab) / fmt::format("worker.emulated.{}.names", name_of(flavour));
  const WorkerNames worker = read_worker_names(file).value();
  EXPECT_TRUE(check_denied_names(read, worker));
  return static_cast<std::size_t>(std::count_if(
      worker.offered.begin(), worker.offered.end(),
      [&](const std::string& symbol) { return are_named(read.permissions.symbols.deny, symbol); }));
}

// A name that matched fewer symbols would allow the others.
TEST(WorkerLink, ALabsNamesMeanAllOfWhatTheyDeny) {
  for (const Flavour flavour : {Flavour::fast, Flavour::counted}) {
    EXPECT_EQ(denied_names("lab1-gpu-basics", flavour), 13u);
    EXPECT_EQ(denied_names("lab2-mixed-precision", flavour), 54u);
  }
}

TEST(WorkerLink, ADeniedNameThatGridmarkDoesNotHaveIsASlip) {
  Lab lab = load::load_lab(load::course_folders(paths.source), "lab1-gpu-basics").value();
  const WorkerNames worker = read_worker_names(workers().front().string() + ".names").value();
  lab.permissions.symbols.deny = {"pthread_create", "gridmark::tensor::matmull"};
  const auto checked = check_denied_names(lab, worker);
  ASSERT_FALSE(checked);
  EXPECT_THAT(message_of(checked.error()),
              EndsWith("lab.json: /symbols/deny/1: found no function or class of gridmark called "
                       "\"gridmark::tensor::matmull\"; did you mean \"gridmark::tensor::matmul\"?"));
  lab.permissions.symbols.deny = {"*gridmark6tensor6matmul*"};  // as the linker spells it
  EXPECT_FALSE(check_denied_names(lab, worker));
}

bool may_be_defined(const ObjectSymbol& symbol, const WorkerNames& names) {
  ObjectFile submission;
  submission.symbols = {symbol};
  submission.symbols[0].defined = true;
  submission.symbols[0].binding = ObjectSymbol::Binding::weak;
  return !refused_symbol(submission, {}, {}, names, {});
}

// A student could define a name that the closed part leaves undefined. Only the lab's functions may be
// undefined.
TEST(WorkerLink, ASubmissionDefinesTheLabsFunctionsAndNothingElseThatIsAskedFor) {
  for (const fs::path& worker : workers()) {
    const WorkerNames names = read_worker_names(worker.string() + ".names").value();
    WorkerNames::Names asked;
    for (const ObjectSymbol& symbol : object(adaptor_of(worker)).symbols)
      if (!symbol.defined) asked.insert(symbol.name);
    for (const ObjectSymbol& symbol : object(worker.string() + ".o").symbols) {
      if (symbol.defined || symbol.binding == ObjectSymbol::Binding::local) continue;
      if (!may_be_defined(symbol, names)) continue;
      EXPECT_TRUE(asked.contains(symbol.name) && symbol.name.starts_with("_Z"))
          << worker << " " << symbol.name;
    }
  }
}

TEST(WorkerLink, MetersAndAllocatorAreHidden) {
  for (const fs::path& worker : workers()) {
    const WorkerNames names = read_worker_names(worker.string() + ".names").value();
    EXPECT_THAT(names.taken, Contains("_ZN8gridmark9emulation12counted_hookE"));
    EXPECT_THAT(names.taken, Contains("_ZN8gridmark9emulation12reset_metersEv"));
    EXPECT_THAT(names.offered, Contains("_ZN8gridmark6tensor12memory_statsENS0_6DeviceE"));
    EXPECT_THAT(names.offered, Contains("_ZTVN8gridmark6tensor3SGDE"));
    EXPECT_THAT(names.offered, Contains("cudaFree"));
  }
}

bool is_state(const ObjectSymbol& symbol, const ObjectFile& object) {
  if (!symbol.defined || !symbol.variable) return false;
  for (const char* constants :
       {"_ZT", "DW.ref."})  // tables of pointers, which are written when the program is loaded
    if (symbol.name.starts_with(constants)) return false;
  if (symbol.binding != ObjectSymbol::Binding::weak && symbol.binding != ObjectSymbol::Binding::unique)
    return false;
  for (const ObjectSection& section : object.sections)
    if (section.index == symbol.section) return section.writable;
  return false;
}

bool is_public(const ObjectSymbol& symbol) {
  return symbol.name.find("8gridmark6tensor") != symbol.name.npos ||
         symbol.name.find("8gridmark9emulation") != symbol.name.npos;
}

// Both sides have a copy of an inline variable, so the headers of the kit and the engine must not have one.
TEST(WorkerLink, PublicHeadersKeepNoState) {
  for (const fs::path& worker : workers()) {
    const ObjectFile made = object(adaptor_of(worker));
    for (const ObjectSymbol& symbol : made.symbols)
      EXPECT_FALSE(is_public(symbol) && is_state(symbol, made)) << worker << " " << symbol.name;
  }
}

}  // namespace
}  // namespace gridmark::compile
