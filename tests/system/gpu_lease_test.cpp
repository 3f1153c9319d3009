#include "grader/system/gpu_lease.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <string>
#include <thread>

namespace gridmark::system {
namespace {

namespace fs = std::filesystem;

class Leases : public testing::Test {
 protected:
  Leases() : folder_(fs::path(testing::TempDir()) / ("leases." + std::to_string(getpid()))) {
    fs::remove_all(folder_);
  }
  ~Leases() override { fs::remove_all(folder_); }

  GpuLease::Request request(const std::string& uuid = "GPU-1",
                            const std::string& holder = "grade lab1") const {
    return {folder_, uuid, holder};
  }

  Result<GpuLease> acquire(const std::string& uuid = "GPU-1") {
    return GpuLease::acquire(request(uuid), stop_, [&](const std::string& words) {
      told_ = words;
      stop_.request();  // one attempt is enough
    });
  }

  std::string text(const std::string& uuid = "GPU-1") const {
    std::string line;
    std::ifstream file(folder_ / (uuid + ".lease"));
    std::getline(file, line);
    return line;
  }

  fs::path folder_;
  StopFlag stop_;
  std::string told_;
};

TEST_F(Leases, SayWhoHoldsTheGpuAndForWhat) {
  const auto lease = acquire();
  ASSERT_TRUE(lease) << message_of(lease.error());
  EXPECT_NE(text().find("process " + std::to_string(getpid())), std::string::npos) << text();
  EXPECT_NE(text().find("grade lab1"), std::string::npos) << text();
}

TEST_F(Leases, AreHeldByOneAtATime) {
  const auto first = acquire();
  const auto second = acquire();
  ASSERT_FALSE(second);
  EXPECT_NE(told_.find("waiting for the GPU, held by"), std::string::npos) << told_;
  EXPECT_NE(second.error().message.find("grade lab1"), std::string::npos) << second.error().message;
}

TEST_F(Leases, OfTwoGpusAreApart) {
  const auto first = acquire("GPU-1"), second = acquire("GPU-2");
  EXPECT_TRUE(first && second);
}

TEST_F(Leases, AreGivenBack) {
  { const auto first = acquire(); }
  EXPECT_TRUE(acquire());
}

TEST_F(Leases, OfAProcessThatWasKilledHoldNobodyUp) {
  const pid_t child = fork();
  if (child == 0) {
    const auto lease = acquire();
    kill(getpid(), SIGKILL);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_NE(text().find("process " + std::to_string(child)), std::string::npos)
      << "its words are still there";
  EXPECT_TRUE(acquire());
  EXPECT_EQ(told_, "");
}

TEST_F(Leases, AreWaitedFor) {
  auto first = std::make_unique<Result<GpuLease>>(GpuLease::acquire(request(), stop_, {}));
  std::thread soon([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    first.reset();
  });
  const auto second = GpuLease::acquire(request(), stop_, [&](const std::string& words) { told_ = words; });
  soon.join();
  EXPECT_TRUE(second);
  EXPECT_NE(told_, "");
}

TEST_F(Leases, AnotherUsersWordsAreShownHarmlessly) {
  ASSERT_TRUE(acquire());
  std::ofstream(folder_ / "GPU-1.lease") << "\x1b[31m" << std::string(5000, 'x');
  const auto holder = GpuLease::acquire(request(), stop_, {});
  std::ofstream(folder_ / "GPU-1.lease") << "\x1b[31m" << std::string(5000, 'x');
  ASSERT_FALSE(acquire());
  EXPECT_EQ(told_.find('\x1b'), std::string::npos);
  EXPECT_LT(told_.size(), 300u);
}

TEST_F(Leases, ALinkInTheirPlaceIsRefused) {
  fs::create_directories(folder_);
  std::ofstream(folder_ / "victim") << "mine";
  fs::create_symlink(folder_ / "victim", folder_ / "GPU-1.lease");
  const auto lease = acquire();
  ASSERT_FALSE(lease);
  EXPECT_NE(lease.error().message.find("GRIDMARK_GPU_LEASES"), std::string::npos);
}

TEST_F(Leases, AUuidThatIsAPathIsRefused) {
  EXPECT_FALSE(acquire("../GPU-1"));
  EXPECT_FALSE(acquire(""));
}

}  // namespace
}  // namespace gridmark::system
