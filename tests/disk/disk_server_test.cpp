#include "labkit/disk/disk_server.h"

#include <gmock/gmock.h>
#include <unistd.h>

#include <cerrno>
#include <future>
#include <random>

#include "tests/disk/served_disk.h"
#include "tests/disk/writers.h"

namespace gridmark::disk {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::vector<std::string> told(const Journal& journal) {
  std::vector<std::string> lines;
  for (const Operation& operation : journal.operations)
    lines.push_back(std::to_string(operation.client) + " " + in_words(operation));
  return lines;
}

/// Sends any bytes, like a program that does not use RemoteDisk.
struct Sender {
  explicit Sender(int socket) : end(socket) {}
  void send(const Request& request, const std::string& more = "") const {
    send_bytes(std::string(reinterpret_cast<const char*>(&request), sizeof request) + more);
  }
  void send_bytes(const std::string& bytes) const {
    if (::send(end.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL) < 0 && errno != EPIPE &&
        errno != ECONNRESET)
      ADD_FAILURE();
  }
  FileDescriptor end;
};

void serve_all(DiskServer& server) {
  for (int i = 0; i < 1000 && server.serve(std::chrono::milliseconds(20)); ++i) continue;
}

TEST(DiskServer, TheJournalKnowsWhoCalled) {
  ServedDisk served;
  const auto zero = served.connect(0), two = served.connect(2);
  served.server.start();
  right(*zero);
  EXPECT_EQ(two->read("ckpt"), "NEW!");
  zero->remove("ckpt");
  zero->returned();
  served.server.stop();
  EXPECT_THAT(
      told(served.disk.journal()),
      ElementsAre("0 create tmp", "0 write 2 bytes to tmp", "0 write 2 bytes to tmp", "0 fsync tmp",
                  "0 rename tmp to ckpt", "0 fsync_folder", "2 read ckpt", "0 remove ckpt", "0 returned"));
  EXPECT_TRUE(served.server.faults().empty());
}

TEST(DiskServer, AHandleOfAnotherProgramIsNotOpen) {
  ServedDisk served;
  const auto zero = served.connect(0), one = served.connect(1);
  served.server.start();
  const int file = zero->create("a");
  EXPECT_THROW(one->write(file, "x", 1), DiskError);
  zero->write(file, "y", 1);
  EXPECT_EQ(one->read("a"), "y");
}

TEST(DiskServer, HoldsTheRequestAtWhichAProgramIsToDie) {
  ServedDisk served;
  std::promise<void> reached;
  served.server.hold_at(0, 5, [&] { reached.set_value(); });
  const int socket = served.socket(0);
  served.server.start();
  std::thread program([&] {
    RemoteDisk disk(socket);
    EXPECT_THROW(right(disk), DiskError);  // it never receives its answer
  });
  reached.get_future().wait();
  ::shutdown(socket, SHUT_RDWR);  // like a killed program
  program.join();
  served.server.stop();
  EXPECT_EQ(told(served.disk.journal()).size(), 4u);
  EXPECT_EQ(served.disk.contents(), (Contents{{"tmp", "NEW!"}}));

  const auto fresh = served.connect(0);
  served.server.start();
  EXPECT_EQ(fresh->read("tmp"), "NEW!");
}

TEST(DiskServer, AfterAHeldRequestTheProgramDoesNothingMore) {
  ServedDisk served;
  int reached = 0;
  served.server.hold_at(0, 2, [&] { ++reached; });
  const Sender sender(served.socket(0));
  for (const char* name : {"a", "b", "c"}) sender.send({Call::create, 0, 1, 0}, name);
  for (int i = 0; i < 5; ++i) served.server.serve(std::chrono::milliseconds(5));
  EXPECT_EQ(reached, 1);
  EXPECT_THAT(told(served.disk.journal()), ElementsAre("0 create a"));
}

TEST(DiskServer, FailsTheRequestThatIsToFail) {
  ServedDisk served;
  served.server.fail_at(0, 3, ENOSPC);
  const auto disk = served.connect(0);
  served.server.start();
  try {
    right(*disk);
    FAIL();
  } catch (const DiskError& error) {
    EXPECT_EQ(error.code(), ENOSPC);
    EXPECT_STREQ(error.what(), "write: No space left on device");
  }
  EXPECT_EQ(disk->read("tmp"), "NE");
  served.server.stop();
  EXPECT_THAT(told(served.disk.journal()), testing::Contains("0 write 2 bytes to tmp (failed)"));
}

struct Hostile {
  Request request;
  std::string fault;
};

TEST(DiskServer, ARequestThatNoRemoteDiskSendsEndsTheConnection) {
  const std::uint64_t huge = std::uint64_t{1} << 60;
  const std::vector<Hostile> table{
      {{static_cast<Call>(77), 0, 0, 0}, "rank 3 sent a request of the unknown kind 77"},
      {{static_cast<Call>(0), 0, 0, 0}, "unknown kind 0"},
      {{Call::read, 0, huge, 0}, "announced a name of 1152921504606846976 bytes, expected at most 255"},
      {{Call::write, 0, 0, huge}, "announced 1152921504606846976 bytes of data, expected at most 4294967296"},
      {{Call::read, 0, 0, 1}, "announced 1 bytes of data, expected at most 0"},
      {{Call::rename, 0, 1, 256}, "announced 256 bytes of data, expected at most 255"},
  };
  for (const Hostile& hostile : table) {
    ServedDisk served;
    const Sender sender(served.socket(3));
    sender.send(hostile.request);
    serve_all(served.server);
    ASSERT_EQ(served.server.faults().size(), 1u) << hostile.fault;
    EXPECT_THAT(served.server.faults()[0], HasSubstr(hostile.fault));
    char byte;
    EXPECT_EQ(::recv(sender.end.get(), &byte, 1, MSG_DONTWAIT), 0) << "still connected";
    EXPECT_TRUE(served.disk.journal().operations.empty());
  }
}

TEST(DiskServer, ANameThatWouldEscapeIsAnErrorAndNoFault) {
  ServedDisk served;
  const Sender sender(served.socket(0));
  sender.send({Call::create, 0, 3, 0}, "../");
  served.server.serve(std::chrono::milliseconds(100));
  Answer answer;
  ASSERT_EQ(::recv(sender.end.get(), &answer, sizeof answer, 0), static_cast<ssize_t>(sizeof answer));
  EXPECT_EQ(answer.code, EINVAL);
  EXPECT_TRUE(served.server.faults().empty());
}

TEST(DiskServer, AProgramThatGoesInTheMiddleOfARequestIsNoFault) {
  for (const std::size_t sent : {0u, 1u, 23u, 24u, 30u}) {
    ServedDisk served;
    Sender sender(served.socket(0));
    const Request request{Call::create, 0, 20, 0};
    sender.send_bytes(
        std::string(reinterpret_cast<const char*>(&request), sizeof request).append(20, 'n').substr(0, sent));
    served.server.serve(std::chrono::milliseconds(20));
    sender.end.close();
    serve_all(served.server);
    EXPECT_FALSE(served.server.serve(std::chrono::milliseconds(0))) << sent;
    EXPECT_TRUE(served.server.faults().empty()) << sent;
  }
}

TEST(DiskServer, PastTheLimitsAProgramGetsASentenceAndIsCutOff) {
  ServedDisk served({.operations = 5, .bytes = 1000, .open_files = 2});
  const auto calls = served.connect(0), bytes = served.connect(1), files = served.connect(2);
  served.server.start();
  EXPECT_THAT(
      [&] {
        for (int i = 0; i < 2; ++i) files->create("f");
        files->create("f");
      },
      testing::ThrowsMessage<DiskError>(HasSubstr("this disk takes at most 2 open files")));
  const std::string much(3 << 20, 'x');
  EXPECT_THAT([&] { bytes->write(bytes->create("b"), much.data(), much.size()); },
              testing::ThrowsMessage<DiskError>("write: this disk takes only 1000 bytes more, not 3145728"));
  EXPECT_THAT(
      [&] {
        while (true) calls->list();
      },
      testing::ThrowsMessage<DiskError>("list: this disk takes at most 5 operations"));
  EXPECT_THAT([&] { calls->list(); }, testing::ThrowsMessage<DiskError>(HasSubstr("the disk is gone")));
  served.server.stop();
  EXPECT_EQ(served.server.faults().size(), 3u);
}

TEST(DiskServer, AProgramThatReadsNoAnswersHoldsUpNoOther) {
  ServedDisk served;
  const Sender lazy(served.socket(0));
  const auto disk = served.connect(1);
  served.server.start();
  const std::string large(4 << 20, 'x');
  disk->write(disk->create("large"), large.data(), large.size());
  for (int i = 0; i < 50; ++i) lazy.send({Call::read, 0, 5, 0}, "large");
  EXPECT_EQ(disk->read("large").size(), large.size());
}

TEST(DiskServer, SeveralRequestsAtOnceAreAllAnswered) {
  ServedDisk served;
  const Sender sender(served.socket(0));
  for (int i = 0; i < 100; ++i) sender.send({Call::list, 0, 0, 0});
  served.server.start();
  for (int i = 0; i < 100; ++i) {
    Answer answer;
    ASSERT_EQ(::recv(sender.end.get(), &answer, sizeof answer, MSG_WAITALL),
              static_cast<ssize_t>(sizeof answer));
  }
}

// With the sanitizers of the preset asan, this finds reads and writes out of bounds.
TEST(DiskServer, RandomBytesNeitherCrashItNorReachAnotherProgram) {
  std::mt19937 random(5);
  for (int round = 0; round < 300; ++round) {
    ServedDisk served({.operations = 1000, .bytes = 100000});
    Sender sender(served.socket(0));
    const auto good = served.connect(1);
    served.server.start();
    for (int i = 0; i < 30; ++i) {
      const Request request{static_cast<Call>(random() % 12), static_cast<int>(random() % 4) - 1,
                            random() % 20, random() % 3 == 0 ? random() % 3000 : 0};
      sender.send(request, std::string(random() % 30, static_cast<char>('a' + random() % 3)));
    }
    const int file = good->create("good");
    good->write(file, "good", 4);
    EXPECT_EQ(good->read("good"), "good");
    if (round % 2 == 0) sender.end.close();
    served.server.stop();
    EXPECT_LE(served.server.faults().size(), 1u);
  }
}

}  // namespace
}  // namespace gridmark::disk
