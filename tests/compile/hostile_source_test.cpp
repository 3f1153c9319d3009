// Effects of hostile sources on the compiler. Each is compiled like a submission, in each isolation, and must
// end with an outcome and a message. Messages and the program must not reveal anything about the machine or
// the course.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <optional>

#include "grader/compile/build.h"
#include "grader/compile/stage.h"
#include "grader/system/files.h"
#include "grader/system/temp_folder.h"

namespace gridmark::compile {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

constexpr const char* lab_name = "lab1-gpu-basics";
constexpr const char* source_name = "benchmark.cu";
/// Replaced by the path of a file that every user may read, but a submission must not.
constexpr const char* secret_file = "@SECRET@";
constexpr const char* secret_text = "unheard_of_answer_4711";

struct Case {
  const char* name;
  std::string source;
  Outcome outcome;
  std::string message;          ///< expected part of the messages
  bool after_solution = false;  ///< the source is appended to the lab's solution, which still compiles then
  std::optional<Outcome> landlock_outcome = {};
  double cpu_seconds = 30;
};

/// Prints the name of a case when a test prints its parameter.
void PrintTo(const Case& given, std::ostream* out) { *out << given.name; }

std::string repeated(const std::string& text, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) all += text;
  return all;
}

/// Each macro expands to eight of the previous one.
std::string doubling_macros(int levels, const std::string& innermost) {
  std::string text = "#define M0 " + innermost + "\n";
  for (int i = 1; i <= levels; ++i)
    text += "#define M" + std::to_string(i) + repeated(" M" + std::to_string(i - 1), 8) + "\n";
  return text;
}

std::vector<Case> files_out_of_reach() {
  const std::string secret = secret_file;
  const auto broken = Outcome::build_failed;
  const auto landlock_says_so = broken;  // a file that exists and stays closed is an error to the compiler
  return {
      {"IncludesACourseFile", "#include \"" + secret + "\"\n", broken, "fatal error: " + secret},
      {"IncludesTheAccounts", "#include \"/etc/passwd\"\n", broken, "fatal error: /etc/passwd"},
      {"IncludesTheEnvironment", "#include </proc/self/environ>\n", Outcome::forbidden, "/proc/self/environ",
       false, landlock_says_so},
      {"IncludesTheLaunchersEnvironment", "#include </proc/1/environ>\n", broken,
       "fatal error: /proc/1/environ"},
      {"IncludesTheTerminal", "#include \"/dev/tty\"\n", broken, "fatal error: /dev/tty"},
      {"IncludesTheKernelsMemory", "#include \"/proc/kcore\"\n", broken, "error"},
      {"ClimbsOutOfItsFolder", "#include \"../../../../../../../.." + secret + "\"\n", broken,
       "fatal error: "},
      {"TakesACourseFileIntoTheProgram", "asm(\".incbin \\\"" + secret + "\\\"\");\n", broken, secret},
      {"AssemblesACourseFile", "asm(\".include \\\"" + secret + "\\\"\");\n", broken, secret},
      {"PretendsToBeACourseFile", "#line 1 \"" + secret + "\"\nint x = nonsense;\n", broken, "nonsense"},
      {"DependsOnACourseFile", "#pragma GCC dependency \"" + secret + "\"\n", broken, secret},
      {"LoadsAPrecompiledHeader", "#pragma GCC pch_preprocess \"" + secret + "\"\n", broken,
       "pch_preprocess"},
      {"ProbesForACourseFile",
       "#if __has_include(\"" + secret + "\") || __has_include(</etc/passwd>)\n#error it is there\n#endif\n",
       Outcome::passed, "", true, landlock_says_so},
  };
}

std::vector<Case> bombs() {
  const auto late = Outcome::timed_out;
  const std::string tree =
      "template <int a, int b> struct S { static constexpr long v = S<a - 1, 2 * b>::v + S<a - 1, 2 * b + "
      "1>::v; };\n"
      "template <int b> struct S<0, b> { static constexpr long v = b; };\n";
  return {
      {"GrowsTemplates", tree + "long x = S<28, 0>::v;\n", Outcome::out_of_memory, "MiB of memory"},
      {"ComputesConstants",
       "constexpr long f() { long s = 0; for (long i = 0; i < 1L << 40; ++i) s += i; return s; }\n"
       "static_assert(f() > 0);\n",
       Outcome::build_failed, "constexpr"},
      {"ComputesManyConstants",
       "template <long n> constexpr long f() { long s = n; for (long i = 0; i < 3000000; ++i) s += i; return "
       "s; }\n"
       "template <long... n> struct List {};\n"
       "template <long n> struct All { static_assert(f<n>() > 0); static constexpr int v = All<n - 1>::v; "
       "};\n"
       "template <> struct All<0> { static constexpr int v = 0; };\n"
       "int x = All<800>::v;\n",
       late,
       "of CPU time",
       false,
       {},
       4},
      {"GrowsMacros", doubling_macros(12, "1 +") + "int x = M12 0;\n", Outcome::out_of_memory,
       "MiB of memory"},
      {"IncludesItselfTwice", "#include \"benchmark.cu\"\n#include \"benchmark.cu\"\n", Outcome::output_limit,
       "printed more than 256 KiB"},
      {"FillsAnObject", "char a[1ull << 33] = {1};\n", Outcome::output_limit, "larger than 64 MiB"},
      {"SkipsTenGibibytes", "asm(\".data\\n.skip 10737418240, 1\\n.text\");\n", Outcome::output_limit,
       "larger than 64 MiB"},
      {"FillsTenGibibytes", "asm(\".data\\n.fill 1342177280, 8, 1\\n.text\");\n", Outcome::output_limit,
       "larger than 64 MiB"},
      {"RepeatsAssembly", "asm(\".data\\n.rept 2000000000\\n.quad 1\\n.endr\\n.text\");\n",
       Outcome::build_failed, "out of memory"},
      {"IncludesZeros", "#include \"/dev/zero\"\n", Outcome::out_of_memory, "MiB of memory"},
      {"IncludesRandomBytes", "#include \"/dev/urandom\"\n", Outcome::out_of_memory, "MiB of memory"},
      {"TakesZerosIntoTheProgram", "asm(\".incbin \\\"/dev/zero\\\", 0, 17179869184\");\n",
       Outcome::build_failed, "unable to include"},
      {"FloodsWithErrors", doubling_macros(4, "(void)*0;") + "void f() { M4 }\n", Outcome::output_limit,
       "printed more than 256 KiB"},
      {"FloodsWithWarnings",
       repeated("#warning a long sentence that nobody wants to read a second time\n", 3000),
       Outcome::output_limit, "printed more than 256 KiB"},
  };
}

/// Compiles like a submission, with a file that every user may read, but not the submission.
class IsolatedCompile : public testing::Test {
 protected:
  IsolatedCompile() {
    fs::permissions(folder_.path(), fs::perms(0755));
    std::ofstream(secret()) << secret_text << "\n";
    fs::permissions(secret(), fs::perms(0644));
    lab_.name = lab_name;
    lab_.folder = paths_.labs() / lab_name;
    lab_.files = {source_name};
    lab_.build_limits = {.wall_seconds = 60,
                         .cpu_seconds = 30,
                         .memory_mib = 600,
                         .processes = 32,
                         .output_kib = 256,
                         .file_size_mib = 64};
  }
  fs::path secret() const { return folder_.path() / "secret.h"; }
  std::string solution() const {
    return system::read_file(paths_.source / "solutions" / lab_name / source_name, 1 << 20).value();
  }

  /// Adds the lab's other sources from the solution, because the program needs them.
  void add_other_sources() {
    fs::create_directories(folder_.path() / "student");
    for (const fs::path& file : fs::directory_iterator(paths_.source / "solutions" / lab_name)) {
      if (file.filename() == source_name) continue;
      fs::copy(file, folder_.path() / "student" / file.filename(), fs::copy_options::recursive);
      lab_.files.push_back(file.filename());
    }
  }

  /// The launcher for the tested mode.
  fs::path launcher(const std::string& mode) const {
    const fs::path script = folder_.path() / "launcher";
    std::ofstream(script) << "#!/bin/sh\ncommand=$1\nshift\nexec '" << paths_.sandbox().string()
                          << "' \"$command\" --mode " << mode << " \"$@\"\n";
    fs::permissions(script, fs::perms(0755));
    return script;
  }

  Build build_in(const std::string& mode, const std::string& text) {
    fs::create_directories(folder_.path() / "student");
    std::ofstream(folder_.path() / "student" / source_name) << text;
    const Submission submission = stage(lab_, folder_.path() / "student", folder_.path() / "staged").value();
    system::LauncherSandbox sandbox(launcher(mode), system::Trust::no, stop_);
    const auto result =
        build(lab_, submission, Device::emulated, Flavour::fast, paths_, folder_.path(), sandbox);
    EXPECT_TRUE(result) << result.error().where << ": " << result.error().message;
    return result.value_or(Build{});
  }

  system::TempFolder folder_ = system::TempFolder::make().value();
  system::ProgramPaths paths_{GRIDMARK_SOURCE_DIR, GRIDMARK_BUILD_DIR};
  system::StopFlag stop_;
  Lab lab_;
};

class HostileSource : public IsolatedCompile,
                      public testing::WithParamInterface<std::tuple<const char*, Case>> {
 protected:
  std::string with_secret(std::string text) const {
    for (std::size_t at = 0; (at = text.find(secret_file)) != std::string::npos;)
      text.replace(at, std::string(secret_file).size(), secret().string());
    return text;
  }
  std::string text_of(const Case& given) const {
    return (given.after_solution ? solution() : "") + with_secret(given.source);
  }
};

TEST_P(HostileSource, EndsWithAnOutcomeAndAMessageAndTellsNothing) {
  const Case& given = std::get<Case>(GetParam());
  const std::string mode = std::get<0>(GetParam());
  lab_.build_limits.cpu_seconds = given.cpu_seconds;
  if (given.outcome == Outcome::out_of_memory) lab_.build_limits.memory_mib = 200;  // reached sooner
  if (given.after_solution) add_other_sources();
  const Build built = build_in(mode, text_of(given));
  const Outcome outcome = mode == "landlock" ? given.landlock_outcome.value_or(given.outcome) : given.outcome;
  EXPECT_EQ(name_of(built.outcome), name_of(outcome)) << built.messages.substr(0, 2000);
  EXPECT_THAT(built.messages, HasSubstr(with_secret(given.message)));
  for (const char* untold : {secret_text, "root:x:", "GRIDMARK_"})
    EXPECT_THAT(built.messages, Not(HasSubstr(untold)));
  if (built.outcome != Outcome::passed) return;
  EXPECT_THAT(system::read_file(built.program, 1 << 28).value(), Not(HasSubstr(secret_text)));
}

std::string name_of_try(const testing::TestParamInfo<std::tuple<const char*, Case>>& tried) {
  return std::string(std::get<0>(tried.param)) + "_" + std::get<1>(tried.param).name;
}

INSTANTIATE_TEST_SUITE_P(Files, HostileSource,
                         testing::Combine(testing::Values("bubblewrap", "landlock"),
                                          testing::ValuesIn(files_out_of_reach())),
                         name_of_try);
INSTANTIATE_TEST_SUITE_P(Bombs, HostileSource,
                         testing::Combine(testing::Values("bubblewrap", "landlock"),
                                          testing::ValuesIn(bombs())),
                         name_of_try);

/// A compiler reads variables for plugins, other programs and other headers.
TEST_F(IsolatedCompile, TheGradersEnvironmentStaysOutside) {
  const fs::path false_parts = folder_.path() / "false";
  fs::create_directories(false_parts);
  for (const char* name : {"as", "cc1plus", "cuda_runtime.h"})
    std::ofstream(false_parts / name) << "#error from the environment\n";
  const std::vector<const char*> variables{"CPATH", "CPLUS_INCLUDE_PATH", "COMPILER_PATH", "GCC_EXEC_PREFIX",
                                           "CXX",   "LIBRARY_PATH"};
  add_other_sources();
  for (const char* variable : variables) setenv(variable, false_parts.c_str(), 1);
  for (const char* mode : {"bubblewrap", "landlock"}) {
    const Build built = build_in(mode, solution());
    EXPECT_EQ(built.outcome, Outcome::passed) << built.messages;
  }
  for (const char* variable : variables) unsetenv(variable);
}

}  // namespace
}  // namespace gridmark::compile
