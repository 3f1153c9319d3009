// Pages, schemas and messages use the terms of docs/glossary.md.
#include "tests/architecture/glossary.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>

namespace gridmark::architecture {
namespace {

const std::string table =
    "| term | meaning | retired words | ordinary near |\n|---|---|---|---|\n"
    "| target | what earns points | `lane` | `warp` |\n"
    "| item | an entry of a rubric | `line of the rubric`, `timed line` | |\n";

std::string uses(const std::string& path, const std::string& text) {
  return listing(uses_of_retired_words({path, text}, retired_words(table)));
}

TEST(Glossary, HoldsForAllThatPeopleRead) {
  const std::vector<SourceFile> tree = read_tree(GRIDMARK_SOURCE_DIR);
  const auto glossary = std::find_if(tree.begin(), tree.end(),
                                     [](const SourceFile& file) { return file.path == "docs/glossary.md"; });
  ASSERT_NE(glossary, tree.end());
  const std::vector<RetiredWord> retired = retired_words(glossary->text);
  ASSERT_GT(retired.size(), 10u);
  std::string all;
  for (const SourceFile& file : tree)
    if (is_read_by_people(file.path)) all += listing(uses_of_retired_words(file, retired));
  EXPECT_TRUE(all.empty()) << all;
}

TEST(Glossary, FindsARetiredWordInAPageASchemaAndALiteral) {
  EXPECT_EQ(uses("docs/x.md", "one\n\nEach lane has\npoints.\n"),
            "docs/x.md:3: says \"lane\", expected \"target\": each lane has points.\n");
  EXPECT_NE(uses("docs/formats/x.schema.json", "{\"lanes\": 1}"), "");
  EXPECT_NE(uses("grader/x.cpp", "\nfail(\"a lane without a curve\");\n").find("grader/x.cpp:2:"),
            std::string::npos);
}

TEST(Glossary, FindsARetiredWordInARawLiteral) {
  const std::string source = "const char* help = R\"(\nExamples:\n  each lane)\";\nsay(\"lane\");\n";
  EXPECT_NE(uses("grader/x.cpp", source).find("grader/x.cpp:1:"), std::string::npos);
  EXPECT_NE(uses("grader/x.cpp", source).find("grader/x.cpp:4:"), std::string::npos);
}

TEST(Glossary, FindsAPhraseAcrossLines) {
  EXPECT_NE(uses("docs/x.md", "Each line of\nthe rubric.\n"), "");
  EXPECT_NE(uses("grader/x.cpp", "say(\"each line of \"\n    \"the rubric\");\n"), "");
}

TEST(Glossary, LeavesOrdinaryMeaningsAndNamesAlone) {
  EXPECT_EQ(uses("docs/x.md", "A warp has 32 lanes.\n"), "");
  EXPECT_EQ(uses("grader/load/warp.cpp", "node[\"lanes\"];\n"), "");
  EXPECT_EQ(uses("grader/x.cpp", "lane(); // a lane\nsay(\"planes, lane_of\");\n"), "");
}

TEST(Glossary, ARowWithoutFourCellsIsRefused) {
  EXPECT_THROW(retired_words("| target | what earns points |\n"), std::runtime_error);
}

TEST(Glossary, IsNotHeldAgainstItself) {
  EXPECT_FALSE(is_read_by_people("docs/glossary.md"));
  EXPECT_FALSE(is_read_by_people("tests/report/x_test.cpp"));
  EXPECT_TRUE(is_read_by_people("docs/formats/rubric.schema.json"));
  EXPECT_TRUE(is_read_by_people("labs/one/README.md"));
}

}  // namespace
}  // namespace gridmark::architecture
