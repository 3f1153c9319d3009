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

/// What is wrong with a kernel.
struct Complaint {
  std::string sentence;
  emulation::SourcePlace place;
};
using Check = std::function<std::optional<Complaint>(Kernel)>;

/// How many of the four kernels pass `check`, each in a worker of its own; the first complaint is the detail.
Measured clean_kernels(std::string name, const Check& check) {
  Measured measured{.name = std::move(name), .unit = "kernels"};
  for (const Kernel kernel : {Kernel::naive, Kernel::coalesced, Kernel::tiled, Kernel::regtile}) {
    exam::end_workers();
    const auto complaint = check(kernel);
    if (!complaint)
      ++measured.value;
    else if (measured.detail.empty()) {
      measured.detail = complaint->sentence;
      measured.place = complaint->place;
    }
  }
  return measured;
}

/// The first hazard at a ragged or an even shape. A wrong answer without one is a complaint too: a kernel
/// that does nothing has no hazards.
std::optional<Complaint> hazard_in(Kernel kernel) {
  for (const Shape shape : {Shape{70, 45, 39}, Shape{64, 64, 64}}) {
    Question question = random_question(kernel, shape);
    if (const auto asked = exam::ask(question.op, WorkerFlavour::counted); !asked)
      return Complaint{asked.message(), exam::last_failure().place};
    if (!meters().findings.empty()) {
      const auto& finding = meters().findings.front();
      return Complaint{question.op.subject() + ": " + finding.sentence, finding.place};
    }
    if (const auto right = question.is_right(); !right) return Complaint{right.message(), {}};
  }
  return std::nullopt;
}

TEST(Counted, Hazards) { record(clean_kernels("hazards.clean_kernels", hazard_in)); }

/// The first allocation that a right product leaves behind.
std::optional<Complaint> leak_in(Kernel kernel) {
  Question question = random_question(kernel, {64, 64, 64});
  const auto right = question.answered_right(WorkerFlavour::counted);
  if (!right) return Complaint{right.message(), {}};
  if (exam::last_reply().leaks.empty()) return std::nullopt;
  const auto& leak = exam::last_reply().leaks.front();
  return Complaint{fmt::format("{} allocates {} bytes on the device and never frees them",
                               question.op.subject(), leak.bytes),
                   leak.place};
}

TEST(Counted, Leaks) { record(clean_kernels("leaks.clean_kernels", leak_in)); }

}  // namespace
}  // namespace gridmark::lab1
