#include "labkit/channel/contracts.h"

#include <fmt/format.h>

#include <algorithm>

#include "labkit/channel/finding_cause.h"
#include "labkit/channel/options.h"

namespace gridmark::channel {
namespace {

std::string text_of(const emulation::SourcePlace& place) {
  return place.file.empty() ? "an unknown line" : fmt::format("{}:{}", place.file, place.line);
}

/// "cudaEventCreate" -> "cudaEventDestroy"
std::string destroyer(std::string call) {
  constexpr std::string_view create = "Create";
  if (const auto at = call.find(create); at != call.npos) call.replace(at, create.size(), "Destroy");
  return call;
}

}  // namespace

std::optional<Breach> stray_work() {
  const auto& findings = last_reply().meters.findings;
  const auto stray = std::find_if(findings.begin(), findings.end(), [](const emulation::Finding& one) {
    return one.kind == emulation::Finding::Kind::wrong_stream;
  });
  if (stray == findings.end()) return std::nullopt;
  return Breach{stray->message, stray->place, cause_of(*stray)};
}

std::optional<Breach> double_precision() {
  const emulation::DoubleUse& doubles = last_reply().meters.doubles;
  if (doubles.operations == 0) return std::nullopt;
  return Breach{
      fmt::format("{} computes in double precision at {} ({} operations), and the contract asks for "
                  "FP32: declare sums as float, write constants with an f (0.5f), and call expf(), "
                  "sqrtf() instead of exp(), sqrt(). Many GPUs are 32 to 64 times slower in double",
                  doubles.kernel, text_of(doubles.place), doubles.operations),
      doubles.place,
      {},
      repairs::Repair::use_single_precision};
}

std::optional<Breach> object_left() {
  const auto& objects = last_reply().objects;
  if (objects.empty()) return std::nullopt;
  const LiveObject& first = objects.front();
  const std::string others = objects.size() > 1 ? fmt::format(", and {} more", objects.size() - 1) : "";
  return Breach{fmt::format("never destroys the object that {} at {} creates{}: call {}", first.what,
                            text_of(first.place), others, destroyer(first.what)),
                first.place, cause_of_leak(), repairs::Repair::destroy_events};
}

Flavour stream_flavour() {
  return options().on_real_device() && can_count() ? Flavour::counted : Flavour::fast;
}

bool can_count() { return options().workers.contains("counted"); }

testing::AssertionResult keeps(const std::string& subject, const std::optional<Breach>& breach) {
  if (!breach) return testing::AssertionSuccess();
  Failure failure{"wrong_answer", subject + ": " + breach->message, breach->place, "", {}, breach->cause};
  failure.remedy = breach->remedy;
  note_failure(failure);
  return testing::AssertionFailure() << failure.message;
}

}  // namespace gridmark::channel
