// Lab 6: keys and values in blocks, and an engine for many requests.
// Read paged_kv.h first. It holds the contract.
#include "paged_kv.h"

#include <algorithm>
#include <map>
#include <stdexcept>
#include <string>

#include "labkit/tensor/device.h"
#include "labkit/tensor/stream.h"

using namespace gridmark::tensor;

// ----------------------------------------------------------------------------------------------------
// 1. The allocator of blocks.

// TODO: keep a reference count for each block, and a list of the free blocks.
struct BlockAllocator::State {};
BlockAllocator::BlockAllocator(int) {}
BlockAllocator::~BlockAllocator() = default;
int BlockAllocator::allocate() { return -1; }
void BlockAllocator::share(int) {}
void BlockAllocator::free(int) {}
int BlockAllocator::references(int) const { return 0; }
int BlockAllocator::free_blocks() const { return 0; }

// ----------------------------------------------------------------------------------------------------
// 2. Attention over keys and values in blocks.

// TODO: write a kernel with a block of threads for each sequence and head. Token t of the sequence is in block
// block_table[sequence][t / block], at index t % block.
cudaError_t paged_attention(const float*, const float*, const float*, const int*, const int*, float*, int, int, int,
                            int, int, cudaStream_t) {
  return cudaErrorNotSupported;
}

// ----------------------------------------------------------------------------------------------------
// 3. The pool.

int blocks_that_fit(std::size_t, double, std::size_t, std::size_t, const GptShape&, int) { return 0; }  // TODO

// ----------------------------------------------------------------------------------------------------
// 4. The engine.

// TODO: keep the requests by number, each waiting or running, and the blocks of each answer. step() has four parts.
struct Engine::State {};
Engine::Engine(const GptWeights&, const EngineSettings&) {}
Engine::~Engine() = default;
std::int64_t Engine::submit(const Request&) { throw std::invalid_argument("not yet"); }
void Engine::cancel(std::int64_t) {}
bool Engine::step() { return false; }
std::vector<Output> Engine::take(std::int64_t) { return {}; }
EngineStats Engine::stats() const { return {}; }
