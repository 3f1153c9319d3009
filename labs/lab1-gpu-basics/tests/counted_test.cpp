// How do the products touch memory? Counted on the emulated device at n = 256; hazards and leaks at small
// shapes.
#include <fmt/format.h>

#include <functional>

#include "labkit/exam/counts.h"
#include "labs/lab1-gpu-basics/tests/ask.h"

namespace gridmark::lab1 {
namespace {

using exam::bank_conflicts;
using exam::excess_sector_ratio;
using exam::load_bytes_ratio;
using exam::Measured;
using exam::Meters;
using exam::record;
using exam::WorkerFlavour;

constexpr Shape square{256, 256, 256};
constexpr double element = sizeof(float);
/// One thread per output that loads both operands of every step, as matmul_naive does.
constexpr double naive_bytes = 2.0 * square.m * square.n * square.k * element;
/// Every element of a and b at least once: nobody can load less.
constexpr std::uint64_t compulsory_bytes = 2 * 256 * 256 * sizeof(float);

/// Runs the square product in the counted flavour; its meters are in last_reply() then.
testing::AssertionResult counted(Kernel kernel) {
  if (testing::AssertionResult right = random_question(kernel, square).answered_right(WorkerFlavour::counted);
      !right)
    return right;
  if (exam::last_reply().meters.loads.bytes >= compulsory_bytes) return testing::AssertionSuccess();
  exam::note_failure({"forbidden", "the counted loads are fewer than the product needs", {}, ""});
  return testing::AssertionFailure() << "fewer bytes than the product needs";
}

const Meters& meters() { return exam::last_reply().meters; }

TEST(Counted, Coalesced) {
  ASSERT_TRUE(counted(Kernel::coalesced));
  record(excess_sector_ratio("coalesced.excess_sector_ratio", meters()));
}

TEST(Counted, Tiled) {
  ASSERT_TRUE(counted(Kernel::tiled));
  record(bank_conflicts("tiled.bank_conflicts", meters()));
  record(load_bytes_ratio("tiled.load_bytes_ratio", meters(), naive_bytes));
}

TEST(Counted, Regtile) {
  ASSERT_TRUE(counted(Kernel::regtile));
  record(load_bytes_ratio("regtile.load_bytes_ratio", meters(), naive_bytes));
}

/// What is wrong with the last reply, for a check that a kernel must pass.
struct Complaint {
  std::string sentence;
  emulation::SourcePlace place;
};
using Check = std::function<std::optional<Complaint>(const Matmul&)>;

/// The first complaint about `kernel` at a ragged and an even shape, in a worker of its own.
std::optional<Complaint> complaint_about(Kernel kernel, const Check& check) {
  exam::end_workers();
  for (const Shape shape : {Shape{70, 45, 39}, Shape{64, 64, 64}}) {
    Question question = random_question(kernel, shape);
    if (const auto right = question.answered_right(WorkerFlavour::counted); !right)
      return Complaint{right.message(), {}};
    if (auto complaint = check(question.op)) return complaint;
  }
  return std::nullopt;
}

/// How many of the four kernels are right and pass `check`, with the first complaint as its detail.
Measured clean_kernels(std::string name, const Check& check) {
  Measured measured{.name = std::move(name), .unit = "kernels"};
  for (const Kernel kernel : {Kernel::naive, Kernel::coalesced, Kernel::tiled, Kernel::regtile}) {
    const auto complaint = complaint_about(kernel, check);
    if (!complaint)
      ++measured.value;
    else if (measured.detail.empty()) {
      measured.detail = complaint->sentence;
      measured.place = complaint->place;
    }
  }
  return measured;
}

TEST(Counted, Hazards) {
  record(clean_kernels("hazards.clean_kernels", [](const Matmul& op) -> std::optional<Complaint> {
    if (meters().findings.empty()) return std::nullopt;
    const auto& finding = meters().findings.front();
    return Complaint{op.subject() + ": " + finding.sentence, finding.place};
  }));
}

TEST(Counted, Leaks) {
  record(clean_kernels("leaks.clean_kernels", [](const Matmul& op) -> std::optional<Complaint> {
    if (exam::last_reply().leaks.empty()) return std::nullopt;
    const auto& leak = exam::last_reply().leaks.front();
    return Complaint{
        fmt::format("{} allocates {} bytes on the device and never frees them", op.subject(), leak.bytes),
        leak.place};
  }));
}

}  // namespace
}  // namespace gridmark::lab1
