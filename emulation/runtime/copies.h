#pragma once
// Copies and fills as operations.
#include <cstddef>
#include <memory>
#include <vector>

#include "emulation/runtime/ledger.h"
#include "emulation/runtime/operation.h"
#include "emulation/runtime/streams.h"
#include "emulation/runtime/time_model.h"

namespace gridmark::emulation {

/// One side of a copy: rows of a pitch, slices of rows. All in bytes.
struct Strides {
  char* start = nullptr;
  std::size_t pitch = 0, slice = 0;
};

/// `depth` slices of `height` rows of `width` bytes; a plain copy is one row.
struct Box {
  Strides to, from;
  std::size_t width = 0, height = 1, depth = 1;

  std::size_t bytes() const { return width * height * depth; }
  /// Distance from the first byte to the last, on either side.
  std::size_t extent(const Strides& side) const {
    return bytes() ? side.slice * (depth - 1) + side.pitch * (height - 1) + width : 0;
  }
};
/// A plain copy.
Box row(void* to, const void* from, std::size_t bytes);
/// A copy of rows.
Box rows(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch, std::size_t width,
         std::size_t height);

enum class HostWaits { until_copied, as_cuda_does };
/// Symbols are ordinary variables of the program that count as device memory.
enum class Symbol { neither, target, source };

class CopyOperation : public Operation {
 public:
  CopyOperation(const Box& box, const CopyRoute& route, const cudaMemcpy3DParms& given)
      : parameters(given), box_(box), route_(route) {}
  void run(const SharedWork& work) override;
  std::optional<Cost> cost() const override { return copy_cost(route_, box_.bytes()); }
  Span span() const override;
  cudaGraphNodeType type() const override { return cudaGraphNodeTypeMemcpy; }
  std::string title() const override { return "the copy"; }
  /// Reads the source's bytes as they are now.
  void capture_source();
  cudaMemcpy3DParms parameters;

 private:
  Box box_;
  CopyRoute route_;
  std::vector<char> captured_;
};

class SetOperation : public Operation {
 public:
  SetOperation(const Strides& what, const cudaMemsetParams& given, std::size_t depth)
      : parameters(given), what_(what), depth_(depth) {}
  void run(const SharedWork& work) override;
  std::optional<Cost> cost() const override { return fill_cost(bytes()); }
  Span span() const override;
  cudaGraphNodeType type() const override { return cudaGraphNodeTypeMemset; }
  std::string title() const override { return "the fill"; }
  cudaMemsetParams parameters;

 private:
  std::size_t bytes() const { return parameters.width * parameters.elementSize * parameters.height * depth_; }

  Strides what_;
  std::size_t depth_;
};

/// Checks and queues the copy, and runs the part that must be complete before the call returns. `name` is the
/// call's, for messages.
cudaError_t copy(const Box& what, cudaMemcpyKind kind, cudaStream_t stream, HostWaits waits,
                 Symbol symbol = Symbol::neither, const char* name = "a copy");
/// The checked operation alone, for nodes of graphs.
cudaError_t make_copy(const Box& what, cudaMemcpyKind kind, Symbol symbol,
                      std::shared_ptr<CopyOperation>* made);

/// `value` in elements of 1, 2 or 4 bytes.
cudaError_t make_set(const cudaMemsetParams& parameters, std::size_t slice, std::size_t depth,
                     std::shared_ptr<SetOperation>* made);
cudaError_t set(const cudaMemsetParams& parameters, std::size_t slice, std::size_t depth, cudaStream_t stream,
                const char* name = "a fill");

/// The bytes of a copy of three dimensions, including arrays.
cudaError_t box_of(const cudaMemcpy3DParms& parameters, Box* box);

}  // namespace gridmark::emulation
