#include "labkit/services/http_connection.h"

#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <exception>
#include <utility>

namespace gridmark::services {
namespace {

constexpr std::size_t most_waiting = 64 << 10;       ///< bytes of a stream
constexpr std::size_t most_dropped = 4 << 20;        ///< bytes read while closing
constexpr int most_at_once = 16;                     ///< requests of one client in one turn
constexpr double least_rate = 1024;                  ///< bytes/s that a client takes
constexpr std::chrono::milliseconds to_leave{2000};  ///< for a client that has received the last answer

std::chrono::steady_clock::duration seconds(double count) {
  return std::chrono::duration_cast<std::chrono::steady_clock::duration>(
      std::chrono::duration<double>(count));
}

HttpReply error_reply(int status, const std::string& reason) {
  HttpReply reply;
  reply.status = status;
  reply.type = "text/plain; charset=utf-8";
  reply.body = reason + "\n";
  return reply;
}

std::string chunk_of(const std::string& bytes) {
  std::array<char, 20> size{};
  std::snprintf(size.data(), size.size(), "%zx\r\n", bytes.size());
  return size.data() + bytes + "\r\n";
}

}  // namespace

HttpConnection::HttpConnection(int socket, const HttpServer::Handler& handle, const HttpLimits& limits)
    : socket_(socket), handle_(handle), limits_(limits) {}

HttpConnection::~HttpConnection() { close(); }

std::size_t HttpConnection::room() const {
  const std::size_t most = limits_.header_bytes + (reply_ ? 0 : limits_.body_bytes);
  return in_.size() > most ? 0 : most + 1 - in_.size();
}

short HttpConnection::events() const {
  int events = waiting() > 0 ? POLLOUT : 0;
  if (!saw_end_ && room() > 0) events |= POLLIN;
  if (reply_) events |= POLLRDHUP;
  return static_cast<short>(events);
}

void HttpConnection::move(short events) {
  if ((events & POLLOUT) != 0) write();
  if ((events & POLLIN) != 0) read();
  const bool left = (events & (POLLHUP | POLLERR)) != 0 || ((events & POLLRDHUP) != 0 && reply_);
  if (left) close();
}

void HttpConnection::read() {
  std::array<char, 16 << 10> bytes;
  while (!closed() && room() > 0) {
    const ssize_t count = ::recv(socket(), bytes.data(), std::min(bytes.size(), room()), 0);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) return;
    saw_end_ = saw_end_ || count == 0;
    if (count < 0 || (count == 0 && (reply_ || shut_))) return close();
    if (count == 0) return;
    if (closing_) return drop(static_cast<std::size_t>(count));
    if (in_.empty() && waiting() == 0) since_ = Clock::now();
    in_.append(bytes.data(), static_cast<std::size_t>(count));
  }
}

void HttpConnection::drop(std::size_t count) {
  dropped_ += count;
  if (dropped_ > most_dropped) close();
}

void HttpConnection::write() {
  bool wrote = false;
  while (!closed() && waiting() > 0) {
    const ssize_t count = ::send(socket(), out_.data() + written_, waiting(), MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) break;
    if (count < 0) return close();
    written_ += static_cast<std::size_t>(count);
    taken_ += static_cast<std::size_t>(count);
    wrote = true;
  }
  if (written_ > most_waiting || waiting() == 0) out_.erase(0, std::exchange(written_, 0));
  if (closed() || waiting() > 0) return;
  taken_ = 0;
  if (wrote) since_ = Clock::now();
  if (closing_ && !std::exchange(shut_, true)) ::shutdown(socket(), SHUT_WR);
}

bool HttpConnection::ready() const {
  return !closed() && !closing_ && !reply_ && in_.size() >= needed_ && waiting() <= most_waiting;
}

void HttpConnection::work() {
  if (reply_ && waiting() <= most_waiting) ask_for_more();
  for (int i = 0; i < most_at_once && ready(); ++i) {
    ParsedRequest parsed = parse_request(in_, limits_.header_bytes, limits_.body_bytes);
    if (parsed.state == ParsedRequest::State::refused) {
      without_body_ = parsed.request.method == "HEAD";
      return refuse(parsed.status, parsed.reason);
    }
    needed_ = parsed.bytes;
    if (parsed.wants_continue && !std::exchange(continued_, true)) out_ += "HTTP/1.1 100 Continue\r\n\r\n";
    if (parsed.state == ParsedRequest::State::incomplete) break;
    in_.erase(0, parsed.bytes);
    begin(std::move(parsed));
  }
  if (saw_end_ && !reply_ && !ready()) closing_ = true;  // no other request will follow
  if (!closed()) write();
}

void HttpConnection::begin(ParsedRequest parsed) {
  needed_ = 1;
  continued_ = head_sent_ = false;
  without_body_ = parsed.request.method == "HEAD";
  keep_alive_ = parsed.keep_alive && limits_.keep_alive;
  chunks_ = parsed.chunks;
  try {
    reply_ = handle_(parsed.request);
  } catch (const std::exception& error) {
    reply_ = error_reply(500, std::string("the request cannot be answered: ") + error.what());
  }
  if (!reply_->more) end_answer();
}

void HttpConnection::ask_for_more() {
  bool done = false;
  try {
    done = reply_->more(*reply_);
  } catch (const std::exception& error) {
    // A stream that has begun can only be cut off. The client then sees that the end is missing.
    if (head_sent_) return close();
    reply_ = error_reply(500, std::string("the answer cannot be made: ") + error.what());
    done = true;
  }
  if (done) return end_answer();
  if (reply_->streams && !reply_->body.empty()) take_body();
  write();
}

/// Moves a stream's new bytes to the waiting bytes.
void HttpConnection::take_body() {
  if (waiting() == 0) since_ = Clock::now();
  if (!std::exchange(head_sent_, true)) send_head(false);
  if (!without_body_ && !reply_->body.empty()) out_ += chunks_ ? chunk_of(reply_->body) : reply_->body;
  reply_->body.clear();
}

void HttpConnection::end_answer() {
  if (waiting() == 0) since_ = Clock::now();
  if (head_sent_) {
    take_body();
    if (chunks_ && !without_body_) out_ += "0\r\n\r\n";
  } else {
    send_head(true);
    if (!without_body_) out_ += reply_->body;
  }
  reply_.reset();
  closing_ = !keep_alive_;
  write();
}

void HttpConnection::send_head(bool whole) {
  if (!whole && !chunks_) keep_alive_ = false;  // the end of the connection marks the end of the answer
  out_ += "HTTP/1.1 " + std::to_string(reply_->status) + " " + phrase_of(reply_->status) + "\r\n";
  out_ += "Content-Type: " + reply_->type + "\r\n";
  for (const auto& [name, value] : reply_->headers) out_ += name + ": " + value + "\r\n";
  if (whole) out_ += "Content-Length: " + std::to_string(reply_->body.size()) + "\r\n";
  if (!whole && chunks_) out_ += "Transfer-Encoding: chunked\r\n";
  out_ += keep_alive_ ? (chunks_ ? "\r\n" : "Connection: keep-alive\r\n\r\n") : "Connection: close\r\n\r\n";
}

void HttpConnection::refuse(int status, const std::string& reason) {
  if (closed()) return;
  in_.clear();
  keep_alive_ = head_sent_ = false;
  reply_ = error_reply(status, reason);
  end_answer();
}

HttpConnection::Clock::time_point HttpConnection::deadline() const {
  if (shut_) return since_ + to_leave;
  if (reply_ && waiting() == 0) return Clock::time_point::max();  // the client is waiting
  return since_ + seconds(limits_.seconds + static_cast<double>(taken_) / least_rate);
}

void HttpConnection::check_time(Clock::time_point now) {
  if (closed() || now < deadline()) return;
  if (closing_ || waiting() > 0 || in_.empty()) return close();
  refuse(408, "the request took too long");
}

void HttpConnection::close() {
  const std::optional<HttpReply> left = std::exchange(reply_, std::nullopt);
  if (!closed() && left && left->client_left) left->client_left();
  socket_.close();
}

}  // namespace gridmark::services
