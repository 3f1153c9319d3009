#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace gridmark::counters {

/// A __shared__ array of fixed size: a thread-local variable of the program.
struct SharedArray {
  std::size_t offset = 0;  ///< in the program's thread-local segment
  std::size_t bytes = 0;
  std::string name;  ///< the student's spelling
  int owner = 0;     ///< number of the function that declares it
};

/// Addresses of the program's __shared__ arrays, from its symbol table.
class SharedLayout {
 public:
  /// Reads /proc/self/exe. Without a symbol table there are no arrays, and nothing is checked.
  SharedLayout();

  /// Start of the calling thread's thread-local segment.
  char* begin() const;
  std::size_t bytes() const { return bytes_; }
  const std::vector<SharedArray>& arrays() const { return arrays_; }
  /// The array around `offset`, or null between arrays.
  const SharedArray* array_at(std::size_t offset) const {
    const std::int16_t content = content_[offset];
    return content >= 0 ? &arrays_[static_cast<std::size_t>(content)] : nullptr;
  }
  /// True for threadIdx and its relatives, and the compiler's guards, which kernels read from the same
  /// segment.
  bool engine_variable(std::size_t offset) const { return content_[offset] == engine; }

  /// Notes the pointers to dynamic shared memory as the engine's. They are registered after the layout is
  /// made.
  void note_dynamic_pointers();

 private:
  static constexpr std::int16_t nothing = -1, engine = -2;
  struct Range {
    std::size_t begin, end;
  };
  void add_symbol(const char* name, std::size_t offset, std::size_t bytes);
  void number_owners();
  void fill_content();

  std::vector<SharedArray> arrays_;  ///< by offset
  std::vector<Range> engine_;
  std::vector<std::int16_t> content_;  ///< of each byte: number of the array, or one of the constants above
  std::size_t bytes_ = 0;
  std::size_t thread_index_offset_ = 0;
  std::size_t known_pointers_ = 0;
};

}  // namespace gridmark::counters
