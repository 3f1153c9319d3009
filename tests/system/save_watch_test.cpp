#include "grader/system/save_watch.h"

#include <gtest/gtest.h>

#include <chrono>
#include <fstream>
#include <functional>
#include <thread>

#include "grader/system/temp_folder.h"

namespace gridmark::system {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

class Editor : public testing::Test {
 protected:
  Editor() : folder_(TempFolder::make().value()) {
    fs::create_directories(work());
    write(work() / "kernel.cu", "one");
  }

  fs::path work() const { return folder_.path() / "work"; }

  static void write(const fs::path& file, const std::string& text) { std::ofstream(file) << text; }

  /// Whether the watch notices the effect of `act` before a stop two seconds later.
  bool notices(const std::function<void()>& act) {
    SaveWatch watch = SaveWatch::start(work(), {"kernel.cu", "report.md"}).value();
    StopFlag stop;
    std::jthread later([&](const std::stop_token& done) {
      std::this_thread::sleep_for(50ms);
      act();
      for (int i = 0; i < 200 && !done.stop_requested(); ++i) std::this_thread::sleep_for(10ms);
      stop.request();
    });
    return watch.wait(stop);
  }

 private:
  TempFolder folder_;
};

TEST_F(Editor, ThatWritesInPlaceIsNoticed) {
  EXPECT_TRUE(notices([&] { write(work() / "kernel.cu", "two"); }));
}

TEST_F(Editor, ThatRenamesANewFileOverTheOldIsNoticed) {
  EXPECT_TRUE(notices([&] {
    write(work() / ".kernel.cu.new", "two");
    fs::rename(work() / ".kernel.cu.new", work() / "kernel.cu");
  }));
}

TEST_F(Editor, ThatMakesAFileThatWasMissingIsNoticed) {
  EXPECT_TRUE(notices([&] { write(work() / "report.md", "text"); }));
}

TEST_F(Editor, ThatOnlyTouchesOtherFilesIsNot) {
  EXPECT_FALSE(notices([&] { write(work() / "kernel.cu.swp", "x"); }));
}

TEST_F(Editor, AFolderThatIsMadeAnewIsWatchedAgain) {
  EXPECT_TRUE(notices([&] {
    fs::remove_all(work());
    std::this_thread::sleep_for(100ms);
    fs::create_directories(work());
    write(work() / "kernel.cu", "three");
  }));
}

TEST_F(Editor, SavesSinceTheLastCallCountAndSeveralAreOne) {
  SaveWatch watch = SaveWatch::start(work(), {"kernel.cu"}).value();
  for (const char* text : {"a", "b", "c"}) write(work() / "kernel.cu", text);
  StopFlag stop;
  EXPECT_TRUE(watch.wait(stop));
  stop.request();
  EXPECT_FALSE(watch.wait(stop));
}

TEST(SaveWatch, AMissingFolderIsAnError) {
  const auto watch = SaveWatch::start("/nowhere", {"a.cu"});
  ASSERT_FALSE(watch);
  EXPECT_EQ(watch.error().where, "/nowhere");
}

}  // namespace
}  // namespace gridmark::system
