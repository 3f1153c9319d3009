#include "labkit/oracle/product_hypotheses.h"

#include <iterator>

namespace gridmark::oracle {

std::vector<Hypothesis> product_hypotheses(const Product& product) {
  std::vector<Hypothesis> all;
  for (auto part : {mistakes_along_k, misread_operands, misplaced_results, misread_thread_indices,
                    formats_of_products, misread_tiles}) {
    std::vector<Hypothesis> more = part(product);
    all.insert(all.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
  }
  return all;
}

}  // namespace gridmark::oracle
