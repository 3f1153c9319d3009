// Feature: NCCL ranks that exit or are killed without ncclCommDestroy leave nothing in /dev/shm or TMPDIR
// Link: -lnccl
// Environment: GRIDMARK_NCCL_TIMEOUT=20
#include <dirent.h>
#include <nccl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <set>
#include <string>

#include "../check.h"

#define NCCL(call) CHECK((call) == ncclSuccess)

/// Files in /dev/shm with `nccl` in their names, and all files in TMPDIR.
std::set<std::string> made() {
  std::set<std::string> names;
  for (const std::string& folder : std::set<std::string>{"/dev/shm", getenv("TMPDIR")}) {
    DIR* listing = opendir(folder.c_str());
    if (!listing) continue;
    while (const dirent* entry = readdir(listing))
      if (folder != "/dev/shm" || std::strstr(entry->d_name, "nccl")) names.insert(entry->d_name);
    closedir(listing);
  }
  return names;
}

enum class End { exit, kill, kill_before_joining };

void as_rank(ncclUniqueId id, int rank, End end) {
  if (end == End::kill_before_joining && rank == 0) raise(SIGKILL);
  ncclComm_t comm;
  if (end == End::kill_before_joining) alarm(1);  // it waits for rank 0 in vain
  NCCL(ncclCommInitRank(&comm, 2, id, rank));
  coverage::Buffer<float> x(1000, 1.0f);
  NCCL(ncclAllReduce(x, x, 1000, ncclFloat, ncclSum, comm, 0));
  CHECK(x.get() == std::vector<float>(1000, 2.0f));
  NCCL(ncclSend(x, 1000, ncclFloat, 1 - rank, comm, 0));  // no rank receives it
  CUDA(cudaDeviceSynchronize());
  if (end == End::kill) raise(SIGKILL);
  std::exit(coverage::failures());
}

void two_ranks(End end) {
  const pid_t whole = fork();
  if (whole == 0) {
    ncclUniqueId id;
    NCCL(ncclGetUniqueId(&id));
    pid_t ranks[2] = {fork(), 1};
    if (ranks[0] != 0) ranks[1] = fork();
    if (ranks[0] == 0) as_rank(id, 0, end);
    if (ranks[1] == 0) as_rank(id, 1, end);
    bool well = true;
    for (int status = 0; wait(&status) > 0;)
      well = well && (end == End::exit ? WIFEXITED(status) && WEXITSTATUS(status) == 0 : WIFSIGNALED(status));
    _exit(well ? 0 : 1);
  }
  int status = -1;
  waitpid(whole, &status, 0);
  CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

int main() {
  char folder[] = "/tmp/left_behind_XXXXXX";
  CHECK(mkdtemp(folder) != nullptr && setenv("TMPDIR", folder, 1) == 0);
  const std::set<std::string> before = made();
  for (End end : {End::exit, End::kill, End::kill_before_joining}) two_ranks(end);
  CHECK(made() == before);
  CHECK(rmdir(folder) == 0);
  return coverage::result();
}
