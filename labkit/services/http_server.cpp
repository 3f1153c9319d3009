#include "labkit/services/http_server.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "labkit/services/http_connection.h"

namespace gridmark::services {
namespace {

using Time = HttpConnection::Clock;

constexpr std::size_t most_leaving = 64;  ///< clients beyond the limit
constexpr std::chrono::milliseconds until_next_accept{100};

std::runtime_error cannot_listen(int port) {
  const int error = errno;
  std::string advice;
  if (error == EADDRINUSE)
    advice = ": another program has this port. Choose another one, or 0 for any that is free";
  if (error == EACCES)
    advice = ": ports below 1024 need root. Choose a higher one, or 0 for any that is free";
  return std::runtime_error("cannot listen on 127.0.0.1:" + std::to_string(port) + ": " +
                            std::strerror(error) + advice);
}

}  // namespace

class HttpServer::Impl {
 public:
  Impl(int listening, Handler handle, HttpLimits limits)
      : socket_(listening), handle_(std::move(handle)), limits_(limits) {
    ::fcntl(socket_.get(), F_SETFL, ::fcntl(socket_.get(), F_GETFL) | O_NONBLOCK);
  }

  int turn(double wait_seconds) {
    wait(wait_seconds);
    if (polled_.back().revents != 0) accept();
    const Time::time_point now = Time::now();
    int growing = 0;
    for (const auto& one : connections_) {
      if (!one->closed()) one->work();
      one->check_time(now);
      growing += one->grows() ? 1 : 0;
    }
    connections_.erase(
        std::remove_if(connections_.begin(), connections_.end(), [](auto& one) { return one->closed(); }),
        connections_.end());
    return growing;
  }

  bool listening() const { return listening_; }
  int clients() const { return static_cast<int>(connections_.size()); }

 private:
  bool is_full() const {
    return connections_.size() >= static_cast<std::size_t>(std::max(limits_.clients, 1)) + most_leaving;
  }
  bool serves_all() const {
    const auto leaving =
        std::count_if(connections_.begin(), connections_.end(), [](auto& one) { return one->leaving(); });
    return static_cast<std::int64_t>(connections_.size()) - leaving < limits_.clients;
  }
  auto finished() const {
    return std::find_if(connections_.begin(), connections_.end(), [](auto& one) { return one->finished(); });
  }
  /// A client that has received everything gives its place to another.
  bool make_room() {
    if (!is_full()) return true;
    const auto one = finished();
    if (one != connections_.end()) connections_.erase(one);
    return !is_full();
  }

  /// Polls all sockets, the listening one last, and moves the clients' bytes.
  void wait(double seconds) {
    polled_.clear();
    Time::time_point next = Time::now() + std::chrono::milliseconds(std::clamp<std::int64_t>(
                                              static_cast<std::int64_t>(1000 * seconds), 0, 1 << 30));
    for (const auto& one : connections_) {
      polled_.push_back({one->socket(), one->events(), 0});
      next = std::min(next, one->ready() ? Time::time_point() : one->deadline());
    }
    const bool accepts = listening_ && (!is_full() || finished() != connections_.end());
    const bool pauses = accepts && Time::now() < accept_again_;
    if (pauses) next = std::min(next, accept_again_);
    polled_.push_back({accepts && !pauses ? socket_.get() : -1, POLLIN, 0});
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(next - Time::now()).count();
    if (::poll(polled_.data(), polled_.size(), static_cast<int>(std::max<std::int64_t>(left, 0))) <= 0) {
      for (pollfd& one : polled_) one.revents = 0;
      return;
    }
    for (std::size_t i = 0; i < connections_.size(); ++i)
      if (polled_[i].revents != 0) connections_[i]->move(polled_[i].revents);
  }

  void accept() {
    if ((polled_.back().revents & (POLLHUP | POLLERR | POLLNVAL)) != 0) listening_ = false;
    while (listening_ && make_room()) {
      const int client = ::accept4(socket_.get(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK);
      if (client < 0 && (errno == EINTR || errno == ECONNABORTED)) continue;
      if (client < 0) {
        // If descriptors have run out, the client stays in the kernel's queue.
        if (errno != EAGAIN && errno != EWOULDBLOCK) accept_again_ = Time::now() + until_next_accept;
        return;
      }
      const int yes = 1;
      ::setsockopt(client, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
      const bool has_place = serves_all();
      connections_.push_back(std::make_unique<HttpConnection>(client, handle_, limits_));
      connections_.back()->move(POLLIN);
      if (!has_place) connections_.back()->refuse(503, "there are too many clients. Try again later");
    }
  }

  FileDescriptor socket_;
  Handler handle_;
  HttpLimits limits_;
  bool listening_ = true;
  Time::time_point accept_again_ = Time::time_point();
  std::vector<pollfd> polled_;
  std::vector<std::unique_ptr<HttpConnection>> connections_;
};

HttpServer::HttpServer(int listening, Handler handle, HttpLimits limits)
    : impl_(std::make_unique<Impl>(listening, std::move(handle), limits)) {}
HttpServer::~HttpServer() = default;
int HttpServer::turn(double wait_seconds) { return impl_->turn(wait_seconds); }
bool HttpServer::listening() const { return impl_->listening(); }
int HttpServer::clients() const { return impl_->clients(); }

int listen_on(int& port) {
  if (port < 0 || port > 65535)
    throw std::runtime_error("port " + std::to_string(port) + " does not exist: choose 0 to 65535");
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  auto* const plain = reinterpret_cast<sockaddr*>(&address);
  FileDescriptor listening(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  const int yes = 1;
  ::setsockopt(listening.get(), SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  if (::bind(listening.get(), plain, size) != 0 || ::listen(listening.get(), 512) != 0 ||
      ::getsockname(listening.get(), plain, &size) != 0)
    throw cannot_listen(port);
  port = ntohs(address.sin_port);
  return listening.release();
}

}  // namespace gridmark::services
