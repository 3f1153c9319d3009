#include "labs/lab6-serving/tests/http_service.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <cstdint>
#include <system_error>
#include <thread>

#include "base/file_descriptor.h"
namespace gridmark::lab6 {
namespace {

constexpr timeval most_wait{20, 0};

sockaddr_in local_address(int port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return address;
}

/// Makes a socket that listens on a free port.
FileDescriptor listen_anywhere(int& port) {
  FileDescriptor listening(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_in address = local_address(0);
  socklen_t size = sizeof address;
  auto* const plain = reinterpret_cast<sockaddr*>(&address);
  if (::bind(listening.get(), plain, size) != 0 || ::listen(listening.get(), 64) != 0 ||
      ::getsockname(listening.get(), plain, &size) != 0)
    throw std::system_error(errno, std::generic_category(), "a socket on 127.0.0.1");
  port = ntohs(address.sin_port);
  return listening;
}

/// The value of a header, or "". Names must be spelled as the server writes them.
std::string header(const std::string& head, const std::string& name) {
  const std::size_t at = head.find("\r\n" + name + ": ");
  if (at == head.npos) return "";
  const std::size_t begin = at + name.size() + 4;
  return head.substr(begin, head.find("\r\n", begin) - begin);
}

std::size_t number_in(const std::string& text, int base) {
  std::size_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value, base);
  return value;
}

}  // namespace

HttpClient::HttpClient(int port) : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  const sockaddr_in address = local_address(port);
  ::setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &most_wait, sizeof most_wait);
  // A local connection exists at once, even if a signal interrupts connect(). Otherwise receive() finds
  // nothing.
  while (::connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0 && errno == EINTR) {
  }
}

HttpClient::~HttpClient() { ::close(socket_); }

void HttpClient::send(const std::string& method, const std::string& path, const std::string& body) const {
  const std::string text = method + " " + path +
                           " HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + std::to_string(body.size()) +
                           "\r\n\r\n" + body;
  [[maybe_unused]] const ssize_t sent = ::send(socket_, text.data(), text.size(), MSG_NOSIGNAL);
}

bool HttpClient::read_more() {
  std::array<char, 4096> part;
  ssize_t count = -1;
  do count = ::recv(socket_, part.data(), part.size(), 0);
  while (count < 0 && errno == EINTR);  // also returned when a stopped process continues
  if (count > 0) bytes_.append(part.data(), static_cast<std::size_t>(count));
  return count > 0;
}

bool HttpClient::read_until(std::string_view mark) {
  while (bytes_.find(mark) == bytes_.npos)
    if (!read_more()) return false;
  return true;
}

std::string HttpClient::take(std::size_t bytes) {
  while (bytes_.size() < bytes)
    if (!read_more()) return "";
  std::string part = bytes_.substr(0, bytes);
  bytes_.erase(0, bytes);
  return part;
}

HttpAnswer HttpClient::receive() {
  HttpAnswer answer;
  if (!read_until("\r\n\r\n")) return answer;
  const std::string head = take(bytes_.find("\r\n\r\n") + 4);
  answer.type = header(head, "Content-Type");
  if (header(head, "Transfer-Encoding") == "chunked")
    read_chunks(answer);
  else
    answer.body = take(number_in(header(head, "Content-Length"), 10));
  answer.status = static_cast<int>(number_in(head.substr(std::min<std::size_t>(9, head.size()), 3), 10));
  return answer;
}

void HttpClient::read_chunks(HttpAnswer& answer) {
  while (read_until("\r\n")) {
    const std::string size = take(bytes_.find("\r\n") + 2);
    const std::string chunk = take(number_in(size, 16) + 2);
    if (chunk.size() <= 2) return;
    answer.chunks.push_back(chunk.substr(0, chunk.size() - 2));
    answer.body += answer.chunks.back();
  }
}

bool HttpClient::leave_in_the_middle() {
  const bool some = read_until("\r\n\r\n") && bytes_.find(" 200 ") < 12 && read_until("data: ");
  ::shutdown(socket_, SHUT_RDWR);
  return some;
}

ServiceAnswer ask_service(const Session& session, const std::vector<ClientStory>& clients) {
  int port = 0;
  const FileDescriptor listening = listen_anywhere(port);
  ServiceAnswer answer{testing::AssertionSuccess(), {.session = packed(session.given)}};
  answer.op.listening.attach(std::make_shared<FileDescriptor>(::dup(listening.get())));
  std::vector<std::string> words(clients.size());
  std::thread all([&] {
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < clients.size(); ++i) threads.emplace_back([&, i] { words[i] = clients[i](port); });
    for (std::thread& one : threads) one.join();
    ::shutdown(listening.get(), SHUT_RDWR);
  });
  answer.verdict = channel::ask(answer.op);
  ::shutdown(listening.get(), SHUT_RDWR);
  all.join();
  for (std::size_t i = 0; i < clients.size() && answer.verdict; ++i)
    answer.verdict = holds(answer.op, words[i].empty(), fmt::format("client {}: {}", i + 1, words[i]));
  return answer;
}

}  // namespace gridmark::lab6
