#include "grader/schedule/archive.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <random>

#include "grader/system/files.h"
#include "grader/system/temp_folder.h"
#include "tests/schedule/packed.h"

namespace gridmark::schedule {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class Archive : public testing::Test {
 protected:
  fs::path root() const { return folder_->path(); }
  fs::path inside() const { return root() / "inside"; }
  fs::path packed(const std::vector<PackedEntry>& entries, const std::string& name = "lab.zip",
                  const std::string& password = "") {
    pack(root() / name, entries, password);
    return root() / name;
  }
  /// The message for an archive that cannot be unpacked.
  std::string complaint(const fs::path& archive, const ArchiveLimits& limits = {}) {
    fs::remove_all(inside());
    fs::create_directories(inside());
    const auto unpacked = unpack(archive, inside(), limits);
    if (unpacked) return "no complaint";
    EXPECT_EQ(unpacked.error().source, Error::Source::submission);
    return message_of(unpacked.error());
  }
  std::string text_of(const std::string& name) {
    return system::read_file(inside() / name, 1 << 20).value_or("none");
  }

  Result<system::TempFolder> folder_ = system::TempFolder::make();
};

TEST_F(Archive, EachKindIsUnpacked) {
  for (const char* name : {"lab.zip", "lab.tar", "lab.tar.gz", "LAB.tgz"}) {
    ASSERT_TRUE(is_archive(name));
    EXPECT_EQ(complaint(packed({{"lab-main/", "", "", AE_IFDIR}, {"lab-main/a.cu", "code"}}, name)),
              "no complaint");
    EXPECT_EQ(text_of("lab-main/a.cu"), "code") << name;
  }
  EXPECT_FALSE(is_archive("zip"));
  EXPECT_FALSE(is_archive("a.cu"));
}

TEST_F(Archive, WhatSystemsAddIsLeftOutAndWindowsSlashesAreSlashes) {
  EXPECT_EQ(complaint(packed({{"__MACOSX/._a.cu", "x"}, {".DS_Store", "x"}, {"lab\\b.cu", "code"}})),
            "no complaint");
  EXPECT_EQ(text_of("lab/b.cu"), "code");
  EXPECT_EQ(std::distance(fs::directory_iterator(inside()), {}), 1);
}

TEST_F(Archive, NothingIsWrittenOutsideOfItsFolder) {
  for (const char* name : {"../out.cu", "a/../../out.cu", "..\\out.cu", "lab/.."}) {
    EXPECT_THAT(complaint(packed({{name, "x"}}, "lab.tar")), HasSubstr("which leads out of it")) << name;
    EXPECT_FALSE(fs::exists(root() / "out.cu"));
  }
  EXPECT_THAT(complaint(packed({{"/etc/out.cu", "x"}}, "lab.tar")), HasSubstr("holds the absolute name"));
  EXPECT_THAT(complaint(packed({{"C:\\out.cu", "x"}}, "lab.tar")), HasSubstr("holds the absolute name"));
}

TEST_F(Archive, LinksAndDevicesAreRefused) {
  for (const char* name : {"lab.zip", "lab.tar"})
    EXPECT_THAT(complaint(packed({{"a", "", "/etc"}, {"a/passwd", "x"}}, name)),
                HasSubstr("holds the link \"a\""));
  EXPECT_THAT(complaint(packed({{"pipe", "", "", AE_IFIFO}}, "lab.tar")),
              HasSubstr("neither a file nor a folder"));
}

TEST_F(Archive, ANameStandsForOneFile) {
  EXPECT_THAT(complaint(packed({{"a.cu", "one"}, {"./a.cu", "two"}})), HasSubstr("holds \"a.cu\" twice"));
  EXPECT_THAT(complaint(packed({{"a", "one"}, {"a/b", "two"}})), HasSubstr("twice"));
}

TEST_F(Archive, ABombIsStoppedWhileItUnpacks) {
  const fs::path bomb = packed({{"zeros", std::string(8 << 20, '\0')}});
  ASSERT_LT(fs::file_size(bomb), 1u << 16);
  EXPECT_EQ(complaint(bomb, {.bytes = 1 << 20}),
            "lab.zip: unpacks to more than 1048576 bytes. Hand in only the lab's files");
  EXPECT_LE(fs::file_size(inside() / "zeros"), 1u << 20);
  std::vector<PackedEntry> many;
  for (int i = 0; i < 30; ++i) many.push_back({std::to_string(i), "x"});
  EXPECT_THAT(complaint(packed(many), {.entries = 20}), HasSubstr("holds more than 20 entries"));
  EXPECT_THAT(complaint(packed(many), {.packed_bytes = 100}), HasSubstr("bytes, expected at most 100"));
  std::string deep = "a";
  for (int i = 0; i < 100; ++i) deep += "/a";
  EXPECT_THAT(complaint(packed({{deep, "x"}}, "lab.tar")), HasSubstr("holds a name that is too long"));
}

TEST_F(Archive, APasswordAndDamageAreNamed) {
  EXPECT_EQ(complaint(packed({{"a.cu", "code"}}, "lab.zip", "secret")),
            "lab.zip: is encrypted. Hand it in without a password");
  std::ofstream(root() / "text.zip") << "no archive";
  EXPECT_THAT(complaint(root() / "text.zip"), HasSubstr("text.zip: cannot be unpacked ("));
  std::ofstream(root() / "empty.zip");
  EXPECT_THAT(complaint(root() / "empty.zip"),
              testing::AnyOf(HasSubstr("cannot be unpacked"), "no complaint"));
}

/// For any bytes, the result has only files and folders, within the limits.
TEST_F(Archive, AnyBytesAreUnpackedWithinTheLimitsOrRefused) {
  std::mt19937 random(1);  // the same bytes in each run
  for (const char* name : {"seed.zip", "seed.tar", "seed.tar.gz"}) {
    const std::string seed =
        system::read_file(
            packed({{"lab/", "", "", AE_IFDIR}, {"lab/a.cu", "code"}, {"b", "", "/etc/passwd"}}, name),
            1 << 20)
            .value();
    for (int round = 0; round < 300; ++round) {
      std::string bytes = seed;
      for (int flips = 1 + static_cast<int>(random() % 4); flips > 0; --flips)
        bytes[random() % bytes.size()] = static_cast<char>(random());
      if (random() % 8 == 0) bytes.resize(random() % bytes.size());
      std::ofstream(root() / name, std::ios::binary) << bytes;
      fs::remove_all(inside());
      fs::create_directories(inside());
      (void)unpack(root() / name, inside(), {.bytes = 1 << 16, .entries = 50});
      std::uintmax_t all = 0;
      for (const auto& entry : fs::recursive_directory_iterator(inside())) {
        ASSERT_FALSE(entry.is_symlink());
        ASSERT_TRUE(entry.is_directory() || entry.is_regular_file());
        if (entry.is_regular_file()) all += entry.file_size();
      }
      ASSERT_LE(all, 1u << 16);
    }
  }
  for (const auto& entry : fs::directory_iterator(root()))
    EXPECT_TRUE(entry.path() == inside() || entry.path().filename().string().starts_with("seed"));
}

}  // namespace
}  // namespace gridmark::schedule
