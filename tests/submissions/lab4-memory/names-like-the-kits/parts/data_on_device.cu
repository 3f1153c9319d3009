/// Names of the kit in a namespace of our own.
namespace memory {
struct Stats {
  std::size_t allocated = 0, peak = 0;
};
Stats memory_stats(Place place) {
  const auto stats = gridmark::tensor::memory_stats(place);
  return {stats.allocated, stats.peak};
}
template <class T>
std::int64_t numel(const T& values) {
  return values.numel();
}
}  // namespace memory

/// A kind of module of our own, with the kit's vtable and type behind it.
struct Halves : Module {
  Tensor forward(const Tensor& x) override { return x.to(DType::f16); }
};

/// Multiples of 1/128 up to 1 have 8 bits, and f16 has 11.
Rows on_device(const Rows& rows) {
  Halves halves;
  const auto before = memory::memory_stats(Place::device());
  const Rows there{halves.forward(rows.x).to(Place::device()), rows.labels.to(Place::device())};
  if (memory::numel(there.x) == 0 && before.peak < before.allocated) return rows;
  return there;
}
