// Sums over the wrong elements of a row and a column.
#include <fmt/format.h>

#include <algorithm>

#include "labkit/oracle/product_rows.h"

namespace gridmark::oracle {
namespace {

/// Only the products from `first` up to `end`.
Hypothesis only(Diagnosis cause, const Product& product, long first, long end) {
  return each_sum(std::move(cause), product, product.k,
                  [first, end](const Padded& of, long row, long i, long column) {
                    return i >= first && i < end ? of.a(row, i) * of.b(i, column) : 0;
                  });
}

/// A loop over tiles of `tile` elements that has a wrong end.
void add_cut_tiles(std::vector<Hypothesis>& to, const Product& product, long tile) {
  const long k = product.k, last = rounded_up(k, tile) - tile;
  to.push_back(only({fmt::format("k is cut to a multiple of {0}: the last k % {0} = {1} products of each sum "
                                 "are missing. Round the number of tiles up: (k + {2}) / {0}",
                                 tile, k % tile, tile - 1),
                     Repair::round_up_tiles},
                    product, 0, rounded_down(k, tile)));
  to.push_back(only({fmt::format("only the last tile counts, {} elements along k: the sum is set to 0 in the "
                                 "loop over the tiles. Set it to 0 before this loop",
                                 tile),
                     Repair::keep_sum},
                    product, last, k));
  to.push_back(only(
      fmt::format(
          "only the first tile counts, {} elements along k: the loop over the tiles ends after one of them",
          tile),
      product, 0, tile));
  to.push_back(only(
      {fmt::format("the first tile of {} elements along k is missing: the loop over the tiles starts at 1",
                   tile),
       Repair::start_at_zero},
      product, tile, k));
  to.push_back(only(
      {fmt::format("the last tile of {} elements along k is missing: the loop over the tiles ends one too "
                   "early",
                   tile),
       Repair::end_one_later},
      product, 0, last));
  to.push_back(
      only({"only the last product of each sum is left: the sum is set anew for each product. Set it to 0 "
            "before the loop, and add with +=",
            Repair::keep_sum},
           product, last + tile - 1, last + tile));
}

/// Each tile lacks the product at `missing`.
Hypothesis short_tiles(Diagnosis cause, const Product& product, long tile, long missing) {
  return each_sum(std::move(cause), product, product.k, [=](const Padded& of, long row, long i, long column) {
    return i % tile == missing ? 0 : of.a(row, i) * of.b(i, column);
  });
}

/// The operand whose index lacks the number of the tile.
enum class Lacks { a, b, both };

/// `checked`: the bounds check does use the number of the tile.
Hypothesis without_tile(const Product& product, long tile, Lacks lacks, bool checked) {
  constexpr const char* names[] = {"a", "b", "a and of b"};
  const std::string cause = fmt::format(
      "the first tile of {} is used again for all tiles ({} elements along k): the index lacks the number of "
      "the tile. Add the start of the tile to it",
      names[static_cast<int>(lacks)], tile);
  const repairs::Remedy remedy = lacks == Lacks::both
                                     ? repairs::Remedy()
                                     : repairs::Remedy(Repair::add_tile_start, lacks == Lacks::a ? "a" : "b");
  return each_sum({cause, remedy}, product, rounded_up(product.k, tile),
                  [=](const Padded& of, long row, long i, long column) {
                    const long in_a = lacks == Lacks::b ? i : i % tile,
                               in_b = lacks == Lacks::a ? i : i % tile;
                    return checked && i >= of.k() ? 0 : of.a(row, in_a) * of.b(in_b, column);
                  });
}

/// Past k, the last tile still has the elements of the tile before.
Hypothesis stale_tail(const Product& product, long tile) {
  const std::string cause = fmt::format(
      "the last tile keeps elements of the tile before where k has ended ({} elements along k). Store 0 "
      "there: a condition around the store is not enough",
      tile);
  return each_sum({cause, Repair::empty_tiles}, product, rounded_up(product.k, tile),
                  [=](const Padded& of, long row, long i, long column) {
                    const long from = i < of.k() ? i : i - tile;
                    return of.a(row, from) * of.b(from, column);
                  });
}

/// A loop that runs to a size other than k, either exactly or in full tiles. The elements past k are unknown.
void add_other_length(std::vector<Hypothesis>& to, const Product& product, const char* name, long length) {
  const std::string cause = fmt::format("the loop along k runs to {}, and it must run to k", name);
  to.push_back(only(cause, product, 0, length));
  if (length > product.k)
    to.back().row = [n = product.n](std::size_t) { return Row(static_cast<std::size_t>(n)); };
  for (const long tile : tile_sizes) to.push_back(only(cause, product, 0, rounded_up(length, tile)));
}

}  // namespace

std::vector<Hypothesis> mistakes_along_k(const Product& product) {
  std::vector<Hypothesis> mistakes;
  mistakes.push_back(
      only({"the first product of each sum is missing: a loop along k starts at 1", Repair::start_at_zero},
           product, 1, product.k));
  mistakes.push_back(only(
      {"the last product of each sum is missing: the loop along k ends one too early", Repair::end_one_later},
      product, 0, product.k - 1));
  mistakes.push_back(
      only({"only the last product of each sum is left: the sum is set anew for each product. Set it to 0 "
            "before the loop, and add with +=",
            Repair::keep_sum},
           product, product.k - 1, product.k));
  mistakes.push_back(only("only the first product of each sum is there: the loop along k ends after one step",
                          product, 0, 1));
  for (const long tile : tile_sizes) {
    add_cut_tiles(mistakes, product, tile);
    mistakes.push_back(short_tiles(
        {fmt::format("the first product of each tile of {} is missing: a loop in the tile starts at 1", tile),
         Repair::start_at_zero},
        product, tile, 0));
    mistakes.push_back(short_tiles(
        {fmt::format("the last product of each tile of {} is missing: a loop in the tile ends one too early",
                     tile),
         Repair::end_one_later},
        product, tile, tile - 1));
    mistakes.push_back(stale_tail(product, tile));
    for (const Lacks lacks : {Lacks::both, Lacks::a, Lacks::b})
      for (const bool checked : {false, true})
        mistakes.push_back(without_tile(product, tile, lacks, checked));
  }
  add_other_length(mistakes, product, "n", product.n);
  add_other_length(mistakes, product, "m", product.m);
  return mistakes;
}

}  // namespace gridmark::oracle
