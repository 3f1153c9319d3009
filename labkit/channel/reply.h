#pragma once
// What a worker answers beside its arrays, as JSON on the wire.
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

/// A line of the submission that an adaptor names, for a message that the checker may write.
struct NamedPlace {
  std::string name;  ///< "clock stop"
  SourcePlace place;
};

struct Reply {
  Status status;
  Meters meters;
  std::vector<Allocation> leaks;  ///< device and page-locked memory that outlived the operation
  /// Streams, events and handles that the submission has created in the operation, and not destroyed.
  std::vector<LiveObject> objects;
  DeviceSample device = {};        ///< of a real device
  std::vector<NamedPlace> places;  ///< what the adaptor noted, in this order
  /// Of the graded section, where the adaptor has asked for it; never of a real device.
  std::optional<Timeline> timeline = {};

  /// The line noted under that name, the last one if there are several; empty without.
  SourcePlace place(std::string_view name) const;
};

/// Whether a file can have such a line; 0 is none. A place comes from an untrusted process, and one that the
/// checker's results could not hold would make all of them unreadable.
bool is_place(const SourcePlace& place);

std::string to_json(const Reply& reply);

/// The reply in `text`, which an untrusted process wrote. Nothing when it is not a reply.
std::optional<Reply> parse_reply(std::string_view text);

}  // namespace gridmark::channel
