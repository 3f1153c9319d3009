#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "tests/architecture/house_rules.h"
#include "tests/architecture/source_tree.h"

namespace gridmark::architecture {
namespace {

const std::vector<SourceFile>& the_project() {
  static const std::vector<SourceFile> files = read_tree(GRIDMARK_SOURCE_DIR);
  return files;
}

void expect_none(const std::vector<Violation>& found) { EXPECT_TRUE(found.empty()) << listing(found); }

TEST(IncludeDirections, HoldInTheWholeHouse) { expect_none(forbidden_includes(the_project())); }

TEST(IncludeDirections, KeepPosixInTheRoomsThatWrapIt) { expect_none(posix_out_of_place(the_project())); }

TEST(IncludeDirections, ShowThatEachHeaderCompilesAlone) { expect_none(own_header_not_first(the_project())); }

TEST(Namespaces, ShowTheRoom) { expect_none(plain_namespaces(the_project())); }

TEST(IncludeDirections, AreReadFromAllHouses) {
  std::set<std::string> houses;
  for (const SourceFile& file : the_project()) {
    if (is_cpp_source(file.path)) houses.insert(room_of(file.path).substr(0, room_of(file.path).find('/')));
  }
  EXPECT_TRUE(houses.contains("grader") && houses.contains("labkit") && houses.contains("emulation") &&
              houses.contains("base") && houses.contains("protocol") && houses.contains("labs"));
}

// --- the checks find the faults that they are for ---

TEST(ForbiddenIncludes, NameFileAndLine) {
  const std::vector<SourceFile> files{{"grader/score/x.cpp", "// one\n#include \"grader/system/clock.h\"\n"}};
  EXPECT_EQ(listing(forbidden_includes(files)),
            "grader/score/x.cpp:2: grader/score may not include grader/system\n");
}

TEST(PlainNamespaces, AreForValuesOnly) {
  const std::string plain = "#pragma once\nnamespace gridmark {\n}\n";
  EXPECT_EQ(listing(plain_namespaces({{"grader/score/x.h", plain}})),
            "grader/score/x.h:0: stands in namespace gridmark, expected gridmark::score\n");
  EXPECT_TRUE(plain_namespaces({{"grader/core/x.h", plain}, {"base/x.h", plain}}).empty());
}

struct Edge {
  std::string from;
  std::string target;
  bool allowed;
};

class IncludeEdge : public testing::TestWithParam<Edge> {};

TEST_P(IncludeEdge, IsJudgedByTheTable) {
  const Edge& edge = GetParam();
  const auto found = forbidden_includes({{edge.from, "  #  include <" + edge.target + ">\n"}});
  EXPECT_EQ(found.empty(), edge.allowed) << edge.from << " -> " << edge.target << "\n" << listing(found);
}

INSTANTIATE_TEST_SUITE_P(
    Edges, IncludeEdge,
    testing::Values(Edge{"grader/main.cpp", "grader/cli/commands.h", true},
                    Edge{"grader/main.cpp", "grader/score/score.h", false},
                    Edge{"grader/score/x.h", "grader/core/points.h", true},
                    Edge{"grader/score/x.h", "grader/score/y.h", true},
                    Edge{"grader/score/x.h", "vector", true},
                    Edge{"grader/core/x.h", "grader/score/x.h", false},
                    Edge{"grader/report/x.cpp", "grader/load/x.h", false},
                    Edge{"grader/compile/x.cpp", "grader/sandbox/limits.h", false},
                    Edge{"grader/sandbox/x.cpp", "grader/core/error.h", false},
                    Edge{"grader/sandbox/x.cpp", "base/x.h", true},
                    Edge{"grader/score/x.cpp", "labkit/timing/x.h", false},
                    Edge{"labkit/channel/x.cpp", "protocol/x.h", true},
                    Edge{"protocol/x.h", "base/x.h", true}, Edge{"base/x.h", "protocol/x.h", false},
                    Edge{"base/x.h", "grader/core/error.h", false},
                    Edge{"grader/measure/x.cpp", "labkit/channel/operation.h", false},
                    Edge{"grader/measure/x.cpp", "emulation/meters.h", false},
                    Edge{"labkit/channel/x.cpp", "grader/core/outcome.h", false},
                    Edge{"labkit/channel/x.cpp", "emulation/meters.h", true},
                    Edge{"emulation/engine/x.cpp", "labkit/channel/worker.h", false},
                    Edge{"emulation/engine/x.cpp", "gridmark/warp.h", true},
                    Edge{"emulation/include/cuda_runtime.h", "emulation/engine/fiber.h", false},
                    Edge{"emulation/driver/x.cpp", "emulation/rewrite/rewrite.h", true},
                    Edge{"labs/one/tests/x.cpp", "labkit/channel/ask.h", true},
                    Edge{"labs/one/tests/x.cpp", "labs/one/operations.h", true},
                    Edge{"labs/one/tests/x.cpp", "labs/two/operations.h", false},
                    Edge{"labs/one/adaptor.cu", "grader/core/points.h", false},
                    Edge{"labs/one/adaptor.cu", "emulation/engine/grid.h", false}));

TEST(ForbiddenIncludes, NameARoomThatTheTableDoesNotHave) {
  const auto found = forbidden_includes({{"grader/attic/x.cpp", ""}});
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].message, "grader/attic is no room of house_rules.cpp yet");
}

TEST(PosixOutOfPlace, IsFoundInPureRoomsOnly) {
  const std::string text = "#include <string>\n#include <sys/stat.h>\n";
  EXPECT_EQ(listing(posix_out_of_place({{"grader/score/x.cpp", text}})),
            "grader/score/x.cpp:2: <sys/stat.h> belongs to grader/system\n");
  EXPECT_EQ(listing(posix_out_of_place({{"grader/system/x.cpp", text}, {"labkit/channel/x.cpp", text}})), "");
}

TEST(OwnHeader, MustComeFirst) {
  const SourceFile header{"grader/score/x.h", ""};
  EXPECT_EQ(own_header_not_first({header, {"grader/score/x.cpp", "#include <vector>\n"}}).size(), 1u);
  EXPECT_EQ(own_header_not_first({header, {"grader/score/x.cpp", "#include \"grader/score/x.h\"\n"}}).size(),
            0u);
}

class ATree : public testing::Test {
 protected:
  void SetUp() override {
    root_ = std::filesystem::path(testing::TempDir()) / "a tree of sources";
    std::filesystem::remove_all(root_);
  }
  void TearDown() override { std::filesystem::remove_all(root_); }

  void write(const std::string& path, const std::string& text) {
    std::filesystem::create_directories((root_ / path).parent_path());
    std::ofstream(root_ / path) << text;
  }

  std::filesystem::path root_;
};

TEST_F(ATree, WithAPlantedIncludeIsCaught) {
  write("grader/core/points.h", "");
  write("grader/report/html.cpp", "#include \"grader/pipeline/grade.h\"\n");
  write("build/grader/score/x.cpp", "#include \"grader/cli/x.h\"\n");
  EXPECT_EQ(listing(forbidden_includes(read_tree(root_))),
            "grader/report/html.cpp:1: grader/report may not include grader/pipeline\n");
}

TEST_F(ATree, IsReadWithoutFollowingLinks) {
  write("a.h", "text");
  std::filesystem::create_symlink("a.h", root_ / "b.h");
  const auto files = read_tree(root_);
  ASSERT_EQ(files.size(), 1u);
  EXPECT_EQ(files[0].path, "a.h");
  EXPECT_EQ(files[0].text, "text");
}

}  // namespace
}  // namespace gridmark::architecture
