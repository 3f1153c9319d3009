#include "grader/core/roster.h"

#include <gtest/gtest.h>

#include "grader/core/results_file.h"

namespace gridmark {
namespace {

Roster students_called(const std::vector<std::string>& ids) {
  Roster roster;
  for (const std::string& id : ids) roster.push_back({id, "", "", "", "", 0, {}});
  return roster;
}

TEST(Roster, NoIdIsAFileOfTheResultsFolder) {
  for (const auto& [file, name] : names(ResultsFile{})) {
    EXPECT_EQ(why_no_folder_name(std::string(name)),
              "is the name of a file that a batch writes in the results folder");
    EXPECT_NE(why_no_folder_name(std::string(name) + "..."), "") << name;
  }
  EXPECT_NE(why_no_folder_name("GradeBook.CSV"), "");
  EXPECT_NE(why_no_folder_name("cla\u017fs.html"), "");      // a long s folds to s
  EXPECT_NE(why_no_folder_name("gradeboo\u212a.csv"), "");   // Kelvin's sign composes to K
  EXPECT_NE(why_no_folder_name("gradebook\u200b.csv"), "");  // invisible
  for (const char* allowed : {"gradebook", "class.htm", "gradebook.csv-ada", "summary", "..a"})
    EXPECT_EQ(why_no_folder_name(allowed).find("results folder"), std::string::npos) << allowed;
}

TEST(Roster, NamesOfHiddenFilesAreNoIds) {
  for (const char* id : {".", "..", ".format", ".lock", ".work", ".repositories", ".slurm", ".similarity"})
    EXPECT_EQ(why_no_folder_name(id), "starts with a dot or a hyphen");
}

TEST(Roster, IdsThatLookAlikeAreFoundByTheFirst) {
  const auto found =
      look_alike_ids(students_called({"ada", "Jos\u00e9", "bo", "ADA", "Jose\u0301", "Ada", "jose"}));
  const std::vector<std::pair<std::string, std::string>> expected{
      {"ada", "ADA"}, {"Jos\u00e9", "Jose\u0301"}, {"ada", "Ada"}};
  EXPECT_EQ(found, expected);
  EXPECT_TRUE(look_alike_ids(students_called({"ada", "ada2", "a.da"})).empty());
}

}  // namespace
}  // namespace gridmark
