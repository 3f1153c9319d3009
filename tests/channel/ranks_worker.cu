// A rank that sums its input over all ranks on its device, or fails in one of several ways.
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "labkit/channel/device_array.h"
#include "labkit/channel/worker.h"
#include "labkit/comm/comm.h"
#include "labkit/comm/frames.h"
#include "labkit/disk/remote_disk.h"
#include "tests/channel/ranks_operation.h"

namespace gridmark::channel {
namespace {

using comm::Comm;
using comm::Frame;
using comm::FrameKind;

__global__ void add(float* x, const float* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] += y[i];
}

struct Around {
  explicit Around(const Comm& comm)
      : next((comm.rank() + 1) % comm.world()), last((comm.rank() + comm.world() - 1) % comm.world()) {}
  int next, last;
};

/// Each input goes around once.
void sum(Comm& comm, float* x, float* passed, int n) {
  const Around around(comm);
  cudaMemcpy(passed, x, n * sizeof(float), cudaMemcpyDeviceToDevice);
  for (int step = 1; step < comm.world(); ++step) {
    const comm::Ticket sent = comm.isend(around.next, passed, n * sizeof(float), step);
    comm.recv(around.last, passed, n * sizeof(float), step);
    comm.wait(sent);
    add<<<(n + 127) / 128, 128>>>(x, passed, n);
  }
}

Status talk_raw(Talk& op, const Frame& frame, std::size_t payload) {
  const int socket = op.network.take();
  const std::vector<char> bytes(payload);
  comm::write_all(socket, &frame, sizeof frame);
  comm::write_all(socket, bytes.data(), bytes.size());
  char byte = 0;
  comm::read_all(socket, &byte, 1);
  close(socket);
  return {};
}

void flood(Comm& comm) {
  const std::vector<char> much(64 << 20);
  while (true) comm.isend(Around(comm).next, much.data(), much.size(), 99);
}

Status misbehave(Talk& op) {
  const int next = (op.rank + 1) % op.world;
  if (op.how == "lie about the size") return talk_raw(op, {FrameKind::send, next, 0, 1, 1ull << 60, 0, 0}, 16);
  if (op.how == "name no rank") return talk_raw(op, {FrameKind::send, 77, 0, 1, 16, 0, 0}, 16);
  if (op.how == "talk while waiting") {
    const int socket = op.network.take();
    const Frame receive{FrameKind::receive, next, 5, 1, 4, 0, 0}, wait{FrameKind::wait, 0, 0, 1, 0, 0, 0};
    for (const Frame& frame : {receive, wait, wait}) comm::write_all(socket, &frame, sizeof frame);
    char byte = 0;
    comm::read_all(socket, &byte, 1);
    close(socket);
    return {};
  }
  Comm comm(op.network.take(), op.rank, op.world);
  if (op.how == "flood") flood(comm);
  if (op.how == "crash") *reinterpret_cast<volatile int*>(8) = 1;
  if (op.how == "leave") return {};
  if (op.how == "fork" && fork() == 0)
    while (true) pause();
  if (op.how == "never answer")
    while (true) pause();
  if (op.how == "wait for nobody") {
    float value = 0;
    comm.recv(Around(comm).last, &value, sizeof value, 12345);
  }
  return {};
}

}  // namespace

/// Rank 0 replaces the file "state", and all ranks read it.
void save(Talk& op, Comm& comm) {
  disk::RemoteDisk disk(op.disk.take());
  if (op.rank == 0) {
    const int file = disk.create("new");
    disk.write(file, op.in.data(), op.in.size() * sizeof(float));
    disk.fsync(file);
    disk.close(file);
    disk.rename("new", "state");
    disk.fsync_folder();
  }
  comm.barrier();
  const std::string state = disk.read("state");
  std::memcpy(op.out.writable().data(), state.data(), std::min(state.size(), op.out.size() * sizeof(float)));
}

GRIDMARK_OPERATION(Talk, op) {
  if (op.rank == op.bad_rank && op.how != "work" && op.how != "save") return misbehave(op);
  if (op.how == "save") {
    Comm comm(op.network.take(), op.rank, op.world);
    save(op, comm);
    return {};
  }
  const int n = static_cast<int>(op.in.size());
  DeviceArray<float> x(op.in, "x"), passed(op.in.size(), "passed");
  Comm comm(op.network.take(), op.rank, op.world);
  sum(comm, x.data(), passed.data(), n);
  comm.barrier();
  x.copy_to(op.out);
  return {};
}

}  // namespace gridmark::channel
