#include "labkit/services/http_request.h"
#include "tests/fuzz/promises.h"

namespace gridmark::fuzz {

std::string http_request_promise(std::string_view bytes) {
  using State = services::ParsedRequest::State;
  constexpr std::size_t most = 512;  // of headers, and of a body
  const services::ParsedRequest parsed = services::parse_request(bytes, most, most);
  if (parsed.state == State::incomplete)
    return parsed.bytes > bytes.size() && parsed.bytes <= 2 * most + 2
               ? ""
               : "needs bytes that are there, or too many";
  if (parsed.state == State::refused)
    return parsed.status >= 400 && !parsed.reason.empty() ? "" : "a refusal without a reason";
  if (parsed.bytes > bytes.size()) return "takes bytes that are not there";
  if (parsed.request.body.size() > most) return "a body beyond the limit";
  if (parsed.request.path.find('?') != std::string::npos) return "a path with a query";
  const services::ParsedRequest again = services::parse_request(bytes.substr(0, parsed.bytes), most, most);
  if (again.state != State::whole || again.request.body != parsed.request.body)
    return "bytes behind a request change it";
  return services::parse_request(bytes.substr(0, parsed.bytes - 1), most, most).state == State::whole
             ? "a request without its last byte is whole"
             : "";
}

}  // namespace gridmark::fuzz
