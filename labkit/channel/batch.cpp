#include "labkit/channel/batch.h"

namespace gridmark::channel {
namespace {

constexpr std::string_view batch_name = "gridmark.batch";  // no operation has a dot in its name

}  // namespace

Request batch_of(const std::vector<Request>& requests, Errand errand) {
  RequestWriter writer;
  writer.text(batch_name);
  writer(errand);
  writer(static_cast<std::uint32_t>(requests.size()));
  for (const Request& request : requests) writer(request);
  return writer.take();
}

bool is_batch(const Request& request) { return RequestReader(request).text() == batch_name; }

Batch open_batch(const Request& request) {
  RequestReader reader(request);
  Batch batch;
  std::uint32_t count = 0;
  reader.text();
  reader(batch.errand);
  reader(count);
  for (std::uint32_t i = 0; i < count; ++i) batch.requests.push_back(reader.request());
  return batch;
}

}  // namespace gridmark::channel
