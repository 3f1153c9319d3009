#include "grader/schedule/tree.h"

#include <gtest/gtest.h>

#include <fstream>

#include "grader/system/temp_folder.h"

namespace gridmark::schedule {
namespace {

namespace fs = std::filesystem;

Lab lab() {
  Lab made;
  made.name = "lab9";
  made.files = {"a.cu", "include/b.h"};
  return made;
}

Tree tree(std::initializer_list<const char*> names) {
  Tree made;
  for (const char* name : names) made[name] = {TreeEntry::Kind::file, "id", 1, ""};
  return made;
}

TEST(Layout, EachWayToHandInIsFound) {
  EXPECT_EQ(find_layout(tree({"starter/lab9/a.cu", "a.cu"}), lab()), "starter/lab9/");
  EXPECT_EQ(find_layout(tree({"lab9/include/b.h", "README.md"}), lab()), "lab9/");
  EXPECT_EQ(find_layout(tree({"a.cu"}), lab()), "");
}

TEST(Layout, AFolderThatLiesAloneIsLookedThrough) {
  EXPECT_EQ(find_layout(tree({"lab9-main/a.cu", "lab9-main/README.md"}), lab()), "lab9-main/");
  EXPECT_EQ(find_layout(tree({"ada-main/starter/lab9/a.cu", ".DS_Store", "__MACOSX/ada-main/._a.cu"}), lab()),
            "ada-main/starter/lab9/");
  EXPECT_EQ(find_layout(tree({"ada/lab9-main/lab9/a.cu"}), lab()), "ada/lab9-main/lab9/");
  EXPECT_FALSE(find_layout(tree({"a/b/c/a.cu"}), lab())) << "three deep";
  EXPECT_FALSE(find_layout(tree({"one/a.cu", "two/a.cu"}), lab())) << "which of them?";
}

TEST(FolderTree, AFolderThatLiesAloneIsLookedThrough) {
  const auto folder = system::TempFolder::make();
  ASSERT_TRUE(folder);
  const fs::path student = folder->path();
  fs::create_directories(student / "ada/lab9-main/starter/lab9");
  std::ofstream(student / "ada/lab9-main/starter/lab9/a.cu") << "own";
  std::ofstream(student / "ada/lab9-main/README.md") << "more";
  EXPECT_EQ(find_layout(*read_folder_tree(student, {lab()}), lab()), "ada/lab9-main/starter/lab9/");
  EXPECT_EQ(find_submission(student, lab()).value(), student / "ada/lab9-main/starter/lab9");
  std::ofstream(student / "ada/lab9-main/a.cu") << "the folder itself";
  EXPECT_EQ(find_submission(student / "ada/lab9-main", lab()).value(), student / "ada/lab9-main");
  fs::rename(student / "ada/lab9-main", student / "elsewhere");
  fs::create_directory_symlink(student / "elsewhere", student / "ada/lab9-main");
  EXPECT_FALSE(find_layout(*read_folder_tree(student / "ada", {lab()}), lab())) << "a link is not followed";
}

TEST(Layout, AnOddOneSaysWhatWasLookedForAndWhatIsThere) {
  EXPECT_EQ(find_layout(tree({"README.md", "src/x/a.cu"}), lab()).error().message,
            "found none of a.cu, include/b.h in starter/lab9/, in lab9/ or at the top: there is "
            "\"README.md\", \"src/\". a.cu lies in \"src/x/\": move it");
  EXPECT_EQ(find_layout({}, lab()).error().message,
            "found none of a.cu, include/b.h in starter/lab9/, in lab9/ or at the top: there are no files");
}

TEST(FolderTree, NothingIsReachedThroughALink) {
  const auto folder = system::TempFolder::make();
  ASSERT_TRUE(folder);
  const fs::path secret = folder->path() / "secret", student = folder->path() / "student";
  fs::create_directories(secret / "lab9");
  fs::create_directories(student / "starter/lab9/include");
  std::ofstream(secret / "lab9/a.cu") << "somebody else's";
  std::ofstream(student / "starter/lab9/include/b.h") << "own";
  fs::create_symlink(secret / "lab9/a.cu", student / "starter/lab9/a.cu");
  fs::create_directory_symlink(secret / "lab9", student / "lab9");
  const auto seen = read_folder_tree(student, {lab()});
  ASSERT_TRUE(seen);
  EXPECT_EQ(seen->at("starter/lab9/include/b.h").kind, TreeEntry::Kind::file);
  EXPECT_EQ(seen->at("starter/lab9/a.cu").refusal, "symbolic link");
  EXPECT_NE(seen->at("lab9/a.cu").refusal, "");
}

TEST(LabFolder, ItIsFoundWithoutALink) {
  const auto folder = system::TempFolder::make();
  ASSERT_TRUE(folder);
  const fs::path root = folder->path();
  fs::create_directories(root / "handout/starter/lab9");
  fs::create_directories(root / "own/lab9");
  fs::create_directories(root / "own/starter/lab1");
  fs::create_directories(root / "linked/starter");
  fs::create_directory_symlink(root / "own/lab9", root / "linked/starter/lab9");
  fs::create_directories(root / "around/lab9");
  fs::create_directory_symlink(root / "handout/starter", root / "around/starter");
  fs::create_directory_symlink(root / "own", root / "home");
  EXPECT_EQ(find_lab_folder(root / "handout", "lab9").value(), root / "handout/starter/lab9");
  EXPECT_EQ(find_lab_folder(root / "own", "lab9").value(), root / "own/lab9");
  EXPECT_EQ(find_lab_folder(root / "own", "lab2").value(), "");
  EXPECT_EQ(find_lab_folder(root / "nowhere", "lab9").value(), "");
  EXPECT_EQ(find_lab_folder(root / "home", "lab9").value(), root / "home/lab9") << "a person named it";
  for (const char* name : {"linked", "around"}) {
    const auto refused = find_lab_folder(root / name, "lab9");
    ASSERT_FALSE(refused) << name;
    EXPECT_EQ(refused.error().where, (root / name / "starter/lab9").string());
    EXPECT_EQ(refused.error().message.find("found a symbolic link on the way, expected a folder"), 0u);
  }
}

}  // namespace
}  // namespace gridmark::schedule
