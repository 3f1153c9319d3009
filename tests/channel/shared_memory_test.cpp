#include "labkit/channel/shared_memory.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <string>

namespace gridmark::channel {
namespace {

using Access = SharedMemory::Access;

TEST(SharedMemory, BothSidesSeeTheSameBytes) {
  const auto mine = SharedMemory::create(16);
  const auto theirs = SharedMemory::open(mine->sealed_descriptor(Access::read_write));
  static_cast<int*>(theirs->data())[3] = 42;
  EXPECT_EQ(static_cast<int*>(mine->data())[3], 42);
}

TEST(SharedMemory, AnInputCannotBeMappedWritable) {
  const auto input = SharedMemory::create(4096);
  const int descriptor = input->sealed_descriptor(Access::read_only);
  EXPECT_EQ(mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0), MAP_FAILED);
  close(descriptor);
}

// The way around a read-only descriptor: to open the same file again through /proc.
TEST(SharedMemory, AnInputCannotBeReopenedForWriting) {
  const auto input = SharedMemory::create(4096);
  const int descriptor = input->sealed_descriptor(Access::read_only);
  const int again = open(("/proc/self/fd/" + std::to_string(descriptor)).c_str(), O_RDWR);
  if (again >= 0) {
    EXPECT_EQ(mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, again, 0), MAP_FAILED);
    EXPECT_LT(write(again, "x", 1), 0);
    close(again);
  }
  close(descriptor);
}

TEST(SharedMemory, TheOwnerStillWritesASealedInput) {
  const auto input = SharedMemory::create(4096);
  const auto theirs = SharedMemory::open(input->sealed_descriptor(Access::read_only));
  static_cast<char*>(input->data())[0] = 'x';
  EXPECT_EQ(static_cast<char*>(theirs->data())[0], 'x');
}

// A shrunk file would kill the checker with SIGBUS when it reads the result.
TEST(SharedMemory, AnOutputCannotBeResized) {
  const auto output = SharedMemory::create(8192);
  const int descriptor = output->sealed_descriptor(Access::read_write);
  EXPECT_NE(ftruncate(descriptor, 0), 0);
  EXPECT_NE(ftruncate(descriptor, 1 << 20), 0);
  close(descriptor);
}

TEST(SharedMemory, NoBytesAreAlsoMemory) {
  const auto nothing = SharedMemory::create(0);
  EXPECT_EQ(SharedMemory::open(nothing->sealed_descriptor(Access::read_only))->bytes(), 0u);
}

}  // namespace
}  // namespace gridmark::channel
