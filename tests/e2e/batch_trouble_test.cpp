// Batches on full or read-only disks. The test mounts the file systems.
#include <gmock/gmock.h>

#include <fstream>
#include <sstream>

#include "tests/e2e/run_gridmark.h"

namespace gridmark::e2e {
namespace {

using testing::AllOf;
using testing::HasSubstr;
namespace fs = std::filesystem;

constexpr const char* lab = "lab0-warm-up";
const fs::path source = GRIDMARK_SOURCE_DIR;

class BatchTrouble : public testing::Test {
 protected:
  void SetUp() override {
    fs::copy_file(source / "tests/golden/report/mixed.json", root() / "record.json");
    std::ofstream(root() / "grader.sh")
        << "#!/bin/sh\ncp " << (root() / "record.json").string() << " \"$6\"\n";
    fs::permissions(root() / "grader.sh", fs::perms::owner_all);
    for (int i = 0; i < 8; ++i) {
      const fs::path folder = root() / "students" / ("s" + std::to_string(i)) / lab;
      fs::create_directories(folder);
      fs::copy(source / "starter" / lab, folder, fs::copy_options::recursive);
      std::ofstream(folder / "transfers.cu") << "// " << i << "\n";
    }
    fs::create_directories(root() / "results");
  }
  fs::path root() const { return scratch_.path(); }

  /// Runs lines of shell as root of a mount namespace. $BATCH is a batch, which can have more options.
  /// returns  exit code; 77: such a namespace cannot be made here
  int run(const std::string& lines) const {
    std::ofstream(root() / "lines.sh")
        << "set -u\ncd " << root().string() << "\nBATCH='" GRIDMARK_BUILD_DIR << "/bin/gridmark batch " << lab
        << " --submissions students --results results --grader " << root().string()
        << "/grader.sh --jobs 2'\n"
        << lines;
    if (std::system("unshare --user --map-root-user --mount true 2>/dev/null") != 0) return 77;
    const int status =
        std::system(("unshare --user --map-root-user --mount bash " + (root() / "lines.sh").string() + " >" +
                     (root() / "said").string() + " 2>&1")
                        .c_str());
    return WEXITSTATUS(status);
  }
  std::string said() const { return text_of(root() / "said"); }

 private:
  ScratchFolder scratch_;
};

TEST_F(BatchTrouble, AFullDiskCostsRowsAndTearsNothing) {
  const int code =
      run("mount -t tmpfs -o size=128k none results || exit 3\n"
          "$BATCH; echo \"first: $?\"\n"
          "find results -path results/.work -prune -o -name '*.json' -size 0 -print | sed 's/^/torn: /'\n"
          "mount -o remount,size=64m none results || exit 3\n"
          "$BATCH; echo \"second: $?\"\n"
          "find results -path '*/attempts/*' -name graded.json | wc -l\n");
  if (code == 77) GTEST_SKIP() << "this machine makes no mount namespaces for its users";
  ASSERT_EQ(code, 0) << said();
  EXPECT_THAT(said(), testing::AnyOf(HasSubstr("first: 1\n"), HasSubstr("first: 2\n")));
  EXPECT_THAT(said(), testing::AnyOf(HasSubstr("No space left on device"), HasSubstr("Is the disk full?")));
  EXPECT_THAT(said(), testing::Not(HasSubstr("torn: ")));
  EXPECT_THAT(said(), AllOf(HasSubstr("8 graded"), HasSubstr("second: 0\n8\n")));
}

TEST_F(BatchTrouble, AReadOnlyFolderIsSaidBeforeTheFirstGrade) {
  const int code =
      run("mount -t tmpfs none results && mount -o remount,ro none results || exit 3\n"
          "$BATCH; echo \"code: $?\"\n");
  if (code == 77) GTEST_SKIP() << "this machine makes no mount namespaces for its users";
  ASSERT_EQ(code, 0) << said();
  EXPECT_THAT(said(), AllOf(HasSubstr("results cannot be written here"), HasSubstr("name another folder"),
                            HasSubstr("code: 2\n")));
}

}  // namespace
}  // namespace gridmark::e2e
