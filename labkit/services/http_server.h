#pragma once
// HTTP 1.1 at the edge of a program that works in steps: one thread, many clients.
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace gridmark::services {

struct HttpRequest {
  std::string method;  ///< "GET"
  std::string path;    ///< without the query
  std::string body;
};

/// An answer that is there, or one that grows.
struct HttpReply {
  int status = 200;
  std::string type = "application/json";
  std::string body;                            ///< all of it, or its beginning
  std::map<std::string, std::string> headers;  ///< beside Content-Type and the lengths
  /// Where it is set, the answer grows: called after each step, it appends bytes to `body` and returns
  /// whether that was all. `status` may change until the first byte is there.
  std::function<bool(HttpReply& reply)> more;
  bool streams = false;               ///< bytes are sent as they come (chunked), not all at the end
  std::function<void()> client_left;  ///< called once where the client leaves before the end
};

/// Limits of what a client can cost.
struct HttpLimits {
  std::size_t header_bytes = 8 << 10, body_bytes = 1 << 20;
  int clients = 256;
  double seconds = 10;  ///< for a client to send its request, or to take what waits for it
};

/// Serves clients of a listening socket.
///
/// answers  besides those of `handle`: 400 for what is no HTTP, 408 for a request that takes too long, 413
/// for a body
///          beyond the limit, 431 for headers beyond theirs, 411 for a POST without a length, 501 for a
///          transfer coding, 503 where there are too many clients
class HttpServer {
 public:
  /// listening  a listening TCP socket, which the server closes
  HttpServer(int listening, std::function<HttpReply(const HttpRequest&)> handle, HttpLimits limits = {});
  ~HttpServer();
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  /// Moves bytes in and out, and asks growing replies for more: once.
  ///
  /// wait_seconds  how long to wait where nothing can be moved; 0 while there is work to do
  /// returns       replies that still grow
  int turn(double wait_seconds);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

/// A listening socket on 127.0.0.1.
///
/// port    0: any that is free; set to the one it got
/// errors  std::runtime_error: the port cannot be had, with advice
int listen_on(int& port);

}  // namespace gridmark::services
