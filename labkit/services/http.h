#pragma once
// A client's request and the reply.
#include <functional>
#include <map>
#include <string>

namespace gridmark::services {

struct HttpRequest {
  std::string method;  ///< "GET"
  std::string path;    ///< without the query
  std::string body;
};

/// A complete answer or one that grows.
struct HttpReply {
  int status = 200;
  std::string type = "application/json";
  std::string body;                            ///< all of it or its beginning
  std::map<std::string, std::string> headers;  ///< in addition to Content-Type, Connection and the lengths
  /// If set, the answer grows. The server calls it after each step. It appends bytes to `body` and returns
  /// true at the end. The server may send and remove the bytes of `body` before the next call. `status` and
  /// `headers` may change until the first byte is added.
  std::function<bool(HttpReply& reply)> more;
  bool streams = false;               ///< bytes are sent at once (chunked) and not all at the end
  std::function<void()> client_left;  ///< called once if the client leaves before the end
};

}  // namespace gridmark::services
