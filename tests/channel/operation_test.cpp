#include "labkit/channel/operation.h"

#include <gtest/gtest.h>

#include <cmath>

namespace gridmark::channel {
namespace {

enum class Colour : int { red, green };

struct Scale {
  static constexpr std::string_view name = "scale";
  Colour colour = Colour::red;
  double factor = 0;
  std::string label;
  In<float> in;
  Out<float> out;
  auto fields() { return std::tie(colour, factor, label, in, out); }
};

Scale copy_of(const Request& request) {
  Scale copy;
  RequestReader reader(request);
  EXPECT_EQ(reader.text(), "scale");
  std::apply([&](auto&... field) { (reader(field), ...); }, copy.fields());
  return copy;
}

TEST(Operation, EveryFieldArrivesAsItWasSent) {
  Scale sent{Colour::green, 2.5, "twice and a half", In<float>({1, 2, 3}), Out<float>(3)};
  const Scale received = copy_of(to_request(sent));
  EXPECT_EQ(received.colour, Colour::green);
  EXPECT_EQ(received.factor, 2.5);
  EXPECT_EQ(received.label, "twice and a half");
  ASSERT_EQ(received.in.size(), 3u);
  EXPECT_EQ(received.in.values()[2], 3);
  EXPECT_EQ(received.out.size(), 3u);
}

TEST(Operation, AnOutputThatNobodyAskedForHasNoMemory) {  // a worker's operation has its size, too
  EXPECT_EQ(Out<float>(3).memory(), nullptr);
}

TEST(Operation, ArraysMayBeEmpty) {
  Scale sent{Colour::red, 1, "", In<float>(std::vector<float>{}), Out<float>(0)};
  EXPECT_EQ(copy_of(to_request(sent)).in.size(), 0u);
}

TEST(Operation, OutputsArePoisonedBeforeEachCall) {
  Scale op{Colour::red, 1, "", In<float>({1}), Out<float>(2)};
  to_request(op);
  op.out.writable()[0] = 7;  // left by the last call
  to_request(op);
  take_snapshots(op);
  EXPECT_TRUE(std::isnan(op.out.values()[0]));
}

TEST(Operation, TheSnapshotDoesNotFollowLaterWrites) {
  Scale op{Colour::red, 1, "", In<float>({1}), Out<float>(1)};
  to_request(op);
  op.out.writable()[0] = 7;
  take_snapshots(op);
  op.out.writable()[0] = 8;
  EXPECT_EQ(op.out.values()[0], 7);
}

TEST(Operation, AShortRequestIsRefused) {
  Scale sent{Colour::green, 2.5, "label", In<float>({1}), Out<float>(1)};
  const Request whole = to_request(sent);
  for (std::size_t bytes = 0; bytes < whole.bytes.size(); ++bytes) {
    const Request part{whole.bytes.substr(0, bytes), whole.arrays};
    RequestReader reader(part);
    Scale copy;
    EXPECT_THROW(
        {
          reader.text();
          std::apply([&](auto&... field) { (reader(field), ...); }, copy.fields());
        },
        std::runtime_error)
        << bytes;
  }
}

}  // namespace
}  // namespace gridmark::channel
