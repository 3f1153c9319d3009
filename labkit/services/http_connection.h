#pragma once
// One client of an HTTP server.
#include <chrono>
#include <optional>
#include <string>

#include "base/file_descriptor.h"
#include "labkit/services/http_request.h"
#include "labkit/services/http_server.h"

namespace gridmark::services {

/// Reads requests and writes their answers in order. No call blocks.
///
/// Theory of operation. A connection is in one of three states: it waits for a request, an answer grows, or
/// it is closing. `in_` has the bytes read, `out_` the bytes to write. Bytes that arrive while an answer
/// grows stay in `in_`, and in the kernel once `in_` has the maximum length of a request. Closing sends
/// `out_`, shuts down this side, and reads the client's remaining bytes. Otherwise the kernel would drop the
/// answer, because a socket was closed with unread bytes.
class HttpConnection {
 public:
  using Clock = std::chrono::steady_clock;

  HttpConnection(int socket, const HttpServer::Handler& handle, const HttpLimits& limits);
  ~HttpConnection();
  HttpConnection(const HttpConnection&) = delete;
  HttpConnection& operator=(const HttpConnection&) = delete;

  int socket() const { return socket_.get(); }
  /// The events for poll().
  short events() const;
  /// Reads or writes the socket, for the events that poll() reported.
  void move(short events);
  /// Starts the answers to the requests read, and extends a growing answer.
  void work();
  /// Whether work() can start a request without further input or output.
  bool ready() const;
  /// Refuses the client and closes.
  void refuse(int status, const std::string& reason);
  /// Closes the connection of a client that is too slow.
  void check_time(Clock::time_point now);

  /// No request will start. `finished` also means that nothing waits to be sent.
  bool leaving() const { return closing_; }
  bool finished() const { return closing_ && waiting() == 0; }
  bool grows() const { return reply_ && !closed(); }
  bool closed() const { return !socket_.valid(); }
  Clock::time_point deadline() const;

 private:
  void read();
  void drop(std::size_t count);
  void write();
  void begin(ParsedRequest parsed);
  void ask_for_more();
  void end_answer();
  void send_head(bool whole);
  void take_body();
  void close();
  std::size_t room() const;  ///< room for bytes of the client
  std::size_t waiting() const { return out_.size() - written_; }

  FileDescriptor socket_;
  const HttpServer::Handler& handle_;
  const HttpLimits& limits_;
  std::string in_, out_;
  std::size_t written_ = 0;  ///< of out_
  std::size_t needed_ = 1;   ///< bytes in in_ before parsing makes sense
  std::optional<HttpReply> reply_;
  bool without_body_ = false, chunks_ = false, keep_alive_ = false, head_sent_ = false, continued_ = false;
  bool closing_ = false, shut_ = false, saw_end_ = false;
  Clock::time_point since_ = Clock::now();  ///< of the first byte of a request, or of waiting bytes
  std::size_t taken_ = 0;                   ///< bytes that the client took since then
  std::size_t dropped_ = 0;                 ///< bytes read while closing
};

}  // namespace gridmark::services
