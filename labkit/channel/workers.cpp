#include "labkit/channel/workers.h"

namespace gridmark::channel {
namespace {

constexpr std::size_t most_ending = 8;  // enough that the oldest has ended when its turn comes

}  // namespace

Transport& Workers::of(Flavour flavour, int rank) {
  std::unique_ptr<Transport>& worker = serving_[{flavour, rank}];
  if (worker) return *worker;
  std::unique_ptr<Transport>& spare = spare_[{flavour, rank}];
  worker = spare ? std::move(spare) : make_transport(flavour);
  spare = make_transport(flavour);
  return *worker;
}

std::string Workers::printed() {
  for (auto& [seat, worker] : serving_)
    if (std::string text = worker->printed(); !text.empty()) return text;
  return "";
}

void Workers::end_test() {
  for (auto& [seat, worker] : serving_) {
    worker->dismiss();
    ending_.push_back(std::move(worker));
  }
  serving_.clear();
  while (ending_.size() > most_ending) ending_.pop_front();
}

void Workers::end_all() {
  end_test();
  spare_.clear();
  ending_.clear();
}

}  // namespace gridmark::channel
