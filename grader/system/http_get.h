#pragma once
#include <cstddef>
#include <string>
#include <string_view>

#include "grader/core/error.h"

namespace gridmark::system {

struct HttpUrl {
  std::string host;  ///< "localhost", "::1"
  std::string port;  ///< "80" where the text has none
  std::string path;  ///< "/metrics"; "/" where the text has none
};

/// "http://HOST:PORT/PATH", and "http://[::1]:9400/" as well.
///
/// errors  usage: another form, https too; blanks and control characters
Result<HttpUrl> parse_http_url(std::string_view text);

struct HttpReply {
  int status = 0;
  std::string body;
};

struct HttpLimits {
  double seconds = 2;  ///< from the connection to the last byte; names are looked up before
  std::size_t bytes = std::size_t{1} << 20;  ///< status line, headers and body together
};

/// The whole reply to a GET. It asks in HTTP/1.0, so that the reply is in one piece, and follows no redirect.
///
/// errors  filesystem: nothing answers there, or not in time; the reply ends too early
///         checker: the reply is longer than `limits.bytes`, or is not HTTP
Result<HttpReply> http_get(const HttpUrl& url, const HttpLimits& limits);

/// A port of localhost that no program uses now.
///
/// errors  filesystem: there is none
Result<int> free_port();

}  // namespace gridmark::system
