// Theory of operation
//
//   caller -> gridmark-sandbox (supervisor) -> bwrap -> stub (process 1 inside) -> command
//
// The supervisor stays outside and keeps the caller's user. It starts the stub through the isolation mode's
// wrapper and then waits on descriptors only: the merged output of everything inside, the stub's channel,
// signals, the end of its child, and a closed report pipe. Every 10 ms it checks memory and CPU time.
//
// The first of these ends a run: the end of the command (the stub reports it and exits), a limit, SIGTERM, or
// a closed report pipe. The supervisor then kills every descendant. It is their subreaper, so none escapes by
// changing its session or losing its parents. If the supervisor itself is killed, the stub sees its channel
// close and kills every descendant before it exits. A process namespace ends with its stub, and so does
// bwrap. The command ends with its stub (PDEATHSIG).
//
// The command controls only the bytes of its output, its exit status and the files it exports. The stub's
// messages come over a socket that the command never holds, from a process that it cannot trace, read or
// signal.
#include "grader/sandbox/supervisor.h"

#include <sys/prctl.h>
#include <unistd.h>

#include <csignal>
#include <map>

#include "grader/sandbox/isolation_mode.h"
#include "grader/sandbox/launch.h"
#include "grader/sandbox/namespace_advice.h"
#include "grader/sandbox/run.h"
#include "grader/sandbox/small_files.h"

namespace gridmark::sandbox {
namespace {

void prepare_process() {
  prctl(PR_SET_DUMPABLE, 0);
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  std::signal(SIGPIPE, SIG_IGN);
  const sigset_t signals = stop_signals();
  sigprocmask(SIG_BLOCK, &signals, nullptr);
}

RunResult attempt(const Options& options, std::unique_ptr<IsolationMode> (*make_mode)()) try {
  return run_in_mode(options, *make_mode());
} catch (const std::exception& error) {
  RunResult failed;
  failed.report.end = End::internal;
  failed.report.detail = error.what();
  return failed;
}

}  // namespace

namespace {

using MakeMode = std::unique_ptr<IsolationMode> (*)();

/// True if the mode itself failed, not the command.
bool cannot_isolate(const RunResult& result) { return !result.started && result.report.end == End::internal; }

Report supervise_in(Mode mode, const Options& options) {
  static const std::map<Mode, MakeMode> makers{{Mode::bubblewrap, make_bubblewrap_mode},
                                               {Mode::landlock, make_landlock_mode},
                                               {Mode::none, make_none_mode}};
  return attempt(options, makers.at(mode)).report;
}

/// The run is also the probe, which costs nothing if the best mode works.
Report supervise_in_best(const Options& options) {
  const RunResult best = attempt(options, make_bubblewrap_mode);
  if (!cannot_isolate(best)) return best.report;
  const RunResult reduced = attempt(options, make_landlock_mode);
  if (!cannot_isolate(reduced)) return reduced.report;
  if (options.trust) return attempt(options, make_none_mode).report;
  Report refused = best.report;
  refused.detail += "; " + reduced.report.detail;
  return refused;
}

Report run_true(MakeMode make_mode) {
  Options options;
  options.command = {"/usr/bin/true"};
  return attempt(options, make_mode).report;
}

bool works(const Report& report) { return report.end == End::exited && report.exit_code == 0; }

std::string read_setting(const std::string& path) {
  std::string text = read_small_file(path);
  while (text.ends_with('\n')) text.pop_back();
  return text;
}

/// The reason why bubblewrap does not work, from its message and from the machine's settings.
Probe reduced_to(const Report& report, const std::string& reason) {
  const NamespaceAdvice advice = advise_on_namespaces(access("/usr/bin/bwrap", X_OK) == 0, read_setting);
  const std::string cause = advice.cause.empty() ? "" : " (" + advice.cause + ")";
  return {report.mode, report.control, reason + cause, advice.fix};
}

}  // namespace

Report supervise(const Options& options) {
  prepare_process();
  return options.mode == Mode::automatic ? supervise_in_best(options) : supervise_in(options.mode, options);
}

Probe probe_modes() {
  prepare_process();
  const Report bubblewrap = run_true(make_bubblewrap_mode);
  if (works(bubblewrap)) return {"bubblewrap", bubblewrap.control, "", ""};
  const Report landlock = run_true(make_landlock_mode);
  if (works(landlock)) return reduced_to(landlock, bubblewrap.detail);
  return reduced_to(run_true(make_none_mode), bubblewrap.detail + "; " + landlock.detail);
}

}  // namespace gridmark::sandbox
