// NVTX: ranges that a program names become part of the timeline, at the host's clock.
#include <cstdlib>
#include <cwchar>
#include <deque>
#include <map>
#include <string>
#include <vector>

#include "emulation/engine/visible.h"
#include "emulation/runtime/streams.h"
#include "emulation/timeline/record.h"
#include "gridmark/nvtx_types.h"

namespace gridmark::emulation {
namespace {

/// Open ranges, and the names behind handles. Never destroyed, because destructors of static objects can end
/// ranges.
struct Nvtx {
  std::deque<std::string> names;  ///< of domains and registered strings, because handles are their addresses
  std::map<nvtxRangeId_t, NamedRange> started;
  nvtxRangeId_t last_range = 0;
  std::uint64_t threads = 0;
};

Nvtx& nvtx() {
  static auto* all = new Nvtx;
  return *all;
}

/// Of this thread, by domain.
std::map<nvtxDomainHandle_t, std::vector<NamedRange>>& pushed() {
  static thread_local auto* const mine = new std::map<nvtxDomainHandle_t, std::vector<NamedRange>>;
  return *mine;
}

std::uint64_t this_thread() {
  static thread_local const std::uint64_t number = ++nvtx().threads;
  return number;
}

/// In UTF-8 for every locale, because a wchar_t is a code point here.
std::string utf8_of(const wchar_t* text) {
  std::string bytes;
  for (; *text; ++text) {
    const auto point = static_cast<std::uint32_t>(*text);
    const auto tail = [&](int shift) { bytes += static_cast<char>(0x80 | (point >> shift & 0x3f)); };
    if (point < 0x80) {
      bytes += static_cast<char>(point);
    } else if (point < 0x800) {
      bytes += static_cast<char>(0xc0 | point >> 6), tail(0);
    } else if (point < 0x10000) {
      bytes += static_cast<char>(0xe0 | point >> 12), tail(6), tail(0);
    } else {
      bytes += static_cast<char>(0xf0 | (point >> 18 & 7)), tail(12), tail(6), tail(0);
    }
  }
  return bytes;
}

std::string text_of(const nvtxEventAttributes_t* event) {
  if (!event || !event->message.ascii) return "";
  switch (event->messageType) {
    case NVTX_MESSAGE_TYPE_ASCII:
      return event->message.ascii;
    case NVTX_MESSAGE_TYPE_UNICODE:
      return utf8_of(event->message.unicode);
    case NVTX_MESSAGE_TYPE_REGISTERED:
      return *reinterpret_cast<const std::string*>(event->message.registered);
    default:
      return "";
  }
}

/// "message", or "domain:message" as in Nsight Systems' tables.
NamedRange range_of(nvtxDomainHandle_t domain, const nvtxEventAttributes_t* event) {
  const std::string prefix = domain ? *reinterpret_cast<const std::string*>(domain) + ":" : "";
  return {prefix + text_of(event), this_thread(), Streams::instance().host_time(), 0};
}

void end(NamedRange range) {
  range.end_ns = Streams::instance().host_time();
  keep_range(range);
}

template <class Handle>
Handle keep_name(const nvtxEventAttributes_t* name) {
  const DeviceLock lock(device_mutex());
  return reinterpret_cast<Handle>(&nvtx().names.emplace_back(text_of(name)));
}

}  // namespace
}  // namespace gridmark::emulation

using namespace gridmark::emulation;

// Declared weak in programs (nvtx3/nvToolsExt.h).
extern "C" {

GRIDMARK_VISIBLE void nvtxGridmarkMark(nvtxDomainHandle_t domain, const nvtxEventAttributes_t* event) {
  const DeviceLock lock(device_mutex());
  end(range_of(domain, event));
}

GRIDMARK_VISIBLE nvtxRangeId_t nvtxGridmarkStart(nvtxDomainHandle_t domain,
                                                 const nvtxEventAttributes_t* event) {
  const DeviceLock lock(device_mutex());
  nvtx().started[++nvtx().last_range] = range_of(domain, event);
  return nvtx().last_range;
}

/// An id without an open range is ignored, as by NVTX's tools.
GRIDMARK_VISIBLE void nvtxGridmarkEnd(nvtxRangeId_t id) {
  const DeviceLock lock(device_mutex());
  if (auto ended = nvtx().started.extract(id)) end(std::move(ended.mapped()));
}

GRIDMARK_VISIBLE int nvtxGridmarkPush(nvtxDomainHandle_t domain, const nvtxEventAttributes_t* event) {
  const DeviceLock lock(device_mutex());
  std::vector<NamedRange>& open = pushed()[domain];
  open.push_back(range_of(domain, event));
  return static_cast<int>(open.size()) - 1;
}

GRIDMARK_VISIBLE int nvtxGridmarkPop(nvtxDomainHandle_t domain) {
  const DeviceLock lock(device_mutex());
  std::vector<NamedRange>& open = pushed()[domain];
  if (open.empty()) return -1;
  end(std::move(open.back()));
  open.pop_back();
  return static_cast<int>(open.size());
}

GRIDMARK_VISIBLE nvtxDomainHandle_t nvtxGridmarkDomain(const nvtxEventAttributes_t* name) {
  return keep_name<nvtxDomainHandle_t>(name);
}

GRIDMARK_VISIBLE nvtxStringHandle_t nvtxGridmarkString(const nvtxEventAttributes_t* string) {
  return keep_name<nvtxStringHandle_t>(string);
}

}  // extern "C"
