#pragma once
// A worker's answer without its arrays. It is JSON on the wire.
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "emulation/live_objects.h"
#include "emulation/meters.h"
#include "labkit/channel/device_sample.h"
#include "labkit/channel/operation.h"
#include "labkit/channel/reply_timeline.h"

namespace gridmark::channel {

using emulation::Allocation;
using emulation::LiveObject;
using emulation::Meters;
using emulation::SourcePlace;

/// A line of the submission that an adaptor names, for use in a message of the checker.
struct NamedPlace {
  std::string name;  ///< "clock stop"
  SourcePlace place;
};

struct Reply {
  Status status;
  Meters meters;
  std::vector<Allocation> leaks;  ///< device and page-locked memory that outlived the operation
  /// Streams, events and handles that the submission created in the operation and did not destroy.
  std::vector<LiveObject> objects;
  DeviceSample device = {};        ///< of a GPU
  std::vector<NamedPlace> places;  ///< noted by the adaptor, in order
  /// The graded section's timeline, if the adaptor asked for it. Always empty on a GPU.
  std::optional<Timeline> timeline = {};

  /// The last line noted under that name, else an empty one.
  SourcePlace place(std::string_view name) const;
};

/// Whether a file can have such a line. Line 0 stands for none. Places come from an untrusted process. An
/// impossible place would make all of the checker's results unreadable.
bool is_place(const SourcePlace& place);

std::string to_json(const Reply& reply);

/// The reply in `text`, which an untrusted process wrote. Nothing if it is not a reply.
std::optional<Reply> parse_reply(std::string_view text);

}  // namespace gridmark::channel
