#include "labkit/comm/connection.h"

#include <unistd.h>

#include <algorithm>
#include <cstring>

namespace gridmark::comm {
namespace {

constexpr std::size_t piece = std::size_t{1} << 20;  // bytes of a message that are read at a time

void require(cudaError_t error, const char* what) {
  if (error != cudaSuccess)
    throw CommError(std::string(what) + " failed: " + cudaGetErrorName(error) + ", " +
                    cudaGetErrorString(error));
}

bool is_on_device(const void* memory) {
  cudaPointerAttributes attributes{};
  if (memory == nullptr || cudaPointerGetAttributes(&attributes, memory) != cudaSuccess) {
    cudaGetLastError();  // host memory that the runtime does not know
    return false;
  }
  return attributes.type == cudaMemoryTypeDevice;
}

/// The model's network reads and writes device memory itself. So the copy takes no modelled time of the host
/// or the stream. It runs after the stream's earlier work.
void copy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind, cudaStream_t stream) {
  require(cudaStreamSynchronize(stream), "work that a message depends on");
  const double ready = clock_seconds();
  const UntimedCopies untimed;
  require(cudaMemcpyAsync(to, from, bytes, kind, stream), "copying a message");
  require(cudaStreamSynchronize(stream), "copying a message");
  set_clock(ready);
}

}  // namespace

Connection::~Connection() {
  const Frame last{FrameKind::finished, 0, 0, 0, 0, now(), 0};
  write_all(descriptor_, &last, sizeof last);
  close(descriptor_);
}

void Connection::lost() const {
  throw CommError("rank " + std::to_string(rank_) + " has lost the network: its router has ended");
}

void Connection::check_peer(int peer, const char* what) const {
  if (peer >= 0 && peer < world_ && peer != rank_) return;
  throw std::invalid_argument("rank " + std::to_string(rank_) + " " + what + " rank " + std::to_string(peer) +
                              ", expected another one of 0 to " + std::to_string(world_ - 1));
}

void Connection::say(const Frame& frame, const void* payload) {
  if (!write_all(descriptor_, &frame, sizeof frame)) lost();
  if (payload && !write_all(descriptor_, payload, frame.bytes)) lost();
}

Ticket Connection::send(int to, const void* from, std::size_t bytes, int tag) {
  check_peer(to, "sends to");
  std::vector<char> staged;
  if (bytes > 0 && is_on_device(from)) {
    staged.resize(bytes);
    copy(staged.data(), from, bytes, cudaMemcpyDeviceToHost, stream);
    from = staged.data();
  }
  const Ticket ticket{++tickets_};
  sends_[ticket.number] = true;
  say({FrameKind::send, to, tag, ticket.number, bytes, now(), 0}, from);
  return ticket;
}

Ticket Connection::receive(int from, void* to, std::size_t bytes, int tag) {
  if (from != any_rank) check_peer(from, "receives from");
  const Ticket ticket{++tickets_};
  receives_[ticket.number] = {to, bytes};
  say({FrameKind::receive, from, tag, ticket.number, bytes, now(), 0});
  return ticket;
}

int Connection::wait(Ticket ticket, CallSite site, const char* call) {
  const bool receives = receives_.count(ticket.number) > 0;
  if (!receives && sends_.erase(ticket.number) == 0)
    throw std::invalid_argument("wait() was given a ticket that has ended, or of another rank");
  if (before_waiting) before_waiting();
  say({FrameKind::wait, 0, 0, ticket.number, 0, now(), reinterpret_cast<std::uint64_t>(site)});
  const Frame answer = listen(site, call);
  if (receives) take_message(answer);
  wait_until(answer.clock, call);
  return answer.peer;
}

void Connection::barrier(CallSite site) {
  if (before_waiting) before_waiting();
  say({FrameKind::barrier, 0, 0, 0, 0, now(), reinterpret_cast<std::uint64_t>(site)});
  wait_until(listen(site, "comm::Comm::barrier").clock, "comm::Comm::barrier");
}

Frame Connection::listen(CallSite site, const char* call) {
  bool told = false;
  while (true) {
    Frame frame;
    if (!read_all(descriptor_, &frame, sizeof frame)) lost();
    if (frame.kind == FrameKind::done) return frame;
    if (frame.kind == FrameKind::failed) {
      const std::string words = text(frame.bytes);
      if (!told) tell_line(site);
      throw CommError(words);
    }
    if (frame.kind != FrameKind::where)
      throw CommError(std::string(call) + ": the router sent a frame of a rank's");
    tell_line(site);
    told = true;
  }
}

std::string Connection::text(std::uint64_t bytes) {
  std::string words(std::min<std::uint64_t>(bytes, piece), '\0');
  if (!read_all(descriptor_, words.data(), words.size())) lost();
  return words;
}

void Connection::tell_line(CallSite site) {
  const std::string line = line_of(site);
  say({FrameKind::line, 0, 0, 0, line.size(), 0, 0}, line.data());
}

void Connection::take_message(const Frame& frame) {
  const Destination to = receives_.at(frame.ticket);
  receives_.erase(frame.ticket);
  if (frame.bytes != to.bytes)
    throw CommError("the router sent a message of another size than was asked for");
  if (frame.bytes == 0) return;
  const bool on_device = is_on_device(to.memory);
  std::vector<char> staged(on_device ? frame.bytes : 0);
  if (!read_all(descriptor_, on_device ? staged.data() : to.memory, frame.bytes)) lost();
  if (on_device) copy(to.memory, staged.data(), frame.bytes, cudaMemcpyHostToDevice, stream);
}

}  // namespace gridmark::comm
