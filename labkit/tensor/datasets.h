#pragma once
// What networks are trained with: images with labels, text, and batches of both.
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "labkit/tensor/handle.h"

namespace gridmark::tensor {

/// On the host. pixels [count,784] f32 in [0,1], labels [count] i32 in [0,10).
struct Images {
  Tensor pixels, labels;
};

/// Digits first to first + count - 1 of glyph28 with a seed: strokes in the size of MNIST, made here and now.
/// Different ranges of one seed serve as training and test data.
Images glyph28(std::uint64_t seed, std::int64_t first, std::int64_t count);

/// Images and labels from two IDX files, MNIST's own or those of `gridmark-data glyph28`.
///
/// returns  pixels [count, rows * columns]
/// errors   Error: what the files are and what was expected
Images read_images(const std::string& images_path, const std::string& labels_path);

/// Text whose entropy is known.
struct Corpus {
  std::vector<std::uint8_t> bytes;
  double entropy = 0;  ///< nats per byte, computed from the grammar: no model can have less in the long run
};

/// Messages of the grammar of `seed`; at least `bytes`. Texts of one grammar with different `text_seed`
/// serve as training and test data.
Corpus grammar_corpus(std::uint64_t seed, std::uint64_t text_seed, std::size_t bytes);

struct Batch {
  Tensor inputs, labels;
};

/// What becomes of the last batch of an epoch where it is smaller: left out, so that all are alike, or kept.
enum class Tail { dropped, kept };

/// Batches in an order that seed and epoch fix, or that the caller's sampler gives.
///
///   loader.start_epoch(epoch);               // or loader.set_order(sampler.indices());
///   loader.set_position(batches_done);       // 0 already, unless a run goes on in mid-epoch
///   while (const auto batch = loader.next()) step(*batch);
class DataLoader {
 public:
  /// device  where batches are made; their memory counts as Use::data
  /// errors  ShapeError: the batch is below 1, or no batch is full and the tail is dropped, or labels of
  /// another
  ///         number; DTypeError: no f32 images with i32 labels
  DataLoader(Images data, std::int64_t batch, std::uint64_t seed, Device device = Device::cuda(),
             Tail tail = Tail::dropped);

  /// Of this epoch.
  std::int64_t batches() const;
  /// Shuffles all images and goes back to the first batch; the first epoch is 0, and the constructor has
  /// begun it.
  void start_epoch(std::uint64_t epoch);
  /// Takes the images with these indices, in this order, in place of a shuffled epoch; goes back to the first
  /// batch. An index may be there twice, or not at all.
  ///
  /// errors  ShapeError: an index that is no image, or no batch is full and the tail is dropped; the order
  /// stays
  void set_order(std::vector<std::int64_t> indices);
  /// errors  ShapeError: no such batch
  Batch batch(std::int64_t index) const;
  /// Images in a batch: fewer in a tail that is kept.
  std::int64_t size(std::int64_t index) const;
  /// Writes a batch to memory of the host: size(index) images and as many labels.
  void copy_batch(std::int64_t index, float* pixels, std::int32_t* labels) const;

  /// The batch at position(), which moves on; empty after the last one.
  std::optional<Batch> next();
  /// Batches of this epoch that next() has given: with epoch or order, what a run needs to go on.
  std::int64_t position() const { return position_; }
  /// errors  ShapeError: below 0 or above batches()
  void set_position(std::int64_t position);

 private:
  friend class PrefetchedBatches;
  void require_a_batch(std::size_t images) const;

  Images data_;
  std::int64_t batch_;
  std::uint64_t seed_;
  Device device_;
  Tail tail_;
  std::vector<std::int64_t> order_;
  std::int64_t position_ = 0;
  int changes_ = 0;  ///< of order or position by the caller
};

/// `count` pieces of `length` bytes from anywhere in the text, and as labels the byte after each:
/// inputs [count,length], labels [count * length], both i32.
///
/// errors  ShapeError: the text is not longer than `length`
Batch text_windows(const std::vector<std::uint8_t>& text, std::int64_t count, std::int64_t length,
                   Generator& generator, Device device = Device::cuda());

}  // namespace gridmark::tensor
