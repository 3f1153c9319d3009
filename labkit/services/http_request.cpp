#include "labkit/services/http_request.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstring>
#include <utility>

namespace gridmark::services {
namespace {

struct Refused {
  int status;
  std::string reason;
};

bool is_token(std::string_view text) {
  const auto allowed = [](unsigned char letter) {
    return std::isalnum(letter) != 0 || (letter != 0 && std::strchr("!#$%&'*+-.^_`|~", letter) != nullptr);
  };
  return !text.empty() && std::all_of(text.begin(), text.end(), allowed);
}

bool has_control_characters(std::string_view text) {
  return std::any_of(text.begin(), text.end(),
                     [](unsigned char letter) { return (letter < 32 && letter != '\t') || letter == 127; });
}

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t");
  if (begin == text.npos) return "";
  return text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& letter : result) letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  return result;
}

/// Whether a list in the format of Connection contains `word`.
bool lists(std::string_view list, std::string_view word) {
  while (!list.empty()) {
    const std::size_t comma = std::min(list.find(','), list.size());
    if (lower(trimmed(list.substr(0, comma))) == word) return true;
    list.remove_prefix(std::min(comma + 1, list.size()));
  }
  return false;
}

/// Removes a line and returns it without its end.
std::string_view next_line(std::string_view& text) {
  const std::size_t end = text.find('\n');
  std::string_view line = text.substr(0, end);
  text.remove_prefix(end + 1);
  if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  return line;
}

/// The position after the empty line, npos if there is none yet.
std::size_t end_of_headers(std::string_view text) {
  for (std::size_t at = text.find('\n'); at != text.npos; at = text.find('\n', at + 1)) {
    if (text.substr(at + 1, 1) == "\n") return at + 2;
    if (text.substr(at + 1, 2) == "\r\n") return at + 3;
  }
  return text.npos;
}

/// The head of a request, read line by line.
class Head {
 public:
  /// text  up to and including the empty line
  explicit Head(std::string_view text) {
    read_first_line(next_line(text));
    for (std::string_view line = next_line(text); !line.empty(); line = next_line(text)) read_header(line);
    if (in_chunks_)
      throw Refused{501, "send the body with Content-Length, not in chunks (Transfer-Encoding)"};
    if (!expectation_.empty() && expectation_ != "100-continue")
      throw Refused{417, "the only expectation that is met is 100-continue"};
  }

  HttpRequest request;
  std::size_t length = 0;  ///< of the body
  bool modern = false;     ///< HTTP 1.1
  bool keep_alive() const { return modern ? !closes_ : keeps_; }
  bool expects() const { return modern && !expectation_.empty(); }

 private:
  void read_first_line(std::string_view line) {
    const std::size_t first = line.find(' '), last = line.rfind(' ');
    const bool whole = first != line.npos && first != last;
    const std::string_view version = whole ? line.substr(last + 1) : "";
    const std::string_view target = whole ? line.substr(first + 1, last - first - 1) : "";
    if ((version != "HTTP/1.1" && version != "HTTP/1.0") || !is_token(line.substr(0, first)) ||
        target.empty() || target.find(' ') != target.npos || has_control_characters(target))
      throw Refused{400, "the first line is not a request, expected for example GET /info HTTP/1.1"};
    request.method = std::string(line.substr(0, first));
    request.path = std::string(target.substr(0, target.find('?')));
    modern = version == "HTTP/1.1";
  }

  void read_header(std::string_view line) {
    const std::size_t colon = line.find(':');
    if (colon == line.npos || !is_token(line.substr(0, colon)) || has_control_characters(line))
      throw Refused{400, "a header is not of the form NAME: VALUE"};
    const std::string name = lower(line.substr(0, colon));
    const std::string_view value = trimmed(line.substr(colon + 1));
    if (name == "content-length") read_length(value);
    if (name == "transfer-encoding") in_chunks_ = true;
    if (name == "expect") expectation_ = lower(value);
    if (name == "connection")
      closes_ = closes_ || lists(value, "close"), keeps_ = keeps_ || lists(value, "keep-alive");
  }

  void read_length(std::string_view value) {
    const bool digits = !value.empty() && value.find_first_not_of("0123456789") == value.npos;
    if (!digits || std::exchange(has_length_, true))
      throw Refused{400, "Content-Length is not a single whole number"};
    for (const char digit : value)  // a number that is too large must stay too large
      length =
          std::min<std::size_t>(10 * length + static_cast<std::size_t>(digit - '0'), std::size_t{1} << 60);
  }

  bool has_length_ = false, in_chunks_ = false, closes_ = false, keeps_ = false;
  std::string expectation_;
};

}  // namespace

ParsedRequest parse_request(std::string_view text, std::size_t most_header_bytes,
                            std::size_t most_body_bytes) {
  ParsedRequest parsed;
  const std::size_t skipped = std::min(text.find_first_not_of("\r\n"), text.size());  // RFC 9112 advises this
  const std::size_t end = end_of_headers(text.substr(skipped, most_header_bytes + 1));
  HttpRequest known;
  try {
    if (skipped + std::min(end, text.size() - skipped) > most_header_bytes)
      throw Refused{431, "the headers have more than " + std::to_string(most_header_bytes) + " bytes"};
    parsed.bytes = text.size() + 1;
    if (end == text.npos) return parsed;
    Head head(text.substr(skipped, end));
    known.method = head.request.method;
    if (head.length > most_body_bytes)
      throw Refused{413, "the body has more than " + std::to_string(most_body_bytes) + " bytes"};
    parsed.bytes = skipped + end + head.length;
    parsed.wants_continue = head.expects() && text.size() == skipped + end && head.length > 0;
    if (text.size() < parsed.bytes) return parsed;
    parsed.state = ParsedRequest::State::whole;
    parsed.request = std::move(head.request);
    parsed.request.body = std::string(text.substr(skipped + end, head.length));
    parsed.keep_alive = head.keep_alive();
    parsed.chunks = head.modern;
  } catch (const Refused& refused) {
    parsed.state = ParsedRequest::State::refused;
    parsed.request = std::move(known);
    parsed.status = refused.status;
    parsed.reason = refused.reason;
  }
  return parsed;
}

const char* phrase_of(int status) {
  static constexpr std::array<std::pair<int, const char*>, 15> phrases{
      {{200, "OK"},
       {400, "Bad Request"},
       {401, "Unauthorized"},
       {403, "Forbidden"},
       {404, "Not Found"},
       {405, "Method Not Allowed"},
       {408, "Request Timeout"},
       {413, "Content Too Large"},
       {417, "Expectation Failed"},
       {422, "Unprocessable Content"},
       {429, "Too Many Requests"},
       {431, "Request Header Fields Too Large"},
       {500, "Internal Server Error"},
       {501, "Not Implemented"},
       {503, "Service Unavailable"}}};
  for (const auto& [number, phrase] : phrases)
    if (number == status) return phrase;
  return "Unknown";
}

}  // namespace gridmark::services
