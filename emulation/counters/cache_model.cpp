#include "emulation/counters/cache_model.h"

#include "emulation/runtime/device_profile.h"

namespace gridmark::counters {
namespace {

constexpr std::size_t l1_bytes = 128 * 1024;

}  // namespace

CacheModel::CacheModel() : l1_(l1_bytes), l2_(static_cast<std::size_t>(emulation::device_profile.l2_bytes)) {}

void CacheModel::read(std::uint64_t sector) {
  ++traffic_->l1_reads;
  auto* line = l1_.find(sector);
  if (line && line->present & l1_.bit(sector)) {
    ++traffic_->l1_hits;
    return;
  }
  if (!line) line = l1_.replace(sector);
  line->present |= l1_.bit(sector);
  read_l2(sector);
}

void CacheModel::write(std::uint64_t sector) {
  ++traffic_->l2_writes;
  write_l2(sector);
}

void CacheModel::atomic(std::uint64_t sector) {
  read_l2(sector);
  ++traffic_->l2_writes;
  write_l2(sector);
}

void CacheModel::read_l2(std::uint64_t sector) {
  ++traffic_->l2_reads;
  auto* line = l2_.find(sector);
  if (line && line->present & l2_.bit(sector)) {
    ++traffic_->l2_hits;
    return;
  }
  if (!line) line = l2_.replace(sector);
  line->present |= l2_.bit(sector);
  ++traffic_->dram_reads;
}

void CacheModel::write_l2(std::uint64_t sector) {
  auto* line = l2_.find(sector);
  if (!line) line = l2_.replace(sector);
  line->present |= l2_.bit(sector);
  if (line->dirty & l2_.bit(sector)) return;
  line->dirty |= l2_.bit(sector);
  ++traffic_->dram_writes;
}

}  // namespace gridmark::counters
