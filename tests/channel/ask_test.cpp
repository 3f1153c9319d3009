// Messages about wrong answers, with a counted worker next to the fast one.
#include "labkit/channel/ask.h"

#include <gtest/gtest.h>

#include <array>

#include "labkit/channel/options.h"
#include "tests/channel/behave.h"

namespace gridmark::channel {
namespace {

class WrongAnswer : public testing::Test {
 protected:
  void SetUp() override {
    std::array arguments = {"checker",
                            "--sandbox",
                            GRIDMARK_SANDBOX,
                            "--worker",
                            "fast=" ROGUE_WORKER,
                            "--worker",
                            "counted=" ROGUE_WORKER};
    ASSERT_EQ(parse_options(static_cast<int>(arguments.size()), const_cast<char**>(arguments.data())), "");
  }
  void TearDown() override { end_all_workers(); }

  /// The message for a call of `subject`.
  std::string said(const std::string& subject, Flavour flavour) {
    Behave op{"work", In<int>({1, 2, 3}), Out<int>(3)};
    const Request request = to_request(op);
    const Call call{subject, subject + "(3)"};
    EXPECT_TRUE(ask_worker(request, flavour, call));
    return wrong_answer(request, call, {false, "out[0] is -1, expected 2"}).message();
  }
};

TEST_F(WrongAnswer, PointsAtTheLineThatWroteItOnceASubject) {
  EXPECT_EQ(said("sum", Flavour::fast), "sum(3): out[0] is -1, expected 2; sum wrote it here");
  EXPECT_EQ(last_failure().place.line, 12);
  EXPECT_EQ(said("sum", Flavour::fast), "sum(3): out[0] is -1, expected 2");
  EXPECT_EQ(said("scan", Flavour::fast), "scan(3): out[0] is -1, expected 2; sum wrote it here");
}

TEST_F(WrongAnswer, OfTheCountedFlavourPointsThereWhateverWasSaidBefore) {
  said("product", Flavour::fast);
  for (int time = 0; time < 2; ++time) {
    EXPECT_EQ(said("product", Flavour::counted), "product(3): out[0] is -1, expected 2; sum wrote it here");
    EXPECT_EQ(last_failure().place.line, 12);
  }
}

}  // namespace
}  // namespace gridmark::channel
