// The transport for a debugger. The student's code is linked into the checker, so a breakpoint in a kernel is
// a breakpoint in this program.
#include "labkit/channel/transport.h"

#include <stdexcept>

#include "labkit/channel/worker.h"

namespace gridmark::channel {
namespace {

class InProcessTransport final : public Transport {
 public:
  Answer call(const Request& request) override { return {run_operation(request), {}}; }
};

}  // namespace

std::unique_ptr<Transport> make_transport(Flavour) { return std::make_unique<InProcessTransport>(); }

std::unique_ptr<Transport> make_transport_to(const std::string&) {
  throw std::runtime_error("an in-process run has no other programs");
}

std::unique_ptr<Transport> make_reference_transport() {
  throw std::runtime_error("one process cannot hold both the reference and the submission");
}

std::unique_ptr<Transport> make_sanitized_transport(const std::string&) {
  throw std::runtime_error("an in-process run cannot be inspected by another program");
}

std::string transport_mode() { return "in-process"; }

}  // namespace gridmark::channel
