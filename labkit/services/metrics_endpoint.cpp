#include "labkit/services/metrics_endpoint.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <exception>
#include <stdexcept>
#include <string_view>
#include <thread>
#include <utility>

namespace gridmark::services {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t most_request_bytes = 8192;
constexpr std::chrono::milliseconds most_time{2000};

/// Closes it at the end of the scope.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return number_; }

 private:
  int number_;
};

struct Answer {
  const char* status;
  std::string body;
  const char* more = "";  ///< header lines
};

std::runtime_error cannot_listen(int port) {
  const int error = errno;
  std::string advice;
  if (error == EADDRINUSE)
    advice = ": another program has this port; choose another one, or 0 for any that is free";
  if (error == EACCES)
    advice = ": ports below 1024 are root's; choose a higher one, or 0 for any that is free";
  return std::runtime_error("cannot listen on 127.0.0.1:" + std::to_string(port) + ": " +
                            std::strerror(error) + advice);
}

sockaddr_in local(int port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return address;
}

/// Waits until `socket` can be read or written, or until `stop` or the deadline. returns  whether it can
bool wait_for(int socket, short event, int stop, Clock::time_point deadline) {
  std::array<pollfd, 2> all{{{socket, event, 0}, {stop, POLLIN, 0}}};
  while (true) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
    if (left <= 0) return false;
    const int ready = ::poll(all.data(), all.size(), static_cast<int>(std::min<long long>(left, 1 << 30)));
    if (ready < 0 && errno == EINTR) continue;
    return ready > 0 && all[1].revents == 0;
  }
}

}  // namespace

class MetricsEndpoint::Server {
 public:
  Server(int port, std::function<std::string()> text)
      : text_(std::move(text)), listening_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0)) {
    if (port < 0 || port > 65535)
      throw std::runtime_error("port " + std::to_string(port) + " does not exist: choose 0 to 65535");
    const int yes = 1;
    sockaddr_in address = local(port);
    socklen_t size = sizeof address;
    auto* const plain = reinterpret_cast<sockaddr*>(&address);
    ::setsockopt(listening_.get(), SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    std::array<int, 2> ends{-1, -1};
    if (::bind(listening_.get(), plain, size) != 0 || ::listen(listening_.get(), 16) != 0 ||
        ::getsockname(listening_.get(), plain, &size) != 0 || ::pipe2(ends.data(), O_CLOEXEC) != 0)
      throw cannot_listen(port);
    port_ = ntohs(address.sin_port);
    stop_ = ends[0], stopper_ = ends[1];
    thread_ = std::thread([this] { serve(); });
  }
  ~Server() {
    if (stopper_ >= 0) ::close(stopper_);  // the other end hangs up
    if (thread_.joinable()) thread_.join();
    if (stop_ >= 0) ::close(stop_);
  }
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  int port() const { return port_; }

 private:
  void serve() {
    while (!stopped()) {
      if (!wait_for(listening_.get(), POLLIN, stop_, Clock::now() + std::chrono::hours(24))) continue;
      const Descriptor client(::accept4(listening_.get(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
      if (client.get() >= 0) talk(client.get());
    }
  }

  bool stopped() const {
    pollfd one{stop_, POLLIN, 0};
    return ::poll(&one, 1, 0) != 0;
  }

  void talk(int client) const {
    const auto deadline = Clock::now() + most_time;
    const std::string request = receive(client, deadline);
    if (request.empty()) return;
    send(client, text_of(answer_to(request)), deadline);
    // What is still to come is read, or closing would take the answer away from the client.
    ::shutdown(client, SHUT_WR);
    std::array<char, 4096> rest;
    for (std::size_t total = 0; total < 16 * most_request_bytes && wait_for(client, POLLIN, stop_, deadline);
         total += rest.size())
      if (::recv(client, rest.data(), rest.size(), 0) <= 0) break;
  }

  /// The request up to the end of its headers or one byte past the limit; "" where the client gave up.
  std::string receive(int client, Clock::time_point deadline) const {
    std::string request;
    std::array<char, 1024> bytes;
    while (request.find("\r\n\r\n") == std::string::npos && request.find("\n\n") == std::string::npos &&
           request.size() <= most_request_bytes) {
      if (!wait_for(client, POLLIN, stop_, deadline)) return "";
      const ssize_t count = ::recv(client, bytes.data(), bytes.size(), 0);
      if (count <= 0) return "";
      request.append(bytes.data(), static_cast<std::size_t>(count));
    }
    return request;
  }

  void send(int client, std::string_view text, Clock::time_point deadline) const {
    while (!text.empty() && wait_for(client, POLLOUT, stop_, deadline)) {
      const ssize_t count = ::send(client, text.data(), text.size(), MSG_NOSIGNAL);
      if (count <= 0) return;
      text.remove_prefix(static_cast<std::size_t>(count));
    }
  }

  Answer answer_to(std::string_view request) const {
    if (request.size() > most_request_bytes)
      return {"431 Request Header Fields Too Large", "the request has more than 8 KiB\n"};
    const std::string_view line = request.substr(0, request.find_first_of("\r\n"));
    const std::size_t first = line.find(' '), last = line.rfind(' ');
    if (first == line.npos || first == last || !line.substr(last + 1).starts_with("HTTP/1."))
      return {"400 Bad Request", "expected GET /metrics HTTP/1.1\n"};
    const std::string_view target = line.substr(first + 1, last - first - 1);
    if (target.substr(0, target.find('?')) != "/metrics")
      return {"404 Not Found", "the metrics are at /metrics\n"};
    if (line.substr(0, first) != "GET")
      return {"405 Method Not Allowed", "only GET reads the metrics\n", "Allow: GET\r\n"};
    try {
      return {"200 OK", text_()};
    } catch (const std::exception& error) {
      return {"500 Internal Server Error", std::string("the metrics cannot be had: ") + error.what() + "\n"};
    }
  }

  static std::string text_of(const Answer& answer) {
    const bool good = std::string_view(answer.status).starts_with("200");
    return std::string("HTTP/1.1 ") + answer.status + "\r\nContent-Type: text/plain; " +
           (good ? "version=0.0.4; " : "") +
           "charset=utf-8\r\nContent-Length: " + std::to_string(answer.body.size()) + "\r\n" + answer.more +
           "Connection: close\r\n\r\n" + answer.body;
  }

  std::function<std::string()> text_;
  Descriptor listening_;
  int port_ = 0, stop_ = -1, stopper_ = -1;
  std::thread thread_;
};

MetricsEndpoint::MetricsEndpoint(int port, std::function<std::string()> text)
    : server_(std::make_unique<Server>(port, std::move(text))) {}
MetricsEndpoint::~MetricsEndpoint() = default;
int MetricsEndpoint::port() const { return server_->port(); }

}  // namespace gridmark::services
