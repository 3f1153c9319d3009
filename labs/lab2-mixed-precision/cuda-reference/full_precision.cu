// The reference of lab 2's timed item on a GPU: the same training in FP32 (TF32 is off), with the tensor
// kit's own AdamW.
#include "labkit/tensor/operations.h"
#include "labkit/tensor/optimizer.h"
#include "labs/lab2-mixed-precision/include/amp_training.h"
#include "labs/lab2-mixed-precision/include/stability.h"

using namespace gridmark::tensor;

namespace {

AdamW optimizer_of(const Module& net, const AdamWSettings& settings) {
  AdamW::Settings same;
  same.rate = settings.rate, same.beta1 = settings.beta1, same.beta2 = settings.beta2;
  same.epsilon = settings.epsilon, same.decay = settings.decay;
  return AdamW(net.parameters(), same);
}

}  // namespace

TrainLog train_with_amp(Module& net, const Tensor& x, const Tensor& labels, const AmpSettings& settings) {
  AdamW optimizer = optimizer_of(net, settings.adamw);
  TrainLog log;
  for (int epoch = 0; epoch < settings.epochs; ++epoch) {
    for (std::int64_t row = 0; row + settings.batch <= x.size(0); row += settings.batch) {
      Tensor before =
          cross_entropy(net.forward(x.narrow(0, row, settings.batch)), labels.narrow(0, row, settings.batch));
      log.losses.push_back(before.item());
      before.backward();
      before = Tensor();  // releases the graph, too
      optimizer.step();
      net.zero_grad();
      log.scales.push_back(1);
      log.skipped.push_back(0);
    }
  }
  return log;
}

// Timed items do not use the rest, but the adaptor's other operations refer to it.
DType autocast_type(const std::string&, DType widest, DType) { return widest; }
cudaError_t unscale_and_check(const std::vector<GradientSlice>&, DType, float, bool&) { return cudaErrorNotSupported; }
MasterAdamW::MasterAdamW(std::vector<Tensor>, DType, AdamWSettings) {}
void MasterAdamW::step(const std::vector<Tensor>&) {}
GradScaler::GradScaler(const Settings& settings) : settings_(settings), scale_(settings.scale) {}
Tensor GradScaler::scaled(const Tensor& loss) const { return loss; }
std::vector<Tensor> GradScaler::unscale(const std::vector<Tensor>&) { return {}; }
bool GradScaler::step(MasterAdamW&, const std::vector<Tensor>&) { return false; }
void GradScaler::update() {}
float clip_gradients(std::vector<Tensor>&, float) { return 0; }
cudaError_t softmax_rows(const void*, void*, DType, int, int, cudaStream_t) { return cudaErrorNotSupported; }
cudaError_t attention_scores(const void*, const void*, void*, DType, int, int, int, cudaStream_t) {
  return cudaErrorNotSupported;
}
