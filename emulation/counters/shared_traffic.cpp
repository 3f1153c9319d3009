#include "emulation/counters/shared_traffic.h"

#include <algorithm>

namespace gridmark::counters {
namespace {

constexpr unsigned banks = 32;

/// The distinct words that one group of lanes requests, by bank.
class Banks {
 public:
  void add(std::uint64_t word) {
    const unsigned bank = word % banks;
    for (unsigned i = 0; i < depth_[bank]; ++i) {
      if (words_[bank][i] == word) return;
    }
    words_[bank][depth_[bank]++] = word;
    wavefronts_ = std::max<unsigned>(wavefronts_, depth_[bank]);
  }
  unsigned wavefronts() const { return wavefronts_; }

 private:
  std::array<std::array<std::uint64_t, warp_size + 1>, banks> words_;  // left uninitialised: depth_ guards it
  std::array<std::uint8_t, banks> depth_{};
  unsigned wavefronts_ = 0;
};

unsigned lanes_per_group(unsigned bytes) { return bytes <= 4 ? 32 : bytes <= 8 ? 16 : 8; }

/// Whether aligned words need one wavefront, because no two different ones share a bank. False if unsure.
bool is_served_at_once(const Request& request) {
  if (request.bytes != word_bytes) return false;
  std::array<std::uint64_t, banks> words;  // left uninitialised, because `used` guards it
  std::uint32_t used = 0;
  std::uint64_t odd = 0;
  for (unsigned i = 0; i < request.lanes; ++i) {
    const std::uint64_t word = request.address[i] / word_bytes;
    const unsigned bank = word % banks;
    if (!(used >> bank & 1)) words[bank] = word;
    used |= 1u << bank;
    odd |= (words[bank] ^ word) | request.address[i] % word_bytes;
  }
  return odd == 0;
}

}  // namespace

void count_shared(const Request& request, emulation::SharedTraffic& traffic) {
  traffic.requests += 1;
  traffic.bytes += std::uint64_t{request.lanes} * request.bytes;
  if (is_served_at_once(request)) {
    traffic.wavefronts += 1;
    traffic.ideal_wavefronts += 1;
    return;
  }
  const unsigned group_lanes = lanes_per_group(request.bytes);
  for (unsigned i = 0; i < request.lanes;) {
    const unsigned group = request.lane[i] / group_lanes;
    Banks in_banks;
    for (; i < request.lanes && request.lane[i] / group_lanes == group; ++i) {
      const std::uint64_t first = request.address[i] / word_bytes;
      const std::uint64_t last = (request.address[i] + request.bytes - 1) / word_bytes;
      for (std::uint64_t word = first; word <= last; ++word) in_banks.add(word);
    }
    traffic.wavefronts += in_banks.wavefronts();
    traffic.ideal_wavefronts += 1;
  }
}

}  // namespace gridmark::counters
