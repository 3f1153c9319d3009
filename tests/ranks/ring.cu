// Passes a number once around all ranks.
#include <labkit/comm/comm.h>

#include <cstdio>
#include <cstring>

int main(int count, char** words) {
  auto comm = gridmark::comm::Comm::from_environment();
  const int next = (comm.rank() + 1) % comm.world();
  const int last = (comm.rank() + comm.world() - 1) % comm.world();
  if (count > 1 && std::strcmp(words[1], "exit") == 0 && comm.rank() == 1) return 3;
  if (count > 1 && std::strcmp(words[1], "wrong") == 0) {
    int number = 0;
    comm.recv(next, &number, sizeof number);  // all ranks wait for their successor
  }
  int number = comm.rank();
  const auto sent = comm.isend(next, &number, sizeof number);
  comm.recv(last, &number, sizeof number);
  comm.wait(sent);
  std::printf("rank %d of %d got %d\n", comm.rank(), comm.world(), number);
}
