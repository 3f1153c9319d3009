#include "labkit/data/idx.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace gridmark::data {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::ThrowsMessage;

/// Two images of 1 x 3, with the header of MNIST's files.
std::string content() {
  return std::string("\0\0\x08\x03\0\0\0\x02\0\0\0\x01\0\0\0\x03", 16) +
         std::string("\x00\x01\x02\x7f\x80\xff", 6);
}

auto says(const std::string& words) {
  return ThrowsMessage<IdxError>(AllOf(HasSubstr("a.idx"), HasSubstr(words)));
}

void expect_refused(const std::string& content, const std::string& words) {
  EXPECT_THAT([&] { parse_idx(content, "a.idx"); }, says(words)) << words;
}

TEST(Idx, SizesAreBigEndianAndBytesFollow) {
  const IdxBytes found = parse_idx(content(), "a.idx");
  EXPECT_THAT(found.sizes, ElementsAre(2u, 1u, 3u));
  EXPECT_THAT(found.bytes, ElementsAre(0, 1, 2, 127, 128, 255));
  EXPECT_EQ(idx_content(found), content());
}

TEST(Idx, WhatIsNoIdxFileIsNamed) {
  expect_refused("", "0 bytes, expected an IDX header");
  expect_refused(std::string("\x1f\x8b\x08\x00", 4), "gunzip a.idx");
  expect_refused("PNG and more", "begins with 0x50 0x4e");
  expect_refused(std::string("\0\0\x0d\x01\0\0\0\0", 8), "floats (0x0d), expected bytes");
  expect_refused(std::string("\0\0\x42\x01\0\0\0\0", 8), "an unknown type (0x42)");
  expect_refused(std::string("\0\0\x08\0", 4), "has 0 dimensions");
  expect_refused(std::string("\0\0\x08\x05", 4), "has 5 dimensions, expected 1 to 4");
  expect_refused(content().substr(0, 15), "ends within its header of 16 bytes");
}

TEST(Idx, ALengthThatTheHeaderDoesNotSayIsNamedBeforeMemoryIsTaken) {
  expect_refused(content().substr(0, 21), "its header announces 2 x 1 x 3 bytes, and 5 follow");
  expect_refused(content() + "x", "and 7 follow");
  // Sizes whose product is 0 in 32 and in 64 bits.
  expect_refused(std::string("\0\0\x08\x02\x80\0\0\0\x80\0\0\0", 12),
                 "2147483648 x 2147483648 bytes, and 0 follow");
  expect_refused(std::string("\0\0\x08\x04\x80\0\0\0\x80\0\0\0\x80\0\0\0\x80\0\0\0", 20), "and 0 follow");
}

TEST(Idx, NothingIsAFileToo) {
  EXPECT_TRUE(parse_idx(std::string("\0\0\x08\x02\0\0\0\0\0\0\0\x05", 12), "a.idx").bytes.empty());
}

class IdxFile : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = testing::TempDir() + "idx_test_XXXXXX";
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  std::string folder_;
};

TEST_F(IdxFile, IsReadAsItWasWritten) {
  const std::string path = folder_ + "/a.idx";
  write_idx({{3}, {7, 8, 9}}, path);
  EXPECT_THAT(read_idx(path).bytes, ElementsAre(7, 8, 9));
  EXPECT_EQ(std::filesystem::file_size(path), 11u);
}

TEST_F(IdxFile, ThatIsNoneIsRefusedWithItsPath) {
  EXPECT_THAT([&] { read_idx(folder_ + "/none"); },
              ThrowsMessage<IdxError>(HasSubstr("/none: there is no such file")));
  EXPECT_THAT([&] { read_idx(folder_); }, ThrowsMessage<IdxError>(HasSubstr("is not a regular file")));
  EXPECT_THROW(write_idx({{1}, {1}}, folder_ + "/none/a"), IdxError);
  std::ofstream(folder_ + "/empty");
  EXPECT_THROW(read_idx(folder_ + "/empty"), IdxError);
  // An empty file of 2 GiB: refused because of its size.
  std::ofstream(folder_ + "/large");
  std::filesystem::resize_file(folder_ + "/large", std::uintmax_t{2} << 30);
  EXPECT_THAT([&] { read_idx(folder_ + "/large"); }, ThrowsMessage<IdxError>(HasSubstr("at most 1 GiB")));
}

}  // namespace
}  // namespace gridmark::data
