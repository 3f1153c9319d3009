#include "labkit/data/idx.h"

#include <filesystem>
#include <fstream>
#include <sstream>

namespace gridmark::data {
namespace {

constexpr std::uint8_t of_bytes = 0x08;
constexpr std::size_t most_dims = 4;
constexpr std::uintmax_t most_bytes = std::uintmax_t{1} << 30;

std::uint8_t byte_at(const std::string& content, std::size_t i) {
  return static_cast<std::uint8_t>(content[i]);
}

std::string hexadecimal(std::uint8_t byte) {
  constexpr const char* digits = "0123456789abcdef";
  return {'0', 'x', digits[byte >> 4], digits[byte & 15]};
}

/// The names of the other element types.
std::string type_name(std::uint8_t type) {
  switch (type) {
    case 0x09:
      return "signed bytes";
    case 0x0B:
      return "16-bit integers";
    case 0x0C:
      return "32-bit integers";
    case 0x0D:
      return "floats";
    case 0x0E:
      return "doubles";
    default:
      return "an unknown type";
  }
}

/// The number of dimensions. Throws if the header is wrong.
std::size_t check_magic(const std::string& content, const std::string& name) {
  if (content.size() < 4)
    throw IdxError(name + ": " + std::to_string(content.size()) +
                   " bytes, expected an IDX header of at least 4");
  if (byte_at(content, 0) == 0x1f && byte_at(content, 1) == 0x8b)
    throw IdxError(name + ": is compressed. Unpack it first: gunzip " + name);
  if (content[0] != 0 || content[1] != 0)
    throw IdxError(name + ": begins with " + hexadecimal(byte_at(content, 0)) + ' ' +
                   hexadecimal(byte_at(content, 1)) + ", expected 0x00 0x00: this is no IDX file");
  if (byte_at(content, 2) != of_bytes)
    throw IdxError(name + ": its elements are " + type_name(byte_at(content, 2)) + " (" +
                   hexadecimal(byte_at(content, 2)) + "), expected bytes (0x08)");
  const std::size_t dims = byte_at(content, 3);
  if (dims < 1 || dims > most_dims)
    throw IdxError(name + ": has " + std::to_string(dims) + " dimensions, expected 1 to " +
                   std::to_string(most_dims));
  return dims;
}

std::uint32_t big_endian(const std::string& content, std::size_t at) {
  std::uint32_t value = 0;
  for (std::size_t i = at; i < at + 4; ++i) value = value << 8 | byte_at(content, i);
  return value;
}

std::string product_of(const std::vector<std::uint32_t>& sizes) {
  std::string text;
  for (const std::uint32_t size : sizes) text += (text.empty() ? "" : " x ") + std::to_string(size);
  return text;
}

}  // namespace

IdxBytes parse_idx(const std::string& content, const std::string& name) {
  const std::size_t dims = check_magic(content, name), header = 4 + 4 * dims;
  if (content.size() < header)
    throw IdxError(name + ": ends within its header of " + std::to_string(header) + " bytes");
  IdxBytes result;
  for (std::size_t dim = 0; dim < dims; ++dim) result.sizes.push_back(big_endian(content, 4 + 4 * dim));
  const std::size_t found = content.size() - header;
  std::size_t expected = 1;
  bool too_many = false;
  for (const std::uint32_t size : result.sizes) {
    too_many = too_many || (size != 0 && expected > most_bytes / size);
    expected *= too_many ? 0 : size;
  }
  if (too_many || expected != found)
    throw IdxError(name + ": its header announces " + product_of(result.sizes) + " bytes, and " +
                   std::to_string(found) + " follow. Is the download complete?");
  result.bytes.assign(content.begin() + static_cast<std::ptrdiff_t>(header), content.end());
  return result;
}

IdxBytes read_idx(const std::string& path) {
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  if (!std::filesystem::exists(status)) throw IdxError(path + ": there is no such file");
  if (!std::filesystem::is_regular_file(status)) throw IdxError(path + ": is not a regular file");
  const std::uintmax_t bytes = std::filesystem::file_size(path, error);
  if (error || bytes > most_bytes)
    throw IdxError(path + ": " +
                   (error ? error.message() : std::to_string(bytes) + " bytes, expected at most 1 GiB"));
  std::ifstream file(path, std::ios::binary);
  std::ostringstream content;
  if (!(content << file.rdbuf()) && bytes > 0) throw IdxError(path + ": cannot be read");
  return parse_idx(content.str(), path);
}

std::string idx_content(const IdxBytes& data) {
  std::string content{'\0', '\0', static_cast<char>(of_bytes), static_cast<char>(data.sizes.size())};
  for (const std::uint32_t size : data.sizes)
    for (int shift = 24; shift >= 0; shift -= 8) content += static_cast<char>(size >> shift & 0xff);
  return content.append(data.bytes.begin(), data.bytes.end());
}

void write_idx(const IdxBytes& data, const std::string& path) {
  const std::string content = idx_content(data);
  std::ofstream file(path, std::ios::binary);
  file.write(content.data(), static_cast<std::streamsize>(content.size()));
  if (!file.flush()) throw IdxError(path + ": cannot be written");
}

}  // namespace gridmark::data
