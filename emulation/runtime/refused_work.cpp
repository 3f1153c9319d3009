#include "emulation/runtime/refused_work.h"

#include <atomic>

#include "emulation/refused_work.h"

namespace gridmark::emulation {
namespace {

std::atomic<bool> all_work_is_refused = false;

}  // namespace

void refuse_work(bool refused) { all_work_is_refused.store(refused); }

bool work_is_refused() { return all_work_is_refused.load(); }

}  // namespace gridmark::emulation
