// Elements without a thread, because an index takes a wrong component of threadIdx, blockIdx or blockDim.
//
// Theory of operation. A kernel takes the row of its element from one dimension of the launch and the column
// from another. For each mistake, the threads of such a launch are simulated to find the elements that they
// write. The values are right if a thread reads its operands at its row and column. With tiles in shared
// memory they may be anything.
#include <fmt/format.h>

#include <memory>

#include "labkit/oracle/product_rows.h"

namespace gridmark::oracle {
namespace {

/// A thread's place along one dimension of a launch, and the sizes of that dimension.
struct Along {
  long block, thread, block_size, blocks;
};

/// An index of an element, computed from the right dimension and the other one.
using IndexOf = long (*)(const Along& own, const Along& other);

long right_index(const Along& own, const Along&) { return own.block * own.block_size + own.thread; }

/// A mistake in one of the two indices. `axis` in `words` becomes "row" or "column".
struct Misread {
  const char* words;
  IndexOf index;
  const char* odd = "";  ///< the component that the message names as the odd one: "threadIdx", ...
};

constexpr const char* same_thread =
    "only elements on the diagonals of the blocks are written: row and column come from the same threadIdx. "
    "One of them needs threadIdx.x, the other one threadIdx.y";
constexpr const char* same_block =
    "only blocks on the diagonal of c are written: row and column come from the same blockIdx. One of them "
    "needs blockIdx.x, the other one blockIdx.y";
constexpr const char* same_both =
    "only the diagonal of c is written: row and column come from the same threadIdx and the same blockIdx. "
    "One "
    "of them needs the components x, the other one the components y";
constexpr const char* no_thread =
    "the index of the {0} lacks threadIdx, or has threadIdx.z, which is 0: only the first {0} of each block "
    "is "
    "written. Row and column need threadIdx.x and threadIdx.y";
constexpr const char* no_block_size =
    "the index of the {0} does not multiply blockIdx with the size of a block, or multiplies it with "
    "blockDim.z, which is 1. It is blockIdx * blockDim + threadIdx, all three with the same component";
constexpr const char* other_block_size =
    "the index of the {0} multiplies blockIdx with the other dimension of blockDim. It is blockIdx * "
    "blockDim "
    "+ threadIdx, all three with the same component";
constexpr const char* blocks_for_size =
    "the index of the {0} multiplies blockIdx with gridDim. It is blockIdx * blockDim + threadIdx";
constexpr const char* thread_and_block_swapped =
    "the index of the {0} has blockIdx and threadIdx swapped. It is blockIdx * blockDim + threadIdx";

constexpr Misread mistakes_of_an_index[] = {
    {no_thread, [](const Along& own, const Along&) { return own.block * own.block_size; }, "threadIdx"},
    {same_thread,
     [](const Along& own, const Along& other) { return own.block * own.block_size + other.thread; },
     "threadIdx"},
    {same_block,
     [](const Along& own, const Along& other) { return other.block * own.block_size + own.thread; },
     "blockIdx"},
    {same_both,
     [](const Along&, const Along& other) { return other.block * other.block_size + other.thread; }},
    {no_block_size, [](const Along& own, const Along&) { return own.block + own.thread; }, "blockDim"},
    {other_block_size,
     [](const Along& own, const Along& other) { return own.block * other.block_size + own.thread; },
     "blockDim"},
    {blocks_for_size, [](const Along& own, const Along&) { return own.block * own.blocks + own.thread; }},
    {thread_and_block_swapped,
     [](const Along& own, const Along&) { return own.thread * own.block_size + own.block; }}};

/// A block's threads along the rows and along the columns of c.
struct Block {
  long rows, columns;
};

/// The elements of c that the threads of a launch write, computed on demand.
class Written {
 public:
  Written(const Product& product, const Block& block, IndexOf row, IndexOf column)
      : m_(product.m), n_(product.n), block_(block), row_(row), column_(column) {}

  bool at(long row, long column) {
    if (written_.empty()) launch();
    return written_[static_cast<std::size_t>(row * n_ + column)];
  }

 private:
  void launch() {
    written_.assign(static_cast<std::size_t>(m_ * n_), false);
    const long down = rounded_up(m_, block_.rows), across = rounded_up(n_, block_.columns);
    for (long y = 0; y < down; ++y)
      for (long x = 0; x < across; ++x)
        write({y / block_.rows, y % block_.rows, block_.rows, down / block_.rows},
              {x / block_.columns, x % block_.columns, block_.columns, across / block_.columns});
  }

  void write(const Along& y, const Along& x) {
    const long row = row_(y, x), column = column_(x, y);
    if (row < m_ && column < n_) written_[static_cast<std::size_t>(row * n_ + column)] = true;
  }

  long m_, n_;
  Block block_;
  IndexOf row_, column_;
  std::vector<bool> written_;
};

/// Whether a thread writes the right value or any value.
enum class Writes { right, anything };

Hypothesis unwritten(Diagnosis cause, const Product& product, std::shared_ptr<Written> written,
                     Writes writes) {
  return {std::move(cause), [of = Padded(product), written = std::move(written), writes](std::size_t index) {
            const auto row = static_cast<long>(index);
            Row elements;
            for (long column = 0; column < of.n(); ++column)
              elements.push_back(!written->at(row, column) ? Element{untouched}
                                 : writes == Writes::right ? Element{right_element(of, row, column)}
                                                           : Element{});
            return elements;
          }};
}

void add_mistakes(std::vector<Hypothesis>& to, const Product& product, const Block& block, Writes writes) {
  const auto add = [&](const Misread& misread, const char* axis, IndexOf row, IndexOf column) {
    const bool is_odd = *misread.odd != 0;
    const repairs::Remedy remedy =
        is_odd ? repairs::Remedy(Repair::match_component, misread.odd) : repairs::Remedy();
    to.push_back(unwritten({fmt::format(fmt::runtime(misread.words), axis), remedy}, product,
                           std::make_shared<Written>(product, block, row, column), writes));
  };
  for (const Misread& misread : mistakes_of_an_index) {
    add(misread, "column", right_index, misread.index);
    add(misread, "row", misread.index, right_index);
  }
}

/// Block sizes that students choose: 32 to 1024 threads.
std::vector<Block> blocks() {
  std::vector<Block> all;
  for (long rows = 1; rows <= 256; rows *= 2)
    for (long columns = 1; columns <= 256; columns *= 2)
      if (rows * columns >= 32 && rows * columns <= 1024) all.push_back({rows, columns});
  return all;
}

}  // namespace

std::vector<Hypothesis> misread_thread_indices(const Product& product) {
  std::vector<Hypothesis> mistakes;
  for (const Writes writes : {Writes::right, Writes::anything})
    for (const Block& block : blocks()) add_mistakes(mistakes, product, block, writes);
  return mistakes;
}

}  // namespace gridmark::oracle
