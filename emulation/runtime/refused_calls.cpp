#include "emulation/runtime/refused_calls.h"

#include <cstdio>
#include <vector>

#include "emulation/demangled.h"
#include "emulation/engine/call_stack.h"
#include "emulation/engine/fault.h"
#include "emulation/engine/load_address.h"
#include "emulation/engine/observer.h"
#include "emulation/engine/program_symbols.h"
#include "emulation/engine/source_place.h"
#include "emulation/refused_calls.h"
#include "emulation/repairable_words.h"
#include "emulation/runtime/host_memory.h"
#include "emulation/runtime/last_error.h"
#include "emulation/runtime/streams.h"
#include "gridmark/runtime_api.h"

namespace gridmark::emulation {
namespace {

struct Refused {
  std::string call, error, why;
  CallStack stack;
  bool is_reset = false;
};

std::vector<Refused>& refused_calls() {
  static auto* kept = new std::vector<Refused>;
  return *kept;
}

constexpr std::size_t most_refusals_kept = 64;
constexpr unsigned most_printed = 8;

std::string refusal_words(const Refused& one, const SourcePlace& place) {
  return one.call + " at " + text_of(place) + (one.is_reset ? " " : " returned " + one.error + ": ") +
         one.why;
}

/// Only for programs that run by themselves. A worker's refusals go with its reply.
void print_refusal(const Refused& one) {
  static unsigned printed = 0;
  if (!kernel_faults_are_kept() || printed++ >= most_printed) return;
  const SourcePlace place = source_place(one.stack);
  if (place.line == 0) return;
  std::fflush(stdout);
  std::fprintf(stderr, "gridmark: %s\n", refusal_words(one, place).c_str());
}

/// The program's variable at the address, or "".
std::string variable_at(const void* address) {
  const std::uintptr_t at = reinterpret_cast<std::uintptr_t>(address) - load_address();
  std::string found;
  for_each_symbol([&](const Elf64_Sym& symbol, const char* name) {
    if (ELF64_ST_TYPE(symbol.st_info) == STT_OBJECT && at >= symbol.st_value &&
        at < symbol.st_value + symbol.st_size)
      found = demangled(name);
  });
  return found;
}

/// One side of a copy in words.
struct SideWords {
  std::string what;      ///< "device memory"
  std::string variable;  ///< of the program, possibly a device variable, by its name
  std::string problem;   ///< of this side alone, for any direction
  bool device = false, either = false;
};

std::string range_problem(const void* pointer, std::size_t bytes) {
  const DeviceMemory& memory = DeviceMemory::instance();
  if (const DeviceAllocation* live = memory.find(pointer)) {
    const std::uintptr_t room = live->end() - reinterpret_cast<std::uintptr_t>(pointer);
    if (bytes <= room) return "";
    return "has room for " + std::to_string(room) + " bytes in " + described(*live) +
           ", and the call wants " + std::to_string(bytes) + std::string(too_little_room);
  }
  if (const DeviceAllocation* released = memory.find_released(pointer))
    return "lies in " + freed_words(*released);
  return "is an address of device memory at which nothing is allocated";
}

SideWords side_words(const void* pointer, std::size_t bytes) {
  SideWords words;
  if (!pointer) return {"a null pointer", "", "is a null pointer"};
  if (is_arena_address(pointer)) {
    const DeviceAllocation* found = DeviceMemory::instance().find(pointer);
    words = {"device memory", "", range_problem(pointer, bytes), true};
    words.either = found && found->managed;
    return words;
  }
  words.either = HostMemory::instance().holds(pointer, bytes);
  words.variable = words.either ? "" : variable_at(pointer);
  words.what = words.either ? "page-locked host memory" : "host memory";
  if (!words.variable.empty())
    words.what += " (the variable " + words.variable +
                  ": use cudaMemcpyToSymbol or cudaMemcpyFromSymbol if it is a __constant__ or " +
                  "__device__ variable, whose name is not an address of the device)";
  return words;
}

const char* kind_name(cudaMemcpyKind kind) {
  switch (kind) {
    case cudaMemcpyHostToHost:
      return "cudaMemcpyHostToHost";
    case cudaMemcpyHostToDevice:
      return "cudaMemcpyHostToDevice";
    case cudaMemcpyDeviceToHost:
      return "cudaMemcpyDeviceToHost";
    case cudaMemcpyDeviceToDevice:
      return "cudaMemcpyDeviceToDevice";
    default:
      return "cudaMemcpyDefault";
  }
}

cudaMemcpyKind fitting_kind(const SideWords& to, const SideWords& from) {
  if (to.device) return from.device ? cudaMemcpyDeviceToDevice : cudaMemcpyHostToDevice;
  return from.device ? cudaMemcpyDeviceToHost : cudaMemcpyHostToHost;
}

std::string direction_problem(const SideWords& to, const SideWords& from, cudaMemcpyKind kind) {
  const bool to_device = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
  const bool from_device = kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
  const bool to_fits = to.either || to.device == to_device,
             from_fits = from.either || from.device == from_device;
  if (kind == cudaMemcpyDefault || (to_fits && from_fits)) return "";
  std::string text = std::string("the direction is ") + kind_name(kind) + ", but ";
  if (!to_fits) text += "the destination (first pointer) is " + to.what;
  if (!from_fits) text += std::string(to_fits ? "" : " and ") + "the source (second pointer) is " + from.what;
  if (!to_fits && !from_fits && to_device != from_device)
    return text + std::string(copy_either_way) + kind_name(fitting_kind(to, from)) +
           ", or the two pointers are in the wrong order";
  const bool is_known = (to.device || from.device) && to.variable.empty() && from.variable.empty();
  return is_known ? text + "; " + kind_name(fitting_kind(to, from)) + " fits these pointers" : text;
}

}  // namespace

std::string freed_words(const DeviceAllocation& released) {
  const SourcePlace place = source_place(released.freed_by);
  const std::string where = place.line > 0 ? " at " + text_of(place) : "";
  return described(released) +
         (released.freed_by_reset ? ", which cudaDeviceReset" + where + " freed with all memory of the device"
                                  : ", which was freed" + where + " already");
}

std::string why_not_freed(const void* device) {
  const DeviceMemory& memory = DeviceMemory::instance();
  if (const DeviceAllocation* live = memory.find(device))
    return "the pointer is byte " + std::to_string(reinterpret_cast<std::uintptr_t>(device) - live->address) +
           " of " + described(*live) + ". Only its first byte can be freed";
  if (const DeviceAllocation* released = memory.find_released(device))
    return "the pointer is the address of " + freed_words(*released) +
           std::string(released->freed_by_reset ? "" : freed_twice);
  if (HostMemory::instance().holds(device, 1))
    return "the pointer is page-locked host memory: use cudaFreeHost";
  return is_arena_address(device) ? "nothing is allocated at that address of the device"
                                  : "the pointer is host memory, not device memory";
}

std::string why_not_filled(const void* device, std::size_t bytes) {
  const SideWords side = side_words(device, bytes);
  if (!side.problem.empty()) return "the destination " + side.problem;
  return side.device || side.either ? "" : "the destination is " + side.what + ", not device memory";
}

std::string why_not_copied(const Box& what, cudaMemcpyKind kind) {
  const SideWords to = side_words(what.to.start, what.extent(what.to));
  const SideWords from = side_words(what.from.start, what.extent(what.from));
  if (const std::string wrong = direction_problem(to, from, kind);
      !wrong.empty() && to.problem.empty() && from.problem.empty())
    return wrong;
  if (!to.problem.empty()) return "the destination (first pointer) " + to.problem;
  if (!from.problem.empty()) return "the source (second pointer) " + from.problem;
  return "";
}

cudaError_t refuse(const std::string& call, cudaError_t error, const std::string& why) {
  if (why.empty() || refused_calls().size() >= most_refusals_kept) return remember(error);
  refused_calls().push_back({call, cudaGetErrorName(error), why, call_stack_here()});
  print_refusal(refused_calls().back());
  return remember(error);
}

void note_device_reset(std::size_t freed, const void* caller) {
  if (freed == 0 || refused_calls().size() >= most_refusals_kept) return;
  Refused one{"cudaDeviceReset", "", "", {}, true};
  one.stack.return_addresses[0] = caller;
  one.why = "freed all memory of the device, " + std::to_string(freed) +
            (freed == 1 ? " allocation" : " allocations") + " that others may still use" +
            std::string(needless_reset);
  refused_calls().push_back(std::move(one));
}

Finding cause_of_failure(const std::string& error, bool certain) {
  const DeviceLock lock(device_mutex());
  Finding found{Finding::Kind::unchecked_error, "", {}, ""};
  if (observer && !certain) return found;
  for (const Refused& one : refused_calls()) {
    if (!one.is_reset && !error.empty() && one.error != error) continue;
    const SourcePlace place = source_place(one.stack);
    if (place.line == 0 || place.file.starts_with('/')) continue;  // a call of the harness
    found.place = place;
    found.message = refusal_words(one, place);
    return found;
  }
  return found;
}

void forget_refused_calls() {
  const DeviceLock lock(device_mutex());
  refused_calls().clear();
}

}  // namespace gridmark::emulation
