#include "grader/core/sha256.h"

#include <gtest/gtest.h>

namespace gridmark {
namespace {

// NIST's published examples for FIPS 180-4.
TEST(Sha256, IsTheStandards) {
  EXPECT_EQ(sha256(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(sha256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(sha256(std::string(1'000'000, 'a')),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(Sha256, DoesNotDependOnHowTheBytesCome) {
  const std::string text(300, 'x');
  for (std::size_t cut = 0; cut <= text.size(); cut += 7)
    EXPECT_EQ(Sha256().add(text.substr(0, cut)).add(text.substr(cut)).digits(), sha256(text)) << cut;
}

TEST(Sha256, PartsThatMeetElsewhereAreOthers) {
  EXPECT_NE(Sha256().add_part("ab").add_part("c").digits(), Sha256().add_part("a").add_part("bc").digits());
}

}  // namespace
}  // namespace gridmark
