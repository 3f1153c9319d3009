// Programs that are only right if messages arrive in a certain order.
#include <labkit/comm/comm.h>

#include <cstdio>
#include <cstring>

using gridmark::comm::any_rank;
using gridmark::comm::Comm;

namespace {

/// Receives the parts of a sum as if they came in rank order.
int reduction(Comm& comm) {
  int part = comm.rank();
  if (comm.rank() != 0) return comm.send(0, &part, sizeof part), 0;
  bool right = true;
  for (int rank = 1; rank < comm.world(); ++rank) right &= comm.recv(any_rank, &part, sizeof part) == rank;
  return right ? 0 : 1;
}

/// Counts messages for a round, even if they belong to another: rank 1 may be counted twice in the first.
int server(Comm& comm) {
  int round = 0;
  if (comm.rank() != 0) {
    for (round = 0; round < 2; ++round) comm.send(0, &round, sizeof round);
    return 0;
  }
  const int workers = comm.world() - 1;
  bool right = true;
  for (int i = 0; i < 2 * workers; ++i) {
    comm.recv(any_rank, &round, sizeof round);
    right &= round == i / workers;
  }
  return right ? 0 : 1;
}

/// The last rank stops the receiver, assuming that the other ranks' work has arrived by then.
int shutdown(Comm& comm) {
  const int stop = comm.world() - 1;
  int word = comm.rank();
  if (comm.rank() != 0) return comm.send(0, &word, sizeof word), 0;
  int done = 0;
  while (comm.recv(any_rank, &word, sizeof word) != stop) ++done;
  return done == stop - 1 ? 0 : 1;
}

}  // namespace

int main(int count, char** words) {
  auto comm = Comm::from_environment();
  const char* which = count > 1 ? words[1] : "";
  if (std::strcmp(which, "reduction") == 0) return reduction(comm);
  if (std::strcmp(which, "server") == 0) return server(comm);
  if (std::strcmp(which, "shutdown") == 0) return shutdown(comm);
  std::fprintf(stderr, "expected reduction, server or shutdown\n");
  return 2;
}
