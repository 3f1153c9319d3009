#include "grader/system/http_get.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <netdb.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <cstring>
#include <memory>
#include <optional>

#include "base/file_descriptor.h"

namespace gridmark::system {
namespace {

constexpr std::string_view scheme = "http://", head_end = "\r\n\r\n";

std::optional<std::int64_t> whole_number(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  return problem == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

tl::unexpected<Error> no_answer(const std::string& message) {
  return failure(Error::Source::filesystem, "", message);
}

/// A connection with one deadline for all its operations.
class HttpConnection {
 public:
  HttpConnection(const HttpUrl& url, const HttpLimits& limits)
      : url_(url), most_bytes_(limits.bytes), end_(now() + limits.seconds) {}

  Result<void> connect() {
    addrinfo wanted{}, *first = nullptr;
    wanted.ai_socktype = SOCK_STREAM;
    if (const int problem = getaddrinfo(url_.host.c_str(), url_.port.c_str(), &wanted, &first); problem != 0)
      return no_answer(fmt::format("the host cannot be found: {}", gai_strerror(problem)));
    const std::unique_ptr<addrinfo, decltype(&freeaddrinfo)> addresses(first, freeaddrinfo);
    int problem = ETIMEDOUT;
    for (const addrinfo* address = first; address; address = address->ai_next)
      if (problem = connect_to(*address); problem == 0) return {};
    return no_answer(std::strerror(problem));
  }

  Result<void> send(std::string_view text) {
    while (!text.empty()) {
      if (!wait_for(POLLOUT)) return no_answer("no answer in time");
      const ssize_t sent = ::send(socket_.get(), text.data(), text.size(), MSG_NOSIGNAL);
      if (sent < 0 && errno != EAGAIN && errno != EINTR) return no_answer(std::strerror(errno));
      text.remove_prefix(static_cast<std::size_t>(std::max<ssize_t>(sent, 0)));
    }
    return {};
  }

  /// All bytes to the end of the connection, or of the body if the headers give its length.
  Result<std::string> receive() {
    std::string bytes;
    for (char piece[16384];;) {
      if (is_whole(bytes)) return bytes;
      if (bytes.size() > most_bytes_)
        return failure(Error::Source::checker, "",
                       fmt::format("the answer is longer than {} bytes", most_bytes_));
      if (!wait_for(POLLIN)) return no_answer("no complete answer in time");
      const ssize_t size = recv(socket_.get(), piece, sizeof piece, 0);
      if (size < 0 && errno != EAGAIN && errno != EINTR) return no_answer(std::strerror(errno));
      if (size == 0) return bytes;
      bytes.append(piece, static_cast<std::size_t>(std::max<ssize_t>(size, 0)));
    }
  }

  /// Bytes of head and body. Empty if the headers give no length.
  static std::optional<std::size_t> told_size(std::string_view bytes) {
    const std::size_t head = bytes.find(head_end);
    if (head == std::string_view::npos) return std::nullopt;
    std::string headers(bytes.substr(0, head + 2));
    std::transform(headers.begin(), headers.end(), headers.begin(), [](unsigned char c) {
      return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : static_cast<char>(c);
    });
    constexpr std::string_view name = "\r\ncontent-length:";
    const std::size_t at = headers.find(name);
    if (at == std::string::npos) return std::nullopt;
    std::string_view value = std::string_view(headers).substr(at + name.size());
    value = value.substr(0, value.find('\r'));
    value.remove_prefix(std::min(value.find_first_not_of(' '), value.size()));
    const auto size = whole_number(value);
    if (!size || *size < 0 || *size > std::int64_t{1} << 40) return std::nullopt;
    return head + head_end.size() + static_cast<std::size_t>(*size);
  }

 private:
  static double now() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
  }

  /// 0, or the errno of the failure.
  int connect_to(const addrinfo& address) {
    socket_ = FileDescriptor(socket(address.ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    if (!socket_.valid()) return errno;
    if (::connect(socket_.get(), address.ai_addr, address.ai_addrlen) == 0) return 0;
    if (errno != EINPROGRESS) return errno;
    if (!wait_for(POLLOUT)) return ETIMEDOUT;
    int problem = 0;
    socklen_t size = sizeof problem;
    getsockopt(socket_.get(), SOL_SOCKET, SO_ERROR, &problem, &size);
    return problem;
  }

  bool wait_for(short what) {
    for (;;) {
      const double left = end_ - now();
      pollfd ready{socket_.get(), what, 0};
      if (left <= 0) return false;
      if (poll(&ready, 1, static_cast<int>(left * 1000) + 1) > 0) return true;
    }
  }

  static bool is_whole(std::string_view bytes) {
    const auto size = told_size(bytes);
    return size && bytes.size() >= *size;
  }

  const HttpUrl& url_;
  std::size_t most_bytes_;
  double end_;
  FileDescriptor socket_;
};

Result<HttpReply> reply_of(const std::string& bytes) {
  const std::size_t head = bytes.find(head_end);
  const auto status = whole_number(bytes.substr(std::min<std::size_t>(bytes.find(' ') + 1, bytes.size()), 3));
  if (!bytes.starts_with("HTTP/1.") || !status || *status < 100)
    return bytes.empty() ? Result<HttpReply>(no_answer("the connection was closed without an answer"))
                         : failure(Error::Source::checker, "", "the answer is not HTTP");
  if (head == std::string::npos) return no_answer("the answer ends within its headers");
  const auto size = HttpConnection::told_size(bytes);
  if (size && bytes.size() < *size) return no_answer("the answer ends before its last byte");
  std::string body = bytes.substr(head + head_end.size(), size ? *size - head - head_end.size() : bytes.npos);
  return HttpReply{static_cast<int>(*status), std::move(body)};
}

}  // namespace

Result<HttpUrl> parse_http_url(std::string_view text) {
  const auto wrong = [&](const char* why) {
    return failure(
        Error::Source::usage, std::string(text),
        fmt::format("{}, expected http://HOST:PORT/PATH, such as http://localhost:9400/metrics", why));
  };
  if (text.starts_with("https://")) return wrong("https is not supported");
  if (!text.starts_with(scheme)) return wrong("is not a URL");
  if (std::any_of(text.begin(), text.end(), [](unsigned char c) { return c <= ' ' || c >= 0x7f; }))
    return wrong("has a character that no URL has");
  text.remove_prefix(scheme.size());
  const std::size_t slash = std::min(text.find('/'), text.size());
  const std::string_view place = text.substr(0, slash);
  HttpUrl url{"", "80", slash == text.size() ? "/" : std::string(text.substr(slash))};
  // The last colon, unless it belongs to an address in brackets.
  const std::size_t bracket = place.rfind(']'), colon = place.rfind(':');
  const bool has_port = colon != place.npos && (bracket == place.npos || colon > bracket);
  url.host = place.substr(0, has_port ? colon : place.size());
  if (url.host.starts_with('[') && url.host.ends_with(']'))
    url.host = url.host.substr(1, url.host.size() - 2);
  if (has_port) url.port = place.substr(colon + 1);
  const auto port = whole_number(url.port);
  if (url.host.empty()) return wrong("has no host");
  if (!port || *port < 1 || *port > 65535) return wrong("has a port that is not a number from 1 to 65535");
  return url;
}

Result<HttpReply> http_get(const HttpUrl& url, const HttpLimits& limits) {
  HttpConnection connection(url, limits);
  TRY(connection.connect());
  TRY(
      connection.send(fmt::format("GET {} HTTP/1.0\r\nHost: {}:{}\r\nAccept: text/plain;version=0.0.4\r\n"
                                  "User-Agent: gridmark\r\nConnection: close\r\n\r\n",
                                  url.path, url.host, url.port)));
  const std::string bytes = TRY(connection.receive());
  return reply_of(bytes);
}

Result<int> free_port() {
  const FileDescriptor listener(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  auto* generic = reinterpret_cast<sockaddr*>(&address);
  if (!listener.valid() || bind(listener.get(), generic, size) != 0 ||
      getsockname(listener.get(), generic, &size) != 0)
    return failure(Error::Source::filesystem, "", fmt::format("no free port: {}", std::strerror(errno)));
  return ntohs(address.sin_port);
}

}  // namespace gridmark::system
