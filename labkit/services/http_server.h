#pragma once
// An HTTP 1.1 server for a program that works in steps. It has one thread and many clients.
#include <cstddef>
#include <functional>
#include <memory>

#include "labkit/services/http.h"

namespace gridmark::services {

/// Limits for one client.
struct HttpLimits {
  std::size_t header_bytes = 8 << 10, body_bytes = 1 << 20;
  int clients = 256;
  bool keep_alive = true;  ///< false: one request per connection
  double seconds = 10;     ///< for a client to send its request, to start another one, or to take the waiting
                           ///< bytes, plus one second for each KiB that it takes
};

/// Serves clients of a listening socket. A client may send several requests over one connection without
/// waiting for the answers. They are answered in order.
///
/// answers  those of `handle`, and
///          400  the text is not HTTP 1
///          408  the request took too long
///          413  the body is beyond the limit
///          417  an expectation other than 100-continue
///          431  the headers are beyond their limit
///          500  `handle` or `more` throws
///          501  a body in chunks
///          503  too many clients
/// leaving  `client_left` is called if the client closes its side while an answer grows, if it does not read
///          its answer in time, and when the server ends
/// memory   for each client a request and the unread part of its answer. `more` of a stream is not called
///          while 64 KiB wait
class HttpServer {
 public:
  using Handler = std::function<HttpReply(const HttpRequest& request)>;

  /// listening  a listening TCP socket, which the server closes
  HttpServer(int listening, Handler handle, HttpLimits limits = {});
  ~HttpServer();
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  /// Moves bytes in and out once, and extends growing replies. A signal ends the wait.
  ///
  /// wait_seconds  how long to wait if nothing can be moved. 0 while there is work to do
  /// returns       the number of replies that still grow
  int turn(double wait_seconds);
  /// Whether clients can still come. They cannot after shutdown(2) of the listening socket, which ends a wait
  /// from any thread.
  bool listening() const;
  int clients() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

/// A listening socket on 127.0.0.1.
///
/// port    0 for any free port. It is set to the actual one
/// errors  std::runtime_error: the port is not available, with advice
int listen_on(int& port);

}  // namespace gridmark::services
