#include "labkit/channel/worker.h"

#include <exception>
#include <map>

#include "emulation/distrust.h"
#include "emulation/engine/source_place.h"
#include "emulation/failed_launches.h"
#include "emulation/host_allocations.h"
#include "emulation/live_objects.h"
#include "emulation/refused_calls.h"
#include "emulation/refused_work.h"
#include "emulation/stray_work.h"
#include "emulation/witness.h"
#include "labkit/channel/batch.h"
#include "labkit/channel/clock_watch.h"

/// The fast flavour has nothing to report.
__attribute__((weak)) void gridmark::emulation::report_failed_launches() {}

__attribute__((weak)) gridmark::emulation::Finding gridmark::emulation::launch_that_failed_with(
    const std::string&) {
  return {};
}

/// A GPU does not report why it refuses a call.
__attribute__((weak)) gridmark::emulation::Finding gridmark::emulation::cause_of_failure(const std::string&,
                                                                                         bool) {
  return {};
}
__attribute__((weak)) void gridmark::emulation::forget_refused_calls() {}

/// A GPU reports neither where work is queued nor which objects were never destroyed, and refuses nothing.
__attribute__((weak)) void gridmark::emulation::refuse_work(bool) {}
__attribute__((weak)) void gridmark::emulation::watch_for_stray_work(void*) {}
__attribute__((weak)) gridmark::emulation::Finding gridmark::emulation::stray_work() { return {}; }
__attribute__((weak)) void gridmark::emulation::keep_calls(bool) {}
__attribute__((weak)) gridmark::emulation::Timeline gridmark::emulation::read_timeline() { return {}; }
__attribute__((weak)) std::uint64_t gridmark::emulation::objects_created() { return 0; }
__attribute__((weak)) std::vector<gridmark::emulation::LiveObject> gridmark::emulation::live_objects_since(
    std::uint64_t) {
  return {};
}

/// The emulated device has no clock to report. It ends a worker at once if its kernel fails.
__attribute__((weak)) gridmark::channel::DeviceSample gridmark::channel::take_device_sample() { return {}; }
__attribute__((weak)) void gridmark::channel::note_device_error(int) {}

/// The counts of a GPU come from its driver, not from closed pages.
__attribute__((weak)) void gridmark::emulation::distrust_program() {}
__attribute__((weak)) void gridmark::emulation::allow_work_of_other_threads(bool) {}

/// A worker that does not count has no meters that the checker could read.
__attribute__((weak)) void gridmark::emulation::set_witness_handler(WitnessHandler) {}

/// A device that is not emulated does not know source lines.
__attribute__((weak)) gridmark::emulation::SourcePlace gridmark::emulation::source_place(const void*) {
  return {};
}

namespace gridmark::channel {
namespace {

struct Registry {
  std::map<std::string, Handler, std::less<>> handlers;
  Meters graded;  ///< of the last graded section
  std::vector<NamedPlace> places;
  emulation::Finding stray;  ///< work that the submission queued in a stream other than the given one
  bool rehearsing = false;
  bool keeps_timeline = false;
  std::optional<emulation::Timeline> timeline = {};  ///< of the last graded section, if it is kept
};

Registry& registry() {
  static Registry instance;
  return instance;
}

Status run_one(const Request& request) {
  RequestReader reader(request);
  const std::string name = reader.text();
  const auto found = registry().handlers.find(name);
  if (found == registry().handlers.end())
    return {-1, "unknown operation", "the adaptor has no operation " + name};
  return found->second(reader);
}

Status run_batch(const Batch& batch) {
  registry().rehearsing = batch.errand == Errand::rehearsal;
  for (const Request& request : batch.requests)
    if (const Status status = run_one(request); status.code != 0) return status;
  return {};
}

Status run_handler(const Request& request) {
  registry().rehearsing = false;
  try {
    return is_batch(request) ? run_batch(open_batch(request)) : run_one(request);
  } catch (const DeviceUnusable& error) {
    return {-1, "an unusable device", error.what()};
  } catch (const std::exception& error) {
    return {-1, "an uncaught exception", error.what()};
  } catch (...) {
    return {-1, "an uncaught exception", "of a type that is not a std::exception"};
  }
}

/// Puts a call with wrong arguments first, because it explains an error, an exception and the other findings.
void add_refused_call(Reply& reply) {
  auto& findings = reply.meters.findings;
  const bool certain = reply.status.code != 0 || !findings.empty();
  emulation::Finding cause =
      emulation::cause_of_failure(reply.status.code > 0 ? reply.status.name : "", certain);
  if (!cause.message.empty()) findings.insert(findings.begin(), std::move(cause));
}

void add_stray_work(Reply& reply) {
  if (registry().stray.message.empty()) return;
  reply.meters.findings.insert(reply.meters.findings.begin(), std::move(registry().stray));
}

/// Leaves out objects of the lab and of the tensor kit.
std::vector<LiveObject> objects_of_submission(std::uint64_t mark) {
  std::vector<LiveObject> objects = emulation::live_objects_since(mark);
  std::erase_if(objects, [](const LiveObject& one) {
    return one.place.file.empty() || one.place.file.starts_with('/');
  });
  return objects;
}

/// Names the launch that failed, if a function checks its launches and returns an error. That explains more
/// than the error.
void explain_error(Reply& reply) {
  add_refused_call(reply);
  if (reply.status.code <= 0) return;
  emulation::Finding cause = emulation::launch_that_failed_with(reply.status.name);
  if (!cause.message.empty()) reply.meters.findings.push_back(std::move(cause));
}

}  // namespace

bool register_operation(std::string_view name, Handler handler) {
  return registry().handlers.emplace(name, std::move(handler)).second;
}

void begin_graded_section() {
  emulation::allow_work_of_other_threads(true);
  emulation::reset_meters();
}

void keep_timeline() {
  emulation::keep_calls(true);
  registry().keeps_timeline = true;
}

void expect_stream(void* stream) { emulation::watch_for_stray_work(stream); }

void refuse_work(bool refused) { emulation::refuse_work(refused); }

void begin_own_calls() {
  emulation::refuse_work(false);
  registry().stray = emulation::stray_work();
  emulation::report_failed_launches();
}

void end_graded_section() {
  emulation::allow_work_of_other_threads(false);
  registry().graded = emulation::read_meters();
  if (registry().keeps_timeline) registry().timeline = emulation::read_timeline();
}

bool rehearsing() { return registry().rehearsing; }

void name_allocation(const void* device, const char* name) { emulation::name_allocation(device, name); }

SourcePlace submission_line(const void* return_address) {
  const SourcePlace place = emulation::source_place(return_address);
  return place.file.starts_with('/') ? SourcePlace{} : place;  // only others have an absolute path
}

void note_place(std::string_view name, const SourcePlace& place) {
  if (!place.file.empty()) registry().places.push_back({std::string(name), place});
}

Reply run_operation(const Request& request) {
  registry().graded = {};
  registry().places.clear();
  registry().stray = {};
  registry().timeline.reset();
  registry().keeps_timeline = false;
  emulation::keep_calls(false);
  emulation::watch_for_stray_work(nullptr);
  emulation::refuse_work(false);
  const std::uint64_t objects_before = emulation::objects_created();
  emulation::forget_refused_calls();
  Reply reply;
  reply.status = run_handler(request);
  watch_clocks(nullptr);
  reply.device = take_device_sample();
  reply.meters = registry().graded;
  reply.timeline = std::move(registry().timeline);
  explain_error(reply);
  add_stray_work(reply);
  reply.objects = objects_of_submission(objects_before);
  reply.places = std::move(registry().places);
  reply.leaks = emulation::live_allocations();
  const auto pinned = emulation::live_host_allocations();
  reply.leaks.insert(reply.leaks.end(), pinned.begin(), pinned.end());
  return reply;
}

}  // namespace gridmark::channel
