#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "labkit/tensor/tensor.h"

namespace gridmark::tensor {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

/// 10 images of 2 pixels, each 1/10 of its label.
Images ten() {
  std::vector<float> pixels;
  std::vector<std::int32_t> labels;
  for (int i = 0; i < 10; ++i) {
    pixels.insert(pixels.end(), {static_cast<float>(i) / 10, static_cast<float>(i) / 10});
    labels.push_back(i);
  }
  return {Tensor::from(pixels, {10, 2}), Tensor::labels(labels)};
}

std::vector<std::int32_t> labels_of(const DataLoader& loader) {
  std::vector<std::int32_t> all;
  for (std::int64_t i = 0; i < loader.batches(); ++i) {
    const Batch batch = loader.batch(i);
    for (std::int64_t row = 0; row < batch.labels.numel(); ++row)
      EXPECT_EQ(batch.inputs.row(row).to_vector()[1], static_cast<float>(batch.labels.to_ints()[row]) / 10);
    for (const std::int32_t label : batch.labels.to_ints()) all.push_back(label);
  }
  return all;
}

TEST(DataLoader, GivesEachImageOnceWithItsLabelInAnOrderOfTheEpoch) {
  DataLoader loader(ten(), 5, 1);
  const std::vector<std::int32_t> first = labels_of(loader);
  loader.start_epoch(1);
  const std::vector<std::int32_t> second = labels_of(loader);
  EXPECT_NE(first, second);
  loader.start_epoch(0);
  EXPECT_EQ(labels_of(loader), first);
  EXPECT_NE(labels_of(DataLoader(ten(), 5, 2)), first);
  for (std::vector<std::int32_t> labels : {first, second}) {
    std::sort(labels.begin(), labels.end());
    EXPECT_THAT(labels, testing::ElementsAre(0, 1, 2, 3, 4, 5, 6, 7, 8, 9));
  }
}

TEST(DataLoader, LeavesTheSmallerBatchOutAndRefusesWhatIsNone) {
  const DataLoader loader(ten(), 4, 1, Device::host());
  EXPECT_EQ(loader.batches(), 2);
  EXPECT_EQ(loader.batch(0).inputs.device(), Device::host());
  EXPECT_THROW(loader.batch(2), ShapeError);
  EXPECT_THROW(DataLoader(ten(), 11, 1), ShapeError);
  EXPECT_THROW(DataLoader(ten(), 0, 1), ShapeError);
  EXPECT_THROW(DataLoader({ten().pixels, Tensor::labels({1})}, 1, 1), ShapeError);
}

TEST(DataLoader, KeepsTheSmallerBatchWhereItShould) {
  DataLoader loader(ten(), 4, 1, Device::cuda(), Tail::kept);
  ASSERT_EQ(loader.batches(), 3);
  EXPECT_EQ(loader.batch(2).inputs.shape(), (Shape{2, 2}));
  std::vector<std::int32_t> labels = labels_of(loader);
  std::sort(labels.begin(), labels.end());
  EXPECT_THAT(labels, testing::ElementsAre(0, 1, 2, 3, 4, 5, 6, 7, 8, 9));
  EXPECT_EQ(DataLoader(ten(), 5, 1, Device::cuda(), Tail::kept).batches(), 2) << "there is no empty batch";
  EXPECT_EQ(DataLoader(ten(), 11, 1, Device::cuda(), Tail::kept).batch(0).labels.numel(), 10);
}

TEST(DataLoader, TakesTheOrderOfASampler) {
  DataLoader loader(ten(), 2, 1);
  loader.set_order({7, 3, 3, 0, 9});
  EXPECT_THAT(labels_of(loader), testing::ElementsAre(7, 3, 3, 0));
  loader.start_epoch(0);
  EXPECT_EQ(labels_of(loader), labels_of(DataLoader(ten(), 2, 1))) << "all images again";
  EXPECT_THAT(
      [&] {
        loader.set_order({1, 10});
      },
      ThrowsMessage<ShapeError>(HasSubstr("the index 10 is none of the 10 images")));
  EXPECT_THROW(loader.set_order({1, -1}), ShapeError);
  EXPECT_THAT([&] { loader.set_order({1}); }, ThrowsMessage<ShapeError>(HasSubstr("Tail::kept")));
  EXPECT_EQ(loader.batches(), 5) << "a refused order changes nothing";
}

std::vector<std::vector<float>> rest_of(DataLoader& loader) {
  std::vector<std::vector<float>> all;
  while (const std::optional<Batch> batch = loader.next()) all.push_back(batch->inputs.to_vector());
  return all;
}

TEST(DataLoader, GoesOnInMidEpochWithTheSameBatches) {
  DataLoader loader(ten(), 3, 1, Device::cuda(), Tail::kept);
  loader.start_epoch(2);
  loader.next();
  loader.next();
  EXPECT_EQ(loader.position(), 2);
  DataLoader resumed(ten(), 3, 1, Device::cuda(), Tail::kept);
  resumed.start_epoch(2);
  resumed.set_position(loader.position());
  const auto rest = rest_of(loader);
  EXPECT_EQ(rest.size(), 2u);
  EXPECT_EQ(rest_of(resumed), rest);
  EXPECT_EQ(resumed.position(), 4);
  EXPECT_FALSE(resumed.next().has_value()) << "it stays at the end";
}

TEST(DataLoader, BeginsAnewWithEachEpochAndOrder) {
  DataLoader loader(ten(), 5, 1);
  loader.next();
  loader.start_epoch(1);
  EXPECT_EQ(loader.position(), 0);
  loader.next();
  loader.set_order({0, 1, 2, 3, 4});
  EXPECT_EQ(loader.position(), 0);
  EXPECT_THROW(loader.set_position(2), ShapeError);
  EXPECT_THROW(loader.set_position(-1), ShapeError);
}

TEST(TextWindows, AreFollowedByTheirNextByte) {
  const std::vector<std::uint8_t> text{0, 1, 2, 3, 4, 250};
  Generator generator(1);
  const Batch batch = text_windows(text, 20, 3, generator, Device::host());
  EXPECT_EQ(batch.inputs.shape(), (Shape{20, 3}));
  const std::vector<std::int32_t> inputs = batch.inputs.to_ints(), labels = batch.labels.to_ints();
  for (std::size_t i = 0; i < inputs.size(); ++i) EXPECT_EQ(labels[i], inputs[i] == 4 ? 250 : inputs[i] + 1);
  EXPECT_THAT(inputs, testing::Contains(0));
  EXPECT_THAT(labels, testing::Contains(250)) << "the last byte is only ever a label";
  EXPECT_THROW(text_windows(text, 1, 6, generator), ShapeError);
}

TEST(ReadImages, SaysWhichFileDoesNotFit) {
  std::string folder = testing::TempDir() + "datasets_test_XXXXXX";
  ASSERT_NE(mkdtemp(folder.data()), nullptr);
  const std::string images = folder + "/images", labels = folder + "/labels";
  std::ofstream(images).write("\0\0\x08\x03\0\0\0\x02\0\0\0\x01\0\0\0\x03\x00\xff\x33\x01\x02\x03", 22);
  std::ofstream(labels).write("\0\0\x08\x01\0\0\0\x02\x07\x01", 10);
  const Images found = read_images(images, labels);
  EXPECT_EQ(found.pixels.shape(), (Shape{2, 3}));
  EXPECT_EQ(found.pixels.to_vector()[1], 1);
  EXPECT_FLOAT_EQ(found.pixels.to_vector()[2], 0.2f);
  EXPECT_EQ(found.labels.to_ints(), (std::vector<std::int32_t>{7, 1}));
  EXPECT_THAT([&] { read_images(labels, images); },
              ThrowsMessage<Error>(HasSubstr("has 1 dimensions, expected 3")));
  EXPECT_THAT([&] { read_images(images, images); },
              ThrowsMessage<Error>(HasSubstr("6 labels for the 2 images")));
  EXPECT_THAT([&] { read_images(folder + "/none", labels); },
              ThrowsMessage<Error>(HasSubstr("no such file")));
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace gridmark::tensor
