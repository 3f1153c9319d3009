#include "labkit/channel/ask.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "emulation/index_advice.h"
#include "labkit/channel/block_borders.h"
#include "labkit/channel/call_profile.h"
#include "labkit/channel/finding_cause.h"
#include "labkit/channel/options.h"
#include "labkit/channel/sanitizer.h"
#include "labkit/channel/session.h"

namespace gridmark::channel {

Session& session() {
  static Session instance;
  return instance;
}

testing::AssertionResult fail(const std::string& what, Failure failure) {
  failure.message = what + " " + failure.message;
  session().last_failure = failure;
  note_failure(failure);
  return testing::AssertionFailure() << failure.message;
}

namespace {

// A kernel that hangs will hang in every case. Waiting for two limits shows as much as waiting for eight.
constexpr int patience = 2;

/// Whether `place` is a line of the submission. Its files have the student's names. The files that were built
/// beforehand have an absolute path.
bool is_students(const emulation::SourcePlace& place) {
  return !place.file.empty() && !place.file.starts_with('/');
}

/// The answer of the counted flavour to `request`, or nothing if it cannot run. Once per subject, unless the
/// looks before have shown races.
std::optional<Answer> counted_answer(const Request& request, const std::string& subject) {
  if (options().replacement) return std::nullopt;  // the cause is known
  if (!options().workers.contains("counted") || !session().looks[subject].begin()) return std::nullopt;
  Answer answer = session().workers.of(Flavour::counted).call(request);
  if (!answer.reply) session().workers.discard(Flavour::counted);
  return answer;
}

/// The meters of `call`, whose answer is wrong. Uses the answer's meters if it came from the counted flavour.
std::optional<Meters> counted_meters(const Request& request, const Call& call) {
  if (options().replacement) return std::nullopt;
  if (session().counted_call == call.description) return session().last_reply.meters;
  const auto answer = counted_answer(request, call.subject);
  if (!answer || !answer->reply) return std::nullopt;
  return answer->reply->meters;
}

/// The line that stores as many bytes as an output has, if it is the only one.
const emulation::LineTraffic* line_that_stores(const Meters& meters, std::size_t bytes) {
  const auto stores = [bytes](const auto& line) { return line.stores.bytes == bytes; };
  const auto& lines = meters.lines;
  const auto line = std::ranges::find_if(lines, stores);
  return bytes == 0 || std::ranges::count_if(lines, stores) != 1 ? nullptr : &*line;
}

/// The line that wrote an answer without a finding. Falls back to the line with most stores in global memory.
const emulation::LineTraffic* storing_line(const Meters& meters, std::size_t bytes) {
  if (const emulation::LineTraffic* line = line_that_stores(meters, bytes)) return line;
  const auto most =
      std::max_element(meters.lines.begin(), meters.lines.end(),
                       [](const auto& a, const auto& b) { return a.stores.requests < b.stores.requests; });
  return most == meters.lines.end() || most->stores.requests == 0 ? nullptr : &*most;
}

void add(Failure& failure, const std::string& who, const emulation::Finding& finding) {
  failure.message += ". " + who + " shows why: " + finding.message;
  failure.place = finding.place;
  failure.fixes = finding.fixes;
  failure.remedy = {};  // of another cause
  failure.cause = cause_of(finding);
}

/// An uncounted access is a limit of gridmark and makes no answer wrong.
bool may_be_a_cause(const emulation::Finding& finding) {
  return finding.kind != emulation::Finding::Kind::uncounted_access;
}

/// Adds the first finding of a counted run, with its line, to the failure.
/// returns  whether there is one
bool add_finding(Failure& failure, const Meters& meters) {
  const auto first = std::find_if(meters.findings.begin(), meters.findings.end(), may_be_a_cause);
  if (first == meters.findings.end()) return false;
  add(failure, "A counted run", *first);
  return true;
}

/// Adds a finding of compute-sanitizer on the GPU. It takes four runs, so it is done once per call about a
/// subject.
bool add_device_finding(Failure& failure, const Request& request, const std::string& topic) {
  if (options().sanitizer.empty() || !session().looks[topic + ", on the GPU"].begin()) return false;
  const auto finding = seen_by_sanitizer(request);
  if (finding) add(failure, "compute-sanitizer", *finding);
  return finding.has_value();
}

/// Adds the line that wrote the answer, by the counted meters. For an element that was never written it adds
/// the line that writes others. Students cannot change lines in kernels of the tensor kit, so these are left
/// out.
void add_storing_line(Failure& failure, const Meters& meters, const oracle::Comparison& seen) {
  const emulation::LineTraffic* line = storing_line(meters, seen.bytes);
  if (line == nullptr || line->place.file.starts_with("labkit/")) return;
  failure.message +=
      fmt::format("; {} {} here", line->kernel, seen.written ? "wrote it" : "stores its results");
  failure.place = line->place;
}

/// Explains a crash of the fast flavour that is noticed late or in code that is not the student's. The
/// counted flavour stops at the access itself.
Failure with_students_place(Failure failure, const Request& request, const std::string& subject) {
  if (failure.outcome != "crashed" || is_students(failure.place)) return failure;
  const auto answer = counted_answer(request, subject);
  if (answer && !answer->reply && is_students(answer->failure.place)) return answer->failure;
  if (!answer || !answer->reply || !add_finding(failure, answer->reply->meters))
    add_device_finding(failure, request, subject);
  return failure;
}

/// The general advice at the end of a message about an access outside an array, or "".
std::string_view index_advice_of(const std::string& message) {
  for (const std::string_view advice :
       {emulation::far_index_advice, emulation::index_advice, emulation::low_index_advice})
    if (message.ends_with(advice)) return advice;
  return "";
}

/// A wrong index that leaves an array ends as a fault. Then the mistake replaces the general advice.
Failure with_mistake(Failure failure, const oracle::CauseSearch& search) {
  const std::string_view advice = search ? index_advice_of(failure.message) : "";
  const oracle::Diagnosis mistake = advice.empty() ? oracle::Diagnosis() : search();
  if (mistake.empty()) return failure;
  const auto change = [&](std::string& text) {
    if (text.ends_with(advice)) text.replace(text.size() - advice.size(), advice.size(), mistake.words);
  };
  failure.remedy = mistake.remedy;
  change(failure.message);
  if (failure.cause) change(failure.cause->words);
  return failure;
}

/// The call with wrong arguments in the last reply, if there is one. It needs no further run.
bool add_refused_call(Failure& failure) {
  const auto& findings = session().last_reply.meters.findings;
  const bool known = session().counted_call.empty() && !findings.empty();
  if (!known) return false;
  failure.message += ". The cause: " + findings.front().message;
  failure.place = findings.front().place;
  failure.fixes = findings.front().fixes;
  failure.cause = Cause{Cause::Kind::refused_call, findings.front().message};
  return true;
}

Failure with_refused_call(Failure failure) {
  if (!add_refused_call(failure)) add_finding(failure, session().last_reply.meters);
  return failure;
}

/// Explains a function that returns an error: the counted flavour may know the launch that caused it. This is
/// asked once by itself, apart from the reasons for wrong answers.
Failure with_cause_of_error(Failure failure, const Request& request, const std::string& subject) {
  if (add_refused_call(failure)) return failure;
  const std::string topic = subject + ", its error";
  const auto answer = counted_answer(request, topic);
  if (!answer || !answer->reply || !add_finding(failure, answer->reply->meters))
    add_device_finding(failure, request, topic);
  return failure;
}

/// Sends a count to review that a second one contradicts. The test also fails if it goes on without the
/// answer.
testing::AssertionResult doubted(const std::string& what, const std::string& doubt) {
  const auto failed =
      fail(what, {"review", "was counted a second time: " + doubt + ". A person has to check it", {}, ""});
  ADD_FAILURE() << failed.message();
  return failed;
}

void add_block_borders(Failure& failure, const Meters& meters, const oracle::Comparison& seen) {
  if (const auto* line = storing_line(meters, seen.bytes); line != nullptr && failure.wrong)
    find_block_borders(*failure.wrong, meters, line->kernel);
}

/// Adds only the line of the finding, because the message has the cause already.
bool point_at_effect(Failure& failure, const Meters& meters) {
  const auto first = std::ranges::find_if(meters.findings, may_be_a_cause);
  if (first == meters.findings.end()) return false;
  failure.message += ". A counted run shows its first effect here";
  failure.place = first->place;
  return true;
}

/// Adds the findings as the cause. If the message has a cause already, it adds only their place.
bool add_findings(Failure& failure, const std::optional<Meters>& counted, const Request& request,
                  const Call& call, const oracle::Comparison& seen) {
  if (seen.explained) return counted && point_at_effect(failure, *counted);
  const bool found = counted && add_finding(failure, *counted);
  if (found) session().looks[call.subject].note(failure);
  return found || add_device_finding(failure, request, call.subject);
}

/// Adds the guess only if nothing else shows a cause, because two causes would contradict each other. It
/// replaces the answer's pattern for the same reason.
void add_guess(Failure& failure, const oracle::Comparison& seen) {
  if (seen.guess.empty()) return;
  const std::string pattern = failure.cause ? "; " + failure.cause->words : "";
  if (failure.message.ends_with(pattern)) failure.message.resize(failure.message.size() - pattern.size());
  failure.message += "; " + seen.guess.words;
  failure.remedy = seen.guess.remedy;
  failure.cause = Cause{Cause::Kind::matched_mistake, seen.guess.words};
}

void add_cause_of_answer(Failure& failure, const Request& request, const Call& call,
                         const oracle::Comparison& seen) {
  const auto counted = counted_meters(request, call);
  if (counted) add_block_borders(failure, *counted, seen);
  if (add_findings(failure, counted, request, call, seen)) return;
  add_guess(failure, seen);
  if (counted) add_storing_line(failure, *counted, seen);
}

}  // namespace

testing::AssertionResult ask_worker(const Request& request, Flavour flavour, const Call& call,
                                    const oracle::CauseSearch& behind_fault) {
  const std::string& what = call.description;
  const bool profiled = !options().profile.empty();
  if (profiled) flavour = Flavour::counted;
  int& timeouts = session().timeouts[call.subject];
  if (timeouts >= patience)
    return fail(what, {"timed_out",
                       "was not tried: " + call.subject + " did not finish in other cases",
                       {},
                       "",
                       {},
                       Cause{Cause::Kind::consequence, ""}});
  Answer answer = session().workers.of(flavour).call(request);
  if (!answer.reply) {
    session().workers.discard(flavour);
    // The watchdog has seen that nothing advances. A slow program can also exceed a limit.
    if (answer.failure.outcome == "timed_out") timeouts += is_place(answer.failure.place) ? patience : 1;
    if (flavour == Flavour::fast)
      answer.failure = with_students_place(std::move(answer.failure), request, call.subject);
    return fail(what, with_mistake(std::move(answer.failure), behind_fault));
  }
  if (!answer.doubt.empty()) return doubted(what, answer.doubt);
  session().last_failure = {};
  session().last_reply = std::move(*answer.reply);
  session().counted_call = flavour == Flavour::counted ? what : "";
  if (profiled) note_call(call.subject, what, session().last_reply.meters);
  const Status& status = session().last_reply.status;
  // Any claim of a worker counts as the submission's, because it could claim a fault of the lab as well.
  if (status.code < 0)
    return fail(what,
                with_refused_call({"crashed", "ended with " + status.name + ": " + status.message, {}, ""}));
  if (status.code != 0)
    return fail(what, with_cause_of_error(
                          {"wrong_answer", "returned " + status.name + " (" + status.message + ")", {}, ""},
                          request, call.subject));
  return testing::AssertionSuccess();
}

testing::AssertionResult ask_refusal(const Request& request, Flavour flavour, const Call& call,
                                     const Refusal& refusal) {
  Answer answer = session().workers.of(flavour).call(request);
  if (!answer.reply) session().workers.discard(flavour);
  const std::string found = answer.reply ? answer.reply->status.name : "";
  if (found == refusal.error) return testing::AssertionSuccess();
  const std::string did =
      !answer.reply ? answer.failure.message : "returned " + (found.empty() ? "cudaSuccess" : found);
  Failure failure{
      "wrong_answer",
      fmt::format("{}, and must return {}, because {}: {}", did, refusal.error, refusal.why, refusal.advice),
      answer.failure.place, ""};
  const bool is_written = found != "cudaErrorNotSupported";  // the starter's functions return this
  if (is_written) failure.remedy = refusal.remedy;
  return fail(call.description, std::move(failure));
}

testing::AssertionResult wrong_answer(const Request& request, const Call& call,
                                      const oracle::Comparison& seen) {
  Failure failure;
  failure.outcome = "wrong_answer";
  failure.message = call.description + ": " + seen.message;
  failure.cause = seen.cause;
  failure.wrong = seen.wrong;
  failure.remedy = seen.remedy;
  if (!add_refused_call(failure)) add_cause_of_answer(failure, request, call, seen);
  session().last_failure = failure;
  note_failure(failure);
  return testing::AssertionFailure() << failure.message;
}

bool try_request(const Request& request, Flavour flavour) {
  if (options().replacement || !options().profile.empty()) return false;
  if (flavour == Flavour::counted && !options().workers.contains("counted")) return false;
  const Answer answer = session().experiments.of(flavour).call(request);
  if (!answer.reply) session().experiments.discard(flavour);
  return answer.reply && answer.reply->status.code == 0;
}

const Reply& last_reply() { return session().last_reply; }

const Failure& last_failure() { return session().last_failure; }

std::string printed_in_this_test() { return session().workers.printed(); }

void end_workers() {
  session().workers.end_test();
  session().experiments.end_test();
}

void end_all_workers() {
  session().workers.end_all();
  session().experiments.end_all();
}

}  // namespace gridmark::channel
