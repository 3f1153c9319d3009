#include "grader/written/pictures.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>
#include <pugixml.hpp>

namespace gridmark::written {
namespace {

std::string lower(std::string_view text) {
  std::string small(text);
  std::transform(small.begin(), small.end(), small.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return small;
}

template <std::size_t size>
bool is_one_of(const std::array<std::string_view, size>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

constexpr std::array<std::string_view, 7> shapes{"path",   "polyline", "polygon", "line",
                                                 "circle", "rect",     "ellipse"};
constexpr std::array<std::string_view, 7> active{"script", "foreignobject", "iframe", "object",
                                                 "embed",  "handler",       "set"};

std::string attribute_problem(const pugi::xml_node& node) {
  for (const pugi::xml_attribute& attribute : node.attributes()) {
    const std::string name = local_name(attribute.name()), value = lower(attribute.value());
    if (name.starts_with("on")) return fmt::format("holds a script ({})", name);
    if (value.find("javascript:") != value.npos) return "holds a script";
    const bool link = local_name(node.name()) == "a";
    if (name == "href" && !link && !value.starts_with('#') && !value.starts_with("data:image/"))
      return "loads something from elsewhere";
  }
  return "";
}

/// Walks through the elements without recursion, because the student chooses the depth.
class SvgWalk : public pugi::xml_tree_walker {
 public:
  bool for_each(pugi::xml_node& node) override {
    if (node.type() != pugi::node_element) return true;
    const std::string name = local_name(node.name());
    drawn += is_one_of(shapes, name);
    problem = is_one_of(active, name) ? fmt::format("holds an element <{}>", name) : attribute_problem(node);
    return problem.empty();
  }

  int drawn = 0;
  std::string problem;
};

std::string svg_problem(std::string_view bytes) {
  pugi::xml_document document;
  const pugi::xml_parse_result parsed = document.load_buffer(bytes.data(), bytes.size());
  if (!parsed) return fmt::format("is no SVG: {}, at byte {}", parsed.description(), parsed.offset);
  if (local_name(document.document_element().name()) != "svg")
    return "is no SVG: its first element is not <svg>";
  SvgWalk walk;
  document.traverse(walk);
  if (!walk.problem.empty()) return walk.problem;
  return walk.drawn == 0 ? "draws nothing" : "";
}

std::uint32_t big_endian(std::string_view bytes, std::size_t at) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < 4; ++i) value = value << 8 | static_cast<unsigned char>(bytes[at + i]);
  return value;
}

/// CRC-32 as in PNG (ISO 3309, polynomial 0xEDB88320 reflected).
std::uint32_t checksum(std::string_view bytes) {
  std::uint32_t crc = 0xFFFFFFFF;
  for (const char c : bytes) {
    crc ^= static_cast<unsigned char>(c);
    for (int bit = 0; bit < 8; ++bit) crc = crc >> 1 ^ (crc & 1 ? 0xEDB88320 : 0);
  }
  return ~crc;
}

/// Chunks are length, name, data and checksum of name and data.
std::string png_problem(std::string_view bytes) {
  constexpr std::string_view signature("\x89PNG\r\n\x1a\n", 8);
  constexpr std::uint32_t most_pixels = 20'000;
  if (!bytes.starts_with(signature)) return "is no PNG: it does not begin as one";
  bool pixels = false;
  for (std::size_t at = signature.size(); at + 12 <= bytes.size();) {
    const std::uint32_t length = big_endian(bytes, at);
    if (length > bytes.size() - at - 12) break;
    const std::string_view chunk = bytes.substr(at + 4, 4 + length), name = chunk.substr(0, 4);
    if (big_endian(bytes, at + 8 + length) != checksum(chunk)) return "is a damaged PNG: a checksum is wrong";
    if (at == signature.size()) {
      if (name != "IHDR" || length != 13) return "is no PNG: it does not begin as one";
      const std::uint32_t width = big_endian(chunk, 4), height = big_endian(chunk, 8);
      if (width == 0 || height == 0 || width > most_pixels || height > most_pixels)
        return fmt::format("is {} x {} pixels, expected 1 to {}", width, height, most_pixels);
    }
    pixels |= name == "IDAT" && length > 0;
    if (name == "IEND") return pixels ? "" : "is a PNG without pixels";
    at += 12 + length;
  }
  return "is a damaged PNG: it ends early";
}

/// Values for each pixel, by the colour type.
std::size_t channels_of(unsigned char colour_type) {
  return colour_type == 2 ? 3 : colour_type == 4 ? 2 : colour_type == 6 ? 4 : 1;
}

}  // namespace

std::string local_name(std::string_view name) {
  const auto colon = name.find(':');
  return lower(colon == name.npos ? name : name.substr(colon + 1));
}

PngSize png_size(std::string_view png) {
  constexpr std::size_t header = 16;  // signature, length and name of the first chunk
  PngSize size;
  const std::size_t width = big_endian(png, header), height = big_endian(png, header + 4);
  const auto depth = static_cast<unsigned char>(png[header + 8]);
  size.raw = height * ((width * depth * channels_of(static_cast<unsigned char>(png[header + 9])) + 7) / 8);
  for (std::size_t at = 8; at + 12 <= png.size(); at += 12 + big_endian(png, at))
    if (png.substr(at + 4, 4) == "IDAT") size.compressed += big_endian(png, at);
  return size;
}

std::string picture_problem(std::string_view name, std::string_view bytes) {
  return name.ends_with(".png") ? png_problem(bytes) : svg_problem(bytes);
}

}  // namespace gridmark::written
