#include "emulation/driver/file_names.h"

#include <gtest/gtest.h>

namespace gridmark::driver {
namespace {

constexpr const char* listing =
    "# 1 \"/mnt/3/include/matmul.h\" 1\n"
    "const char* s = \"/mnt/3/include\";\n"
    "# 12 \"benchmark.cu\" 2\n"
    "#define P \"/mnt/3/include\"\n"
    "# 7 \"/mnt/30/x.h\"";

TEST(FileNames, AreMappedInTheLinesThatSayWhereTextComesFrom) {
  EXPECT_EQ(with_mapped_file_names(listing, {"-Wall", "-ffile-prefix-map=/mnt/3/include=/lab/include"}),
            "# 1 \"/lab/include/matmul.h\" 1\n"
            "const char* s = \"/mnt/3/include\";\n"
            "# 12 \"benchmark.cu\" 2\n"
            "#define P \"/mnt/3/include\"\n"
            "# 7 \"/mnt/30/x.h\"");
}

TEST(FileNames, TheLastMappingThatFitsHolds) {
  EXPECT_EQ(
      with_mapped_file_names("# 1 \"/a/b.h\"\n", {"-ffile-prefix-map=/a=/x", "-ffile-prefix-map=/a/b=/y",
                                                  "-ffile-prefix-map=/c=/z"}),
      "# 1 \"/y.h\"\n");
}

TEST(FileNames, WithoutMappingsTheTextStays) {
  EXPECT_EQ(with_mapped_file_names(listing, {"-ffile-prefix-map=/mnt"}), listing);
  EXPECT_EQ(with_mapped_file_names("", {"-ffile-prefix-map=a=b"}), "");
}

}  // namespace
}  // namespace gridmark::driver
