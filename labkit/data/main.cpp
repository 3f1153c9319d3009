// gridmark-data: writes the data sets of the labs and displays files of that kind.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <filesystem>
#include <fstream>

#include "labkit/data/corpus.h"
#include "labkit/data/glyph28.h"
#include "labkit/data/idx.h"

namespace gridmark::data {
namespace {

constexpr int exit_failed = 2, exit_wrong_usage = 64;

struct Settings {
  std::uint64_t seed = 1;
  std::size_t train = 8000, test = 2000, bytes = 1'000'000, first = 0, count = 3;
  std::string to, images, labels;
};

void write_glyphs(const Glyphs& glyphs, const std::string& folder, const std::string& name) {
  const auto count = static_cast<std::uint32_t>(glyphs.labels.size());
  write_idx({{count, Glyphs::side, Glyphs::side}, glyphs.pixels}, folder + "/" + name + "-images-idx3-ubyte");
  write_idx({{count}, glyphs.labels}, folder + "/" + name + "-labels-idx1-ubyte");
}

void glyphs(const Settings& settings) {
  std::filesystem::create_directories(settings.to);
  write_glyphs(glyph28(settings.seed, 0, settings.train), settings.to, "train");
  write_glyphs(glyph28(settings.seed, settings.train, settings.test), settings.to, "t10k");
  std::printf("%s: %zu digits to train with and %zu to test with, seed %llu\n", settings.to.c_str(),
              settings.train, settings.test, static_cast<unsigned long long>(settings.seed));
}

void corpus(const Settings& settings) {
  const Grammar grammar(settings.seed);
  const Grammar::Text text = grammar.write(settings.seed, settings.bytes);
  std::ofstream file(settings.to, std::ios::binary);
  file << text.bytes;
  if (!file.flush()) throw IdxError(settings.to + ": cannot be written");
  std::printf("%s: %zu bytes, seed %llu, entropy %.4f nats per byte (computed), this text %.4f (counted)\n",
              settings.to.c_str(), text.bytes.size(), static_cast<unsigned long long>(settings.seed),
              grammar.nats_per_byte(), text.nats / static_cast<double>(text.bytes.size()));
}

void show_image(const IdxBytes& images, std::size_t index) {
  constexpr const char* shades = " .:-=+*#%@";
  const std::size_t height = images.sizes[1], width = images.sizes[2];
  for (std::size_t y = 0; y < height; ++y) {
    std::string line;
    for (std::size_t x = 0; x < width; ++x) {
      const char shade = shades[images.bytes[(index * height + y) * width + x] * 10 / 256];
      line.append(2, shade);
    }
    std::printf("%s\n", line.c_str());
  }
}

void show(const Settings& settings) {
  const IdxBytes images = read_idx(settings.images);
  if (images.sizes.size() != 3) throw IdxError(settings.images + ": has no images of rows and columns");
  IdxBytes labels;
  if (!settings.labels.empty()) labels = read_idx(settings.labels);
  for (std::size_t i = settings.first; i < images.sizes[0] && i < settings.first + settings.count; ++i) {
    if (i < labels.bytes.size())
      std::printf("image %zu, label %d\n", i, labels.bytes[i]);
    else
      std::printf("image %zu\n", i);
    show_image(images, i);
  }
}

int run(int argc, char** argv) {
  Settings settings;
  CLI::App app("Writes the data sets of the labs: the same bytes for the same seed.");
  app.footer(
      "Examples:\n"
      "  gridmark-data glyph28 --to digits                 8000 + 2000 digits in the files of MNIST\n"
      "  gridmark-data corpus --to text.txt --bytes 100000 sentences, and their entropy\n"
      "  gridmark-data show digits/train-images-idx3-ubyte --labels digits/train-labels-idx1-ubyte");
  app.require_subcommand(1);
  CLI::App* digits = app.add_subcommand("glyph28", "digits of strokes, in four IDX files");
  digits->add_option("--to", settings.to, "the folder, which is made if it is missing")->required();
  digits->add_option("--seed", settings.seed, "seed of all random choices")->capture_default_str();
  digits->add_option("--train", settings.train, "digits to train with")
      ->capture_default_str()
      ->check(CLI::Range(1, 1'000'000));
  digits->add_option("--test", settings.test, "digits to test with")
      ->capture_default_str()
      ->check(CLI::Range(1, 1'000'000));
  CLI::App* text = app.add_subcommand("corpus", "sentences of a grammar, and how many nats a byte has");
  text->add_option("--to", settings.to, "the file")->required();
  text->add_option("--seed", settings.seed, "of grammar and text")->capture_default_str();
  text->add_option("--bytes", settings.bytes, "at least so many, until the last sentence is complete")
      ->capture_default_str()
      ->check(CLI::Range(1, 1'000'000'000));
  CLI::App* look = app.add_subcommand("show", "prints images of an IDX file");
  look->add_option("images", settings.images, "the file")->required();
  look->add_option("--labels", settings.labels, "the file with the labels");
  look->add_option("--first", settings.first, "the first image")->capture_default_str();
  look->add_option("--count", settings.count, "how many")->capture_default_str();
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : exit_wrong_usage;
  }
  if (digits->parsed()) glyphs(settings);
  if (text->parsed()) corpus(settings);
  if (look->parsed()) show(settings);
  return 0;
}

}  // namespace
}  // namespace gridmark::data

int main(int argc, char** argv) {
  try {
    return gridmark::data::run(argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "gridmark-data: %s\n", error.what());
    return gridmark::data::exit_failed;
  }
}
