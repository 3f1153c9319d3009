#pragma once
// Operations that the checker of lab 4 can run in flash_attention.cu and gradient_checkpointing.cu.
#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>

#include "labkit/channel/arrays.h"
#include "labkit/channel/circumstance.h"

namespace gridmark::lab4 {

/// Sizes of an attention.
struct AttentionShape {
  int batch = 1, heads = 1, queries = 1, keys = 1, d = 1;
  bool causal = false;

  std::string text() const {
    return "(batch=" + std::to_string(batch) + ", heads=" + std::to_string(heads) +
           ", queries=" + std::to_string(queries) + ", keys=" + std::to_string(keys) +
           ", d=" + std::to_string(d) + (causal ? ", causal)" : ")");
  }
};

/// The inputs and outputs of both attentions.
struct AttentionFields {
  AttentionShape shape;
  bool one_block_at_a_time = false;  ///< only on the emulated device, and only before the first launch
  channel::In<float> q, k, v;
  channel::Out<float> o;                     ///< shape of q
  channel::Out<float> lse;                   ///< [batch,heads,queries]
  channel::Out<std::uint64_t> variables{1};  ///< bytes of the program's own, including __device__ ones
  channel::Out<std::uint64_t> resident{1};   ///< the process's peak in bytes, 0 on a real device
  channel::Circumstance circumstance = channel::Circumstance::usual;

  auto fields() {
    return std::tie(shape.batch, shape.heads, shape.queries, shape.keys, shape.d, shape.causal,
                    one_block_at_a_time, q, k, v, o, lse, variables, resident, circumstance);
  }
};

struct Flash : AttentionFields {
  static constexpr std::string_view name = "flash";
  std::string subject() const { return "flash_attention_fwd"; }
  std::string describe() const { return "flash_attention_fwd" + shape.text(); }
};

/// The lab's own attention. Its scores and weights are two matrices in memory.
struct Unfused : AttentionFields {
  static constexpr std::string_view name = "unfused";
  std::string subject() const { return "the lab's unfused attention"; }
  std::string describe() const { return "the lab's unfused attention" + shape.text(); }
};

/// flash_attention_fwd with invalid sizes, and with empty arrays.
struct Refusals {
  static constexpr std::string_view name = "refusals";

  channel::In<int> sizes;   ///< [n,5]: batch, heads, queries, keys, d
  channel::Out<int> codes;  ///< [n]: the returned codes

  auto fields() { return std::tie(sizes, codes); }
  std::string subject() const { return "flash_attention_fwd"; }
  std::string describe() const { return "flash_attention_fwd"; }
};

/// The cost of a forward and a backward pass.
struct PassCost {
  std::uint64_t kept;                 ///< bytes between the passes, above those before them
  std::uint64_t peak;                 ///< bytes, above those before the pass
  std::uint64_t forwards, backwards;  ///< number of block passes
  std::uint64_t forwards_to_result;   ///< forward passes of blocks before the result was complete
  std::uint64_t drawn;  ///< random numbers, from the generator's position after the backward pass
};

/// A special condition of a pass.
enum class Twist : int {
  none,
  no_input_gradient,  ///< x requires no gradient, like the rows of a data set
  bf16,               ///< under a cast policy that computes products in bf16
  no_grad,            ///< only a forward pass, under NoGrad
  changed             ///< x is changed in place before the backward pass
};

/// Residual blocks x + dropout(W2 gelu(W1 x + b1) + b2), forward and backward. The adaptor runs them plain,
/// and the submission with checkpoints, from the same position of the generator. The loss is sum(y * y).
struct Checkpointed {
  static constexpr std::string_view name = "checkpointed";

  bool direct = false;  ///< the adaptor calls checkpoint() on each segment, else CheckpointedTransformer
  int layers = 1, rows = 1, width = 1, hidden = 1;
  float dropout = 0;
  int every_n = 1;
  Twist twist = Twist::none;
  channel::In<float> x;        ///< [rows,width]
  channel::In<float> weights;  ///< of each block: W1 [hidden,width], b1 [hidden], W2 [width,hidden], b2 [width]
  channel::Out<float> plain_y, y;            ///< [rows,width]
  channel::Out<float> plain_slopes, slopes;  ///< for x (zeros if it has no gradient), then like `weights`
  channel::Out<PassCost> plain_cost{1}, cost{1};
  channel::Out<int> facts{2};  ///< 1: y has a history; 1: the backward pass threw AutogradError

  auto fields() {
    return std::tie(direct, layers, rows, width, hidden, dropout, every_n, twist, x, weights, plain_y, y,
                    plain_slopes, slopes, plain_cost, cost, facts);
  }
  std::string subject() const { return direct ? "checkpoint" : "CheckpointedTransformer"; }
  std::string describe() const {
    return subject() + " (" + std::to_string(layers) + (layers == 1 ? " block" : " blocks") +
           ", every_n=" + std::to_string(every_n) + (dropout > 0 ? ", dropout" : "") + ")";
  }
};

/// sweep_checkpoints on the same blocks, and the peaks that the adaptor measures.
struct Sweep {
  static constexpr std::string_view name = "sweep";

  int layers = 1, rows = 1, width = 1, hidden = 1;
  channel::In<int> every_n;
  channel::In<float> x, weights;
  channel::Out<double> found;            ///< [n]: bytes that sweep_checkpoints reports
  channel::Out<double> seen;             ///< [n]: bytes that the allocator reports for each pass
  channel::Out<int> forwards;            ///< [n]: number of block passes
  channel::Out<std::uint64_t> after{1};  ///< bytes that are still held, above those before the call

  auto fields() {
    return std::tie(layers, rows, width, hidden, every_n, x, weights, found, seen, forwards, after);
  }
  std::string subject() const { return "sweep_checkpoints"; }
  std::string describe() const {
    return "sweep_checkpoints(" + std::to_string(layers) + " blocks, " + std::to_string(every_n.size()) +
           " values)";
  }
};

struct BestEveryN {
  static constexpr std::string_view name = "best_every_n";

  channel::In<int> layers;
  channel::In<double> input_bytes, block_bytes;  ///< [as many]
  channel::Out<int> answers;                     ///< [as many]

  auto fields() { return std::tie(layers, input_bytes, block_bytes, answers); }
  std::string subject() const { return "best_every_n"; }
  std::string describe() const { return "best_every_n"; }
};

}  // namespace gridmark::lab4
