#pragma once
#include <cstddef>
#include <string>
#include <string_view>

#include "grader/core/error.h"

namespace gridmark::system {

struct HttpUrl {
  std::string host;  ///< "localhost", "::1"
  std::string port;  ///< "80" if the text has none
  std::string path;  ///< "/metrics", or "/" if the text has none
};

/// Parses "http://HOST:PORT/PATH", also "http://[::1]:9400/".
///
/// errors  usage: another form, including https, or blanks and control characters
Result<HttpUrl> parse_http_url(std::string_view text);

struct HttpReply {
  int status = 0;
  std::string body;
};

struct HttpLimits {
  double seconds = 2;  ///< from the connection to the last byte, without the name lookup
  std::size_t bytes = std::size_t{1} << 20;  ///< status line, headers and body together
};

/// The complete reply to a GET. It uses HTTP/1.0, so that the reply is in one piece, and follows no
/// redirects.
///
/// errors  filesystem: no reply, or not in time, or the reply ends too early
///         checker: the reply is longer than `limits.bytes`, or is not HTTP
Result<HttpReply> http_get(const HttpUrl& url, const HttpLimits& limits);

/// A port of localhost that no program uses now.
///
/// errors  filesystem: there is none
Result<int> free_port();

}  // namespace gridmark::system
