// Feature: NCCL with a rank that is killed: the others get an error at once, long before the timeout
// Link: -lnccl
// Environment: GRIDMARK_NCCL_TIMEOUT=60
#include <nccl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstring>

#include "../check.h"

#define NCCL(call) CHECK((call) == ncclSuccess)

/// Rank 1 makes one call less than rank 0, and the sum of its last call arrives.
void be_killed(ncclUniqueId id) {
  ncclComm_t comm;
  NCCL(ncclCommInitRank(&comm, 2, id, 1));
  coverage::Buffer<float> x(100, 2.0f);
  NCCL(ncclAllReduce(x, x, 100, ncclFloat, ncclSum, comm, 0));
  CUDA(cudaDeviceSynchronize());
  raise(SIGKILL);
}

void outlive(ncclUniqueId id) {
  ncclComm_t comm;
  NCCL(ncclCommInitRank(&comm, 2, id, 0));
  coverage::Buffer<float> x(100, 1.0f);
  NCCL(ncclAllReduce(x, x, 100, ncclFloat, ncclSum, comm, 0));
  CHECK(x.get() == std::vector<float>(100, 3.0f));
  const auto begin = std::chrono::steady_clock::now();
  NCCL(ncclAllReduce(x, x, 100, ncclFloat, ncclSum, comm, 0));
  CHECK(cudaDeviceSynchronize() == cudaErrorLaunchFailure);
  CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(30));
  ncclResult_t state = ncclSuccess;
  NCCL(ncclCommGetAsyncError(comm, &state));
  CHECK(state == ncclRemoteError);
  CHECK(std::strstr(ncclGetLastError(comm), "nccl_killed_rank.cu:33: rank 1 has ended") != nullptr);
  std::exit(coverage::failures());
}

int main() {
  ncclUniqueId id;
  NCCL(ncclGetUniqueId(&id));
  const pid_t killed = fork();
  if (killed == 0) be_killed(id);
  const pid_t other = fork();
  if (other == 0) outlive(id);
  int status = 0;
  CHECK(waitpid(other, &status, 0) == other && WIFEXITED(status) && WEXITSTATUS(status) == 0);
  CHECK(waitpid(killed, &status, 0) == killed && WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
  std::puts(coverage::failures() == 0 ? "ok" : "failed");
  return coverage::failures() == 0 ? 0 : 1;
}
