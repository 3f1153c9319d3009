#pragma once
// Reads a request from a client's bytes, which may be anything.
#include <cstddef>
#include <string>
#include <string_view>

#include "labkit/services/http.h"

namespace gridmark::services {

/// The first request in a client's bytes.
struct ParsedRequest {
  enum class State { incomplete, whole, refused };
  State state = State::incomplete;

  std::size_t bytes = 0;        ///< whole: bytes of the request. incomplete: bytes needed at least
  bool wants_continue = false;  ///< incomplete: the client waits for "100 Continue" before it sends the body

  HttpRequest request;      ///< whole. refused: only the method, if known
  bool keep_alive = false;  ///< whole: the client may send another request
  bool chunks = false;      ///< whole: the client understands an answer in chunks (HTTP 1.1)

  int status = 0;      ///< refused: 400, 413, 417, 431 or 501
  std::string reason;  ///< refused: a message
};

/// The request at the beginning of `text`: HTTP 1.0 or 1.1 with lines that end in CRLF or LF.
///
/// most_header_bytes, most_body_bytes  a longer request is refused and not read further
ParsedRequest parse_request(std::string_view text, std::size_t most_header_bytes,
                            std::size_t most_body_bytes);

/// "Not Found" for 404. "Unknown" for a status that this server never sends.
const char* phrase_of(int status);

}  // namespace gridmark::services
