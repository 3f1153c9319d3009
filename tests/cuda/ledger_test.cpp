#include "labkit/cuda/ledger.h"

#include <gtest/gtest.h>

#include "labkit/cuda/device_faults.h"
#include "labkit/cuda/uuid_text.h"

namespace gridmark::cuda {
namespace {

const void* at(std::uintptr_t address) { return reinterpret_cast<const void*>(address); }

emulation::SourcePlace by_number(const void* caller) {
  return {"benchmark.cu", static_cast<int>(reinterpret_cast<std::uintptr_t>(caller))};
}

TEST(Ledger, KnowsWhatIsLiveAndThePeak) {
  Ledger ledger;
  ledger.took(at(1000), 100, Memory::device, at(7));
  ledger.took(at(2000), 50, Memory::managed, at(8));
  ledger.gave_back(at(1000));
  const emulation::Meters seen = ledger.read();
  EXPECT_EQ(seen.allocations, 2u);
  EXPECT_EQ(seen.live_bytes, 50u);
  EXPECT_EQ(seen.peak_bytes, 150u);
  EXPECT_EQ(seen.managed_bytes, 50u);
}

TEST(Ledger, ASectionsPeakBeginsWithWhatIsLive) {
  Ledger ledger;
  ledger.took(at(1000), 100, Memory::device, nullptr);
  ledger.took(at(2000), 900, Memory::device, nullptr);
  ledger.gave_back(at(2000));
  ledger.reset();
  ledger.took(at(3000), 10, Memory::device, nullptr);
  EXPECT_EQ(ledger.read().peak_bytes, 110u);
  EXPECT_EQ(ledger.read().allocations, 1u);
}

TEST(Ledger, LeaksAreOldestFirstWithTheirLines) {
  Ledger ledger;
  ledger.took(at(9000), 1, Memory::device, at(3));
  ledger.took(at(1000), 2, Memory::device, at(4));
  ledger.took(at(5000), 4, Memory::page_locked, at(5));
  const auto leaks = ledger.live_on_device(by_number);
  ASSERT_EQ(leaks.size(), 2u);
  EXPECT_EQ(leaks[0].place.line, 3);
  EXPECT_EQ(leaks[1].bytes, 2u);
  ASSERT_EQ(ledger.live_page_locked(by_number).size(), 1u);
  EXPECT_EQ(ledger.read().live_bytes, 3u) << "page-locked memory is the host's";
}

TEST(Ledger, WhatItDoesNotKnowIsLetPass) {
  Ledger ledger;
  ledger.gave_back(nullptr);
  ledger.gave_back(at(12345));
  EXPECT_EQ(ledger.read().live_bytes, 0u);
}

TEST(Ledger, CountsCopiesByDirectionAndLaunchesByThreads) {
  Ledger ledger;
  ledger.copied(Direction::host_to_device, 10);
  ledger.copied(Direction::host_to_device, 5);
  ledger.copied(Direction::device_to_host, 1);
  ledger.launched(4, 256);
  const emulation::Meters seen = ledger.read();
  EXPECT_EQ(seen.host_to_device.count, 2u);
  EXPECT_EQ(seen.host_to_device.bytes, 15u);
  EXPECT_EQ(seen.device_to_host.bytes, 1u);
  EXPECT_EQ(seen.device_to_device.count, 0u);
  EXPECT_EQ(seen.launches, 1u);
  EXPECT_EQ(seen.blocks, 4u);
  EXPECT_EQ(seen.threads, 1024u);
}

TEST(Ledger, DescribesTheArrayAnAddressLiesIn) {
  Ledger ledger;
  ledger.took(at(1000), 400, Memory::device, nullptr);
  ledger.name(at(1000), "c");
  EXPECT_EQ(ledger.described(at(1399)), "the 400-byte array c");
  EXPECT_EQ(ledger.described(at(1400)), "");
  EXPECT_EQ(ledger.described(at(999)), "");
}

TEST(DeviceFaults, AreThoseThatEndAllWork) {
  EXPECT_TRUE(is_sticky(700));
  EXPECT_EQ(fault_message(700, "cudaErrorIllegalAddress"), "illegal memory access in a kernel");
  EXPECT_FALSE(is_sticky(0));
  EXPECT_FALSE(is_sticky(2)) << "out of memory: the next call may succeed";
  EXPECT_FALSE(is_sticky(9)) << "a launch that was refused";
}

TEST(Uuid, IsAsTheDriversToolsWriteIt) {
  const char bytes[16] = {'\x8f', '\x2c', '\x0a', '\x1b', 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, '\xff'};
  EXPECT_EQ(uuid_text(bytes), "GPU-8f2c0a1b-0001-0203-0405-060708090aff");
}

}  // namespace
}  // namespace gridmark::cuda
