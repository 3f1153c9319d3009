// Theory of operation
//
//   caller -> gridmark-sandbox (supervisor) -> bwrap -> stub (process 1 inside) -> command
//
// The supervisor stays outside, with the caller's user. It starts the stub through the isolation mode's
// wrapper and then waits on descriptors only: the merged output of everything inside, the stub's channel,
// signals, the death of its own child, and the report's reader going away. Every 10 ms it looks at memory
// and CPU time.
//
// A run is ended by the first of: the command (the stub reports and exits), a limit, SIGTERM, a reader of the
// report that is gone. The supervisor then kills every descendant; it is their subreaper, so none escapes by
// changing its session or losing its parents. If the supervisor itself is killed, bwrap and the stub die with
// it (PDEATHSIG; in mode none the stub sees its channel close), and a process namespace dies with its stub.
//
// What the command can influence: the bytes of its output, its exit status, the files it exports. The stub's
// words come over a socket that the command never holds, from a process that it cannot trace, read or signal.
#include "grader/sandbox/supervisor.h"

#include <sys/prctl.h>
#include <unistd.h>

#include <csignal>

#include "grader/sandbox/isolation_mode.h"
#include "grader/sandbox/launch.h"
#include "grader/sandbox/run.h"

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
  failed.report.detail = error.what();
  return failed;
}

}  // namespace

Report supervise(const Options& options) {
  prepare_process();
  if (options.mode == Mode::none) return attempt(options, make_none_mode).report;
  RunResult isolated = attempt(options, make_bubblewrap_mode);
  // The run itself is the probe: it costs nothing where isolation works.
  const bool may_fall = options.mode == Mode::automatic && options.trust;
  if (isolated.started || isolated.report.end != End::internal || !may_fall) return isolated.report;
  return attempt(options, make_none_mode).report;
}

Probe probe_modes() {
  prepare_process();
  Options options;
  options.command = {"/usr/bin/true"};
  const Report report = attempt(options, make_bubblewrap_mode).report;
  if (report.end == End::exited && report.exit_code == 0) return {"bubblewrap", "", ""};
  const bool missing = access("/usr/bin/bwrap", X_OK) != 0;
  const std::string fix =
      missing ? "sudo apt-get install bubblewrap"
              : "sudo sysctl -w kernel.unprivileged_userns_clone=1 "
                "kernel.apparmor_restrict_unprivileged_userns=0 user.max_user_namespaces=10000";
  return {"none", report.detail, fix};
}

}  // namespace gridmark::sandbox
