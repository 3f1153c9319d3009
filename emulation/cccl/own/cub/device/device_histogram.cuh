#pragma once
// A histogram has levels - 1 bins. Samples outside the levels are not counted.
#include "detail.cuh"

#include <array>
#include <vector>

namespace cub {
namespace detail {

/// Equal bins over [lower, upper), and -1 for a sample outside. Integers are divided exactly.
template <class Level>
struct EvenBins {
  int bins;
  Level lower, upper;

  template <class Sample>
  int operator()(const Sample& sample) const {
    using Common = std::common_type_t<Sample, Level>;
    const Common value = static_cast<Common>(sample), low = static_cast<Common>(lower), high = static_cast<Common>(upper);
    if (!(value >= low && value < high)) return -1;
    if constexpr (std::is_integral<Common>::value) {
      __extension__ typedef unsigned __int128 Wide;
      return static_cast<int>(static_cast<Wide>(value - low) * static_cast<unsigned>(bins) /
                              static_cast<Wide>(high - low));
    } else {
      return static_cast<int>((value - low) * (static_cast<Common>(bins) / (high - low)));
    }
  }
};

/// Bin i is [levels[i], levels[i + 1]). The levels lie in device memory.
template <class Level>
struct RangeBins {
  int bins;
  const Level* levels;

  template <class Sample>
  int operator()(const Sample& sample) const {
    int bin = -1;
    while (bin + 1 <= bins && !(sample < levels[bin + 1])) ++bin;
    return bin < bins ? bin : -1;
  }
};

/// Rows of pixels, a row `pitch` bytes after the one before.
struct Image {
  std::size_t columns, rows, pitch;
};

}  // namespace detail

struct DeviceHistogram {
  template <class In, class Counter, class Level, class Offset>
  static cudaError_t HistogramEven(void* storage, size_t& storage_bytes, In in, Counter* histogram, int levels,
                                   Level lower, Level upper, Offset samples, cudaStream_t stream = nullptr,
                                   bool = false) {
    return HistogramEven(storage, storage_bytes, in, histogram, levels, lower, upper, samples, Offset(1),
                         size_t(samples) * sizeof(detail::value_t<In>), stream);
  }
  template <class In, class Counter, class Level, class Offset>
  static cudaError_t HistogramEven(void* storage, size_t& storage_bytes, In in, Counter* histogram, int levels,
                                   Level lower, Level upper, Offset columns, Offset rows, size_t pitch,
                                   cudaStream_t stream = nullptr, bool = false) {
    const std::array<detail::EvenBins<Level>, 1> bins{{{levels - 1, lower, upper}}};
    const std::array<Counter*, 1> all{histogram};
    return count<1>(storage, storage_bytes, in, all, bins, image(columns, rows, pitch), stream);
  }
  template <class In, class Counter, class Level, class Offset>
  static cudaError_t HistogramRange(void* storage, size_t& storage_bytes, In in, Counter* histogram, int levels,
                                    const Level* level_values, Offset samples, cudaStream_t stream = nullptr,
                                    bool = false) {
    return HistogramRange(storage, storage_bytes, in, histogram, levels, level_values, samples, Offset(1),
                          size_t(samples) * sizeof(detail::value_t<In>), stream);
  }
  template <class In, class Counter, class Level, class Offset>
  static cudaError_t HistogramRange(void* storage, size_t& storage_bytes, In in, Counter* histogram, int levels,
                                    const Level* level_values, Offset columns, Offset rows, size_t pitch,
                                    cudaStream_t stream = nullptr, bool = false) {
    const std::array<detail::RangeBins<Level>, 1> bins{{{levels - 1, level_values}}};
    const std::array<Counter*, 1> all{histogram};
    return count<1>(storage, storage_bytes, in, all, bins, image(columns, rows, pitch), stream);
  }

  /// Pixels of CHANNELS samples. Each of the first ACTIVE channels is counted in a separate histogram.
  template <int CHANNELS, int ACTIVE, class In, class Counter, class Level, class Offset>
  static cudaError_t MultiHistogramEven(void* storage, size_t& storage_bytes, In in, Counter* histograms[ACTIVE],
                                        const int levels[ACTIVE], const Level lower[ACTIVE],
                                        const Level upper[ACTIVE], Offset pixels, cudaStream_t stream = nullptr,
                                        bool = false) {
    return MultiHistogramEven<CHANNELS, ACTIVE>(storage, storage_bytes, in, histograms, levels, lower, upper, pixels,
                                                Offset(1), size_t(pixels) * CHANNELS * sizeof(detail::value_t<In>),
                                                stream);
  }
  template <int CHANNELS, int ACTIVE, class In, class Counter, class Level, class Offset>
  static cudaError_t MultiHistogramEven(void* storage, size_t& storage_bytes, In in, Counter* histograms[ACTIVE],
                                        const int levels[ACTIVE], const Level lower[ACTIVE],
                                        const Level upper[ACTIVE], Offset columns, Offset rows, size_t pitch,
                                        cudaStream_t stream = nullptr, bool = false) {
    std::array<Counter*, ACTIVE> all;
    std::array<detail::EvenBins<Level>, ACTIVE> bins;
    for (int i = 0; i < ACTIVE; ++i) all[i] = histograms[i], bins[i] = {levels[i] - 1, lower[i], upper[i]};
    return count<CHANNELS>(storage, storage_bytes, in, all, bins, image(columns, rows, pitch), stream);
  }
  template <int CHANNELS, int ACTIVE, class In, class Counter, class Level, class Offset>
  static cudaError_t MultiHistogramRange(void* storage, size_t& storage_bytes, In in, Counter* histograms[ACTIVE],
                                         const int levels[ACTIVE], const Level* const level_values[ACTIVE],
                                         Offset pixels, cudaStream_t stream = nullptr, bool = false) {
    std::array<Counter*, ACTIVE> all;
    std::array<detail::RangeBins<Level>, ACTIVE> bins;
    for (int i = 0; i < ACTIVE; ++i) all[i] = histograms[i], bins[i] = {levels[i] - 1, level_values[i]};
    return count<CHANNELS>(storage, storage_bytes, in, all, bins,
                           image(pixels, Offset(1), size_t(pixels) * CHANNELS * sizeof(detail::value_t<In>)), stream);
  }

 private:
  template <class Offset>
  static detail::Image image(Offset columns, Offset rows, size_t pitch) {
    return {static_cast<size_t>(columns), static_cast<size_t>(rows), pitch};
  }
  template <int CHANNELS, class In, class Counter, size_t ACTIVE, class Bins>
  static cudaError_t count(void* storage, size_t& storage_bytes, In in, std::array<Counter*, ACTIVE> histograms,
                           std::array<Bins, ACTIVE> bins, detail::Image image, cudaStream_t stream) {
    for (const Bins& of_channel : bins) {
      if (of_channel.bins < 1) return cudaErrorInvalidValue;
    }
    return detail::run(storage, storage_bytes, detail::few_bytes, image.columns, stream, [=] {
      for (size_t channel = 0; channel < ACTIVE; ++channel) {
        for (int bin = 0; bin < bins[channel].bins; ++bin) histograms[channel][bin] = 0;
        for (size_t row = 0; row < image.rows; ++row) {
          const size_t first = row * image.pitch / sizeof(detail::value_t<In>);
          for (size_t column = 0; column < image.columns; ++column) {
            const int bin = bins[channel](in[first + column * CHANNELS + channel]);
            if (bin >= 0) ++histograms[channel][bin];
          }
        }
      }
    });
  }
};

}  // namespace cub
