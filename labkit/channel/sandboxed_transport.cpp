// The transport for grading: the worker is another program, under gridmark-sandbox.
//
// Theory of operation. The checker owns all shared memory. A worker gets only the control page and a socket
// over which sealed arrays arrive. For each call the checker poisons the outputs, writes the request, draws a
// nonce, starts the clock and rings. Then it waits for the bell, the end of the launcher, or the limit. If
// the worker did not answer, the launcher's report and the fault note explain why, in this order of trust.
#include <fmt/format.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <system_error>
#include <thread>

#include "emulation/meters.h"
#include "labkit/channel/advice.h"
#include "labkit/channel/control_page.h"
#include "labkit/channel/descriptor_passing.h"
#include "labkit/channel/endless_loop.h"
#include "labkit/channel/options.h"
#include "labkit/channel/sandbox_process.h"
#include "labkit/channel/shared_memory.h"
#include "labkit/channel/transport.h"
#include "labkit/channel/witness.h"
#include "protocol/run_report.h"
#include "protocol/trusted_json.h"

namespace gridmark::channel {
namespace {

using Clock = std::chrono::steady_clock;
using nlohmann::json;

// The checker ends a call at the call's limit. The launcher's limit only matters if the checker died.
constexpr double launcher_patience = 10;

std::string last_mode = "none";

/// Options for a worker on a GPU: its device nodes, the caller's choice of GPU, and FP32 that stays FP32 in
/// cuBLAS. All code is loaded at the start, so that used memory changes only with the submission's
/// allocations.
void add_real_device(std::vector<std::string>& command) {
  command.insert(command.end(), {"--devices", "nvidia", "--env", "NVIDIA_TF32_OVERRIDE=0", "--env",
                                 "CUDA_MODULE_LOADING=EAGER"});
  for (const char* name : {"LD_LIBRARY_PATH", "CUDA_DEVICE_ORDER", "CUDA_VISIBLE_DEVICES"})
    if (const char* value = std::getenv(name); value && *value != '\0')
      command.insert(command.end(), {"--env", std::string(name) + "=" + value});
}

/// The emulated device's watchdog ends a kernel in which nothing advances. It acts before the launcher's
/// limit on CPU time, because only the watchdog knows the kernel and the line. It reads CPU time, so load
/// does not make it act earlier. Counted kernels are slower, so they get more of the limit.
struct Watchdog {
  double share = 0;  ///< of the limit
  double most = 0;   ///< seconds
};
constexpr Watchdog fast_watchdog{0.2, 4}, counted_watchdog{0.5, 20};

void add_watchdog(std::vector<std::string>& command, const Options& options, const Watchdog& watchdog) {
  const double seconds = std::min(watchdog.most, options.limits.cpu_seconds * watchdog.share);
  constexpr double last_part = 0.85;  // of the limit, because the message takes time too
  command.insert(command.end(),
                 {"--env", fmt::format("GRIDMARK_WATCHDOG_SECONDS={:.3f}", seconds), "--env",
                  fmt::format("GRIDMARK_LAST_CPU_SECOND={:.3f}", options.limits.cpu_seconds * last_part)});
}

enum class RunsOn { processor, real_device };
/// Whether the worker's counts earn points and are therefore counted a second time.
enum class Witnessed { no, yes };

/// Runs the worker under compute-sanitizer. The tool reports only the first error, because a failure has room
/// for one.
void add_sanitizer(std::vector<std::string>& command, const Options& options, const std::string& tool) {
  command.insert(command.end(),
                 {options.sanitizer, "--tool", tool, "--print-limit", "1", "--show-backtrace", "no"});
}

std::vector<std::string> launcher_command(const Options& options, const std::string& worker, RunsOn runs_on,
                                          const std::string& tool, Witnessed witnessed) {
  std::vector<std::string> command = {
      options.sandbox,   "run",
      "--mode",          "auto",
      "--report-fd",     std::to_string(SandboxProcess::report_descriptor),
      "--wall-seconds",  fmt::format("{}", options.limits.wall_seconds * launcher_patience + 60),
      "--cpu-seconds",   fmt::format("{}", options.limits.cpu_seconds),
      "--memory-mib",    std::to_string(options.limits.memory_mib),
      "--processes",     std::to_string(options.limits.processes),
      "--output-kib",    std::to_string(options.limits.output_kib),
      "--file-size-mib", std::to_string(options.limits.file_size_mib),
      "--files",         std::to_string(options.limits.files),
      "--read",          worker + ":/worker",
      "--keep-fd",       std::to_string(control_descriptor),
      "--keep-fd",       std::to_string(socket_descriptor)};
  if (options.trust_submission) command.push_back("--trust");
  if (runs_on == RunsOn::real_device)
    add_real_device(command);
  else
    add_watchdog(command, options, witnessed == Witnessed::yes ? counted_watchdog : fast_watchdog);
  // A worker sees /usr. A toolkit may lie elsewhere.
  const std::string toolkit = std::filesystem::path(options.sanitizer).parent_path().parent_path();
  if (!tool.empty() && !options.sanitizer.starts_with("/usr/"))
    command.insert(command.end(), {"--read", toolkit + ":" + toolkit});
  command.push_back("--");
  if (!tool.empty()) add_sanitizer(command, options, tool);
  command.push_back("/worker");
  return command;
}

std::uint64_t fresh_nonce() {
  std::uint64_t nonce = 0;
  if (getrandom(&nonce, sizeof nonce, 0) != sizeof nonce)
    throw std::system_error(errno, std::generic_category(), "getrandom");
  return nonce;
}

/// The text in a shared array, which may lack its end.
template <std::size_t size>
std::string text_in(const std::array<char, size>& bytes) {
  return {bytes.data(), strnlen(bytes.data(), bytes.size())};
}

/// The launcher's report. Nothing if the launcher itself was ended.
std::optional<RunReport> report_in(const std::string& text) try {
  return trusted_value<RunReport>(json::parse(text));
} catch (const json::exception&) {
  return std::nullopt;
}

/// The output of a worker, from the launcher's report.
std::string printed_in(const RunReport& report) {
  return report.output_head + (report.output_tail.empty() ? "" : "\n[...]\n" + report.output_tail);
}

/// Removes a fault's message from the output, because it is reported separately.
void take_out(std::string& text, const std::string& line) {
  if (const std::size_t at = text.rfind(line); at != std::string::npos) text.erase(at, line.size());
}

/// Adds the reason for an endless loop, if the source shows one. It comes first.
void explain_loop(Failure& failure) {
  SourcePlace& place = failure.place;
  const EndlessLoop loop =
      is_place(place) ? why_loop_never_ends(submitted(place.file), place.line) : EndlessLoop{};
  if (loop.why.empty()) return;
  const std::string seen = failure.message.substr(emulation::endless_kernel.size());
  failure.message = std::string(emulation::endless_kernel) + loop.why + ". Seen: " + seen;
  place.line = loop.line;
}

class SandboxedTransport final : public Transport {
 public:
  /// tool  the check of compute-sanitizer to run the worker under. Empty: the worker alone
  SandboxedTransport(const std::string& worker, RunsOn runs_on, const std::string& tool = "",
                     Witnessed witnessed = Witnessed::no);
  ~SandboxedTransport() override;
  Answer call(const Request& request) override;
  void dismiss() override { process_->ask_to_stop(); }
  void finish() override;
  std::string printed() override;
  void kill() override { process_->kill(); }
  pid_t launcher() const override { return process_->id(); }

 private:
  enum class Waited { answered, ended, timed_out };
  bool send(const Request& request, std::uint64_t nonce);
  Waited wait_for(std::uint64_t nonce);
  Answer read_reply(std::uint64_t nonce);
  Answer explain_end();
  Answer explain_fault(const RunReport& report);
  Answer failed(std::string outcome, std::string message, const RunReport& report);
  /// The report on the worker. Waits for the worker's end.
  RunReport last_report() {
    process_->stop();
    return report_in(process_->report()).value_or(RunReport{});
  }

  std::shared_ptr<SharedMemory> control_ =
      SharedMemory::create(sizeof(ControlPage), SharedMemory::Pages::as_touched);
  ControlPage* page_ = static_cast<ControlPage*>(control_->data());
  int socket_ = -1;
  std::unique_ptr<SandboxProcess> process_;
  std::unique_ptr<Witness> witness_;
};

SandboxedTransport::SandboxedTransport(const std::string& worker, RunsOn runs_on, const std::string& tool,
                                       Witnessed witnessed) {
  std::array<int, 2> ends{};
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) != 0)
    throw std::system_error(errno, std::generic_category(), "socketpair");
  socket_ = ends[0];
  const int control = control_->sealed_descriptor(SharedMemory::Access::read_write);
  process_ = std::make_unique<SandboxProcess>(launcher_command(options(), worker, runs_on, tool, witnessed),
                                              control, ends[1]);
  close(control);
  close(ends[1]);
  if (witnessed == Witnessed::yes) witness_ = std::make_unique<Witness>(process_->id(), worker, *page_);
}

SandboxedTransport::~SandboxedTransport() {
  process_->stop();
  witness_.reset();
  if (const auto report = report_in(process_->report())) last_mode = report->mode + ", " + report->control;
  close(socket_);
}

Answer SandboxedTransport::call(const Request& request) {
  const std::uint64_t nonce = fresh_nonce();
  if (witness_) witness_->call_begins();
  if (!send(request, nonce)) return explain_end();
  switch (wait_for(nonce)) {
    case Waited::answered:
      return read_reply(nonce);
    case Waited::timed_out:
      return failed("timed_out", fmt::format("did not finish within {} s", options().limits.wall_seconds),
                    last_report());
    case Waited::ended:
      return explain_end();
  }
  return {};
}

void SandboxedTransport::finish() {
  page_->request_bytes = 0;
  ring(page_->request_bell, bell_of(fresh_nonce()));
  const auto limit = Clock::now() + std::chrono::duration<double>(options().limits.wall_seconds);
  while (!process_->has_ended() && Clock::now() < limit)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

std::string SandboxedTransport::printed() { return printed_in(last_report()); }

bool SandboxedTransport::send(const Request& request, std::uint64_t nonce) {
  if (request.bytes.size() > page_->request.size() || request.arrays.size() > max_arrays ||
      request.links.size() > max_links)
    throw std::length_error("an operation with more fields than a request can hold");
  std::vector<int> descriptors;
  for (const SharedArray& array : request.arrays)
    descriptors.push_back(array.memory->sealed_descriptor(array.access));
  for (const auto& link : request.links) descriptors.push_back(link->release());
  const bool sent = send_descriptors(socket_, descriptors);
  for (const int descriptor : descriptors) close(descriptor);
  std::memcpy(page_->request.data(), request.bytes.data(), request.bytes.size());
  page_->request_bytes = static_cast<std::uint32_t>(request.bytes.size());
  page_->request_arrays = static_cast<std::uint32_t>(request.arrays.size());
  page_->request_links = static_cast<std::uint32_t>(request.links.size());
  page_->request_nonce = nonce;
  ring(page_->request_bell, bell_of(nonce));
  return sent;
}

SandboxedTransport::Waited SandboxedTransport::wait_for(std::uint64_t nonce) {
  const auto limit = Clock::now() + std::chrono::duration<double>(options().limits.wall_seconds);
  std::int64_t nap = 500;  // microseconds
  while (Clock::now() < limit) {
    const std::uint32_t seen = page_->reply_bell.load(std::memory_order_acquire);
    if (seen == bell_of(nonce)) return Waited::answered;
    if (process_->has_ended()) return Waited::ended;
    wait_for_bell(page_->reply_bell, seen, nap);
    nap = std::min<std::int64_t>(nap * 2, 5000);
  }
  return Waited::timed_out;
}

Answer SandboxedTransport::read_reply(std::uint64_t nonce) {
  const std::size_t bytes = std::min<std::size_t>(page_->reply_bytes, reply_capacity);
  const std::string text(page_->reply.data(), bytes);
  std::optional<Reply> reply;
  if (page_->reply_nonce == nonce) reply = parse_reply(text);
  if (reply) {
    const auto doubt = witness_ ? witness_->doubt(reply->meters) : std::nullopt;
    return {std::move(reply), {}, doubt.value_or("")};
  }
  return failed("forbidden",
                "the submission answered for the worker: the reply is not one that gridmark's worker writes",
                last_report());
}

/// The answer for a worker that ended without a reply.
Answer SandboxedTransport::explain_end() {
  process_->stop();
  const auto found = report_in(process_->report());
  if (!found) throw std::runtime_error("gridmark-sandbox ended without a report");
  const RunReport& report = *found;
  using enum RunReport::End;
  if (report.end == internal) throw std::runtime_error("gridmark-sandbox: " + report.detail);
  if (page_->fault.set.load() != 0) return explain_fault(report);
  const Limits& limits = options().limits;
  if (report.end == memory_limit)
    return failed("out_of_memory", fmt::format("used more than {} MiB of memory", limits.memory_mib), report);
  if (report.end == output_limit)
    return failed("output_limit",
                  fmt::format("printed more than {} KiB{}", limits.output_kib, prints_too_much), report);
  if (report.end == file_size_limit)
    return failed("output_limit", fmt::format("wrote a file larger than {} MiB", limits.file_size_mib),
                  report);
  if (report.end == files_limit)
    return failed("output_limit", fmt::format("made more than {} files", limits.files), report);
  if (report.end == disk_limit) return failed("output_limit", report.detail, report);
  if (report.end == wall_limit || report.end == cpu_limit)
    return failed(
        "timed_out",
        fmt::format("used more than {} s of CPU time. Is there a loop that never ends?", limits.cpu_seconds),
        report);
  if (report.end == forbidden)
    return failed("forbidden", fmt::format("made a forbidden system call ({})", report.detail), report);
  if (report.end == signalled)
    return failed("crashed",
                  fmt::format("was ended by signal {} ({})", report.signal, strsignal(report.signal)),
                  report);
  return failed("crashed",
                fmt::format("ended the program (exit status {}) instead of returning", report.exit_code),
                report);
}

/// The fault that the worker's fault handler noted.
Answer SandboxedTransport::explain_fault(const RunReport& report) {
  const std::string message = text_in(page_->fault.message);
  const bool endless = message.starts_with(emulation::endless_kernel);
  Answer answer = failed(endless ? "timed_out" : "crashed", message, report);
  if (endless) explain_loop(answer.failure);
  answer.failure.cause =
      Cause{endless ? Cause::Kind::endless_loop : Cause::Kind::fault, answer.failure.message};
  return answer;
}

Answer SandboxedTransport::failed(std::string outcome, std::string message, const RunReport& report) {
  Answer answer;
  answer.failure.outcome = std::move(outcome);
  answer.failure.message = std::move(message);
  answer.failure.output = printed_in(report);
  if (page_->fault.set.load() != 0) {
    const SourcePlace place{text_in(page_->fault.file), page_->fault.line};
    if (is_place(place)) answer.failure.place = place;
    take_out(answer.failure.output, "gridmark: " + text_in(page_->fault.message) + "\n");
  }
  return answer;
}

const std::string& worker_of(Flavour flavour) {
  const auto worker = options().workers.find(std::string(name_of(flavour)));
  if (worker == options().workers.end())
    throw std::runtime_error(
        fmt::format("no {} worker was given (--worker {}=PATH)", name_of(flavour), name_of(flavour)));
  return worker->second;
}

/// Only the emulated device counts, even if the fast flavour runs on a GPU.
RunsOn device_of(Flavour flavour) {
  return flavour == Flavour::fast && options().on_real_device() ? RunsOn::real_device : RunsOn::processor;
}

}  // namespace

std::unique_ptr<Transport> make_transport(Flavour flavour) {
  const Witnessed witnessed = flavour == Flavour::counted ? Witnessed::yes : Witnessed::no;
  return std::make_unique<SandboxedTransport>(worker_of(flavour), device_of(flavour), "", witnessed);
}

std::unique_ptr<Transport> make_sanitized_transport(const std::string& tool) {
  constexpr auto flavour = Flavour::fast;
  return std::make_unique<SandboxedTransport>(worker_of(flavour), device_of(flavour), tool);
}

std::unique_ptr<Transport> make_transport_to(const std::string& program) {
  return std::make_unique<SandboxedTransport>(program, RunsOn::processor);
}

std::unique_ptr<Transport> make_reference_transport() {
  if (options().reference.empty())
    throw std::runtime_error("no reference was given to compare with (--reference PATH)");
  return std::make_unique<SandboxedTransport>(options().reference, device_of(Flavour::fast));
}

/// At most 64 characters, the limit in the results.
std::string transport_mode() {
  return Witness::hindrance().empty() ? last_mode : last_mode + ", no second count";
}

}  // namespace gridmark::channel
