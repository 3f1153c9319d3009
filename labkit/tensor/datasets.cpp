#include "labkit/tensor/datasets.h"

#include <algorithm>
#include <numeric>

#include "labkit/data/corpus.h"
#include "labkit/data/glyph28.h"
#include "labkit/data/idx.h"
#include "labkit/tensor/errors.h"

namespace gridmark::tensor {
namespace {

Images images_of(const std::vector<std::uint8_t>& pixels, const std::vector<std::uint8_t>& labels) {
  const UseScope use(Use::data);
  const auto count = static_cast<std::int64_t>(labels.size());
  const std::int64_t area = count == 0 ? 0 : static_cast<std::int64_t>(pixels.size()) / count;
  const Tensor result = Tensor::empty({count, area});
  std::transform(pixels.begin(), pixels.end(), result.data<float>(),
                 [](std::uint8_t pixel) { return static_cast<float>(pixel) / 255; });
  return {result, Tensor::labels({labels.begin(), labels.end()})};
}

/// Rows of a contiguous host tensor [rows,...] in the given order.
template <class T>
void copy_rows(const Tensor& all, const std::int64_t* order, std::int64_t count, T* to) {
  const std::int64_t width = all.numel() / all.size(0);
  for (std::int64_t i = 0; i < count; ++i)
    std::copy_n(all.data<T>() + order[i] * width, width, to + i * width);
}

}  // namespace

Images glyph28(std::uint64_t seed, std::int64_t first, std::int64_t count) {
  const data::Glyphs glyphs =
      data::glyph28(seed, static_cast<std::size_t>(first), static_cast<std::size_t>(count));
  return images_of(glyphs.pixels, glyphs.labels);
}

Images read_images(const std::string& images_path, const std::string& labels_path) {
  try {
    const data::IdxBytes images = data::read_idx(images_path), labels = data::read_idx(labels_path);
    if (images.sizes.size() != 3)
      throw Error(images_path + ": has " + std::to_string(images.sizes.size()) +
                  " dimensions, expected 3: images, rows and columns");
    if (labels.sizes.size() != 1 || labels.sizes[0] != images.sizes[0])
      throw Error(labels_path + ": has " + std::to_string(labels.bytes.size()) + " labels for the " +
                  std::to_string(images.sizes[0]) + " images of " + images_path);
    return images_of(images.bytes, labels.bytes);
  } catch (const data::IdxError& error) {
    throw Error(error.what());
  }
}

Corpus grammar_corpus(std::uint64_t seed, std::uint64_t text_seed, std::size_t bytes) {
  const data::Grammar grammar(seed);
  const std::string text = grammar.write(text_seed, bytes).bytes;
  return {{text.begin(), text.end()}, grammar.nats_per_byte()};
}

DataLoader::DataLoader(Images data, std::int64_t batch, std::uint64_t seed, Device device, Tail tail)
    : data_{data.pixels.to(Device::host()).contiguous(), data.labels.to(Device::host()).contiguous()},
      batch_(batch),
      seed_(seed),
      device_(device),
      tail_(tail),
      order_(static_cast<std::size_t>(data.labels.numel())) {
  if (data.pixels.size(0) != data.labels.numel())
    throw ShapeError("a data loader got " + std::to_string(data.labels.numel()) + " labels for images " +
                     text_of(data.pixels.shape()));
  if (data_.pixels.dtype() != DType::f32 || data_.labels.dtype() != DType::i32)
    throw DTypeError(
        "a data loader takes images in f32 and labels in i32. Convert its batches, not its data");
  require_a_batch(order_.size());
  start_epoch(0);
}

void DataLoader::require_a_batch(std::size_t images) const {
  if (batch_ >= 1 && (tail_ == Tail::kept || batch_ <= static_cast<std::int64_t>(images))) return;
  throw ShapeError(
      "a batch of " + std::to_string(batch_) + " from " + std::to_string(images) +
      " images, expected at least 1, and at most as many unless a smaller batch is kept (Tail::kept)");
}

std::int64_t DataLoader::batches() const {
  const auto images = static_cast<std::int64_t>(order_.size());
  return tail_ == Tail::kept ? (images + batch_ - 1) / batch_ : images / batch_;
}

void DataLoader::start_epoch(std::uint64_t epoch) {
  Generator generator(seed_);
  generator.set_position(epoch << 32);  // more numbers than an epoch draws
  order_.resize(static_cast<std::size_t>(data_.labels.numel()));
  std::iota(order_.begin(), order_.end(), 0);
  for (std::size_t left = order_.size(); left > 1; --left)
    std::swap(order_[left - 1], order_[generator.bits() % left]);
  set_position(0);
}

void DataLoader::set_order(std::vector<std::int64_t> indices) {
  for (const std::int64_t index : indices)
    if (index < 0 || index >= data_.labels.numel())
      throw ShapeError("set_order: the index " + std::to_string(index) + " is none of the " +
                       std::to_string(data_.labels.numel()) + " images");
  require_a_batch(indices.size());
  order_ = std::move(indices);
  set_position(0);
}

std::int64_t DataLoader::size(std::int64_t index) const {
  if (index < 0 || index >= batches())
    throw ShapeError("batch " + std::to_string(index) + " of " + std::to_string(batches()));
  return std::min(batch_, static_cast<std::int64_t>(order_.size()) - index * batch_);
}

void DataLoader::copy_batch(std::int64_t index, float* pixels, std::int32_t* labels) const {
  const std::int64_t count = size(index);
  const std::int64_t* order = &order_[static_cast<std::size_t>(index * batch_)];
  copy_rows(data_.pixels, order, count, pixels);
  copy_rows(data_.labels, order, count, labels);
}

Batch DataLoader::batch(std::int64_t index) const {
  const UseScope use(Use::data);
  Shape shape = data_.pixels.shape();
  shape[0] = size(index);
  const Tensor inputs = Tensor::empty(shape), labels = Tensor::empty({shape[0]}, DType::i32);
  copy_batch(index, inputs.data<float>(), labels.data<std::int32_t>());
  return {inputs.to(device_), labels.to(device_)};
}

std::optional<Batch> DataLoader::next() {
  if (position_ == batches()) return std::nullopt;
  Batch one = batch(position_);
  ++position_;
  return one;
}

void DataLoader::set_position(std::int64_t position) {
  if (position < 0 || position > batches())
    throw ShapeError("set_position(" + std::to_string(position) + "): an epoch has " +
                     std::to_string(batches()) + " batches");
  position_ = position;
  ++changes_;
}

Batch text_windows(const std::vector<std::uint8_t>& text, std::int64_t count, std::int64_t length,
                   Generator& generator, Device device) {
  if (static_cast<std::int64_t>(text.size()) <= length)
    throw ShapeError("a text of " + std::to_string(text.size()) + " bytes has no piece of " +
                     std::to_string(length) + " bytes and one more");
  const UseScope use(Use::data);
  std::vector<std::int32_t> inputs, labels;
  for (std::int64_t i = 0; i < count; ++i) {
    const std::size_t start = generator.bits() % (text.size() - static_cast<std::size_t>(length));
    for (std::size_t at = start; at < start + static_cast<std::size_t>(length); ++at) {
      inputs.push_back(text[at]);
      labels.push_back(text[at + 1]);
    }
  }
  return {Tensor::labels(inputs, device).view({count, length}), Tensor::labels(labels, device)};
}

}  // namespace gridmark::tensor
