#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace gridmark::counters {

/// A __shared__ array of fixed size: a thread-local variable of the program.
struct SharedArray {
  std::size_t offset = 0;  ///< in the program's thread-local segment
  std::size_t bytes = 0;
  std::string name;  ///< as the student spelled it
  int owner = 0;     ///< number of the function that declares it
};

/// Where the program's __shared__ arrays lie, from its symbol table.
class SharedLayout {
 public:
  /// Reads /proc/self/exe. Without a symbol table there are no arrays, and nothing is checked.
  SharedLayout();

  /// Of the whole thread-local segment; the start is that of the calling thread.
  char* begin() const;
  std::size_t bytes() const { return bytes_; }
  const std::vector<SharedArray>& arrays() const { return arrays_; }
  /// The array around `offset`; null between arrays.
  const SharedArray* array_at(std::size_t offset) const;
  /// The last array that starts at or before `offset`: the one that was overrun.
  const SharedArray* array_before(std::size_t offset) const;
  /// True for threadIdx and its kin, which kernels read from the same segment.
  bool engine_variable(std::size_t offset) const;

 private:
  struct Range {
    std::size_t begin, end;
  };
  void add_symbol(const char* name, std::size_t offset, std::size_t bytes);

  std::vector<SharedArray> arrays_;  ///< by offset
  std::vector<Range> engine_;
  std::size_t bytes_ = 0;
  std::size_t thread_index_offset_ = 0;
};

}  // namespace gridmark::counters
