#include "labkit/router/switchboard.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <system_error>

namespace gridmark::router {
namespace {

using comm::Frame;
using comm::FrameKind;
using Clock = std::chrono::steady_clock;

constexpr auto patience = std::chrono::milliseconds(1000);  // for the answer with a line
constexpr std::size_t chunk = std::size_t{1} << 18;

bool has_payload(FrameKind kind) { return kind == FrameKind::send || kind == FrameKind::line; }

}  // namespace

Switchboard::Switchboard(Settings settings, std::vector<int> sockets, std::function<void(int)> kill)
    : router_(settings),
      kill_(std::move(kill)),
      most_bytes_(settings.most_bytes),
      wake_(eventfd(0, EFD_CLOEXEC)) {
  if (wake_ < 0) throw std::system_error(errno, std::generic_category(), "eventfd");
  for (const int socket : sockets) {
    fcntl(socket, F_SETFL, fcntl(socket, F_GETFL) | O_NONBLOCK);
    lines_.push_back({});
    lines_.back().socket = socket;
  }
}

Switchboard::~Switchboard() {
  for (const Line& line : lines_)
    if (line.socket >= 0) close(line.socket);
  close(wake_);
}

void Switchboard::wake() {
  const std::uint64_t one = 1;
  if (write(wake_, &one, sizeof one) < 0) return;  // it is already awake
}

void Switchboard::stop() {
  const std::lock_guard lock(mutex_);
  stops_ = true;
  wake();
}

void Switchboard::kill_when_quiet(int rank) {
  const std::lock_guard lock(mutex_);
  if (over_) return kill_(rank);
  stopped_ = rank;
  wake();
}

/// Takes the data that the rank sent before it was stopped.
void Switchboard::look_at_stopped() {
  std::optional<int> stopped;
  {
    const std::lock_guard lock(mutex_);
    stopped.swap(stopped_);
  }
  if (!stopped) return;
  const Line& line = lines_[static_cast<std::size_t>(*stopped)];
  for (int bytes = 0; line.socket >= 0 && ioctl(line.socket, FIONREAD, &bytes) == 0 && bytes > 0;)
    read_from(*stopped);
  if (router_.has_ended(*stopped)) return kill_(*stopped);
  router_.end_when_quiet(*stopped);
}

/// returns  whether stop() woke it
bool Switchboard::wakes_up() {
  std::uint64_t count = 0;
  if (read(wake_, &count, sizeof count) < 0) return false;
  look_at_stopped();
  const std::lock_guard lock(mutex_);
  return stops_;
}

void Switchboard::run() {
  serve();
  const std::lock_guard lock(mutex_);
  over_ = true;
  if (stopped_) kill_(*stopped_);
}

void Switchboard::serve() {
  Clock::time_point asked{};
  bool stops = false;
  while (!router_.all_ended()) {
    std::vector<pollfd> watched;
    for (const Line& line : lines_)
      watched.push_back({line.socket, static_cast<short>(POLLIN | (line.out.empty() ? 0 : POLLOUT)), 0});
    watched.push_back({wake_, POLLIN, 0});
    if (stops) watched.pop_back();
    const int timeout = stops ? 0 : router_.is_asking() ? 50 : -1;
    const int ready = poll(watched.data(), watched.size(), timeout);
    if (ready < 0 && errno != EINTR) throw std::system_error(errno, std::generic_category(), "poll");
    if (stops && ready == 0) return;  // all data from before the stop was read
    if (!stops && watched.back().revents != 0) stops = wakes_up();
    const bool was_asking = router_.is_asking();
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      if ((watched[i].revents & POLLOUT) != 0) write_to(static_cast<int>(i));
      if ((watched[i].revents & (POLLIN | POLLHUP | POLLERR)) != 0) read_from(static_cast<int>(i));
    }
    if (router_.is_asking() && !was_asking) asked = Clock::now();
    if (router_.is_asking() && Clock::now() - asked > patience) router_.stop_asking();
    hand_out();
  }
}

void Switchboard::read_from(int rank) {
  Line& line = lines_[static_cast<std::size_t>(rank)];
  if (line.socket < 0) return;
  const std::size_t before = line.in.size();
  line.in.resize(before + chunk);
  const ssize_t count = recv(line.socket, line.in.data() + before, chunk, 0);
  line.in.resize(before + (count > 0 ? static_cast<std::size_t>(count) : 0));
  if (count > 0) return take_frames(rank);
  if (count < 0 && (errno == EAGAIN || errno == EINTR)) return;
  hang_up(rank);
  router_.take_end(rank);
}

/// Takes a frame when its payload is complete. After a payload beyond the limit on waiting bytes, nothing
/// more is read.
void Switchboard::take_frames(int rank) {
  Line& line = lines_[static_cast<std::size_t>(rank)];
  std::size_t at = 0;
  while (line.in.size() - at >= sizeof(Frame) && !router_.has_ended(rank)) {
    Frame frame;
    std::memcpy(&frame, line.in.data() + at, sizeof frame);
    const bool carries = has_payload(frame.kind);
    const bool too_much = carries && frame.bytes > most_bytes_;
    const std::size_t payload = carries && !too_much ? frame.bytes : 0;
    if (line.in.size() - at - sizeof frame < payload) {
      line.in.reserve(at + sizeof frame + payload + chunk);
      break;
    }
    router_.take(rank, frame, line.in.substr(at + sizeof frame, payload));
    at += sizeof frame + payload;
  }
  line.in.erase(0, at);
}

void Switchboard::hand_out() {
  for (Router::Output& output : router_.take_output()) {
    Line& line = lines_[static_cast<std::size_t>(output.rank)];
    if (output.kills) {
      if (kill_) kill_(output.rank);
      continue;
    }
    line.out.append(reinterpret_cast<const char*>(&output.frame), sizeof output.frame);
    line.out += output.payload;
    write_to(output.rank);
  }
  for (std::size_t i = 0; i < lines_.size(); ++i)
    if (lines_[i].socket >= 0 && router_.has_ended(static_cast<int>(i))) hang_up(static_cast<int>(i));
}

void Switchboard::write_to(int rank) {
  Line& line = lines_[static_cast<std::size_t>(rank)];
  while (line.socket >= 0 && line.written < line.out.size()) {
    const ssize_t count =
        send(line.socket, line.out.data() + line.written, line.out.size() - line.written, MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && errno == EAGAIN) return;
    if (count < 0) break;  // its end will be read
    line.written += static_cast<std::size_t>(count);
  }
  line.out.clear();
  line.written = 0;
}

void Switchboard::hang_up(int rank) {
  Line& line = lines_[static_cast<std::size_t>(rank)];
  if (line.socket >= 0) close(line.socket);
  line.socket = -1;
}

}  // namespace gridmark::router
