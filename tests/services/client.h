#pragma once
// A client of a server on this computer, with a plain blocking socket.
#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdint>
#include <string>

namespace gridmark::services {

inline std::string get(const std::string& path) {
  return "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
}
inline std::string post(const std::string& path, const std::string& body) {
  return "POST " + path + " HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + std::to_string(body.size()) +
         "\r\n\r\n" + body;
}

class Client {
 public:
  /// receive_buffer  bytes that the kernel keeps for a client that does not read; 0: the kernel's default
  explicit Client(int port, int receive_buffer = 0)
      : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    if (receive_buffer > 0)
      ::setsockopt(socket_, SOL_SOCKET, SO_RCVBUF, &receive_buffer, sizeof receive_buffer);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    connected_ = ::connect(socket_, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0;
  }
  ~Client() { leave(); }
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;

  bool connected() const { return connected_; }
  void send(const std::string& text) const {
    EXPECT_GE(::send(socket_, text.data(), text.size(), MSG_NOSIGNAL), 0);
  }
  bool try_to_send(const std::string& text) const {
    return ::send(socket_, text.data(), text.size(), MSG_NOSIGNAL) >= 0;
  }
  /// The bytes that are available now, without waiting.
  std::string look() const { return take(MSG_DONTWAIT); }
  /// All bytes until the server closes.
  std::string receive() const { return take(0); }
  /// Whether the server has closed, and all sent bytes were read.
  bool at_end() const {
    char byte;
    return ::recv(socket_, &byte, 1, MSG_DONTWAIT | MSG_PEEK) == 0;
  }
  void send_no_more() const { ::shutdown(socket_, SHUT_WR); }
  void leave() {
    if (socket_ >= 0) ::close(socket_);
    socket_ = -1;
  }

 private:
  std::string take(int flags) const {
    std::string all;
    char bytes[4096];
    for (ssize_t count; (count = ::recv(socket_, bytes, sizeof bytes, flags)) > 0;)
      all.append(bytes, static_cast<std::size_t>(count));
    return all;
  }

  int socket_;
  bool connected_ = false;
};

}  // namespace gridmark::services
