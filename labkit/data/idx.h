#pragma once
// IDX files, the format of MNIST: bytes with sizes.
//
// source  LeCun, Cortes & Burges, The MNIST database of handwritten digits: "file formats"
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

namespace gridmark::data {

/// Thrown for a file that is not an IDX file. The message has the file's name, the contents found and those
/// expected.
struct IdxError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct IdxBytes {
  std::vector<std::uint32_t> sizes;  ///< outermost first: {60000, 28, 28}
  std::vector<std::uint8_t> bytes;   ///< as many as the product of the sizes
};

/// The contents of an IDX file with byte elements. The file is untrusted, so nothing is allocated before its
/// header agrees with its length.
///
/// name    the file's name, for messages
/// errors  IdxError: no IDX header, elements that are not bytes, more than 4 dimensions, or a wrong length
IdxBytes parse_idx(const std::string& content, const std::string& name);

/// parse_idx() of a regular file of at most 1 GiB.
IdxBytes read_idx(const std::string& path);

/// The bytes of the file.
std::string idx_content(const IdxBytes& data);

/// errors  IdxError: the file cannot be written
void write_idx(const IdxBytes& data, const std::string& path);

}  // namespace gridmark::data
