#pragma once
// Times steps, and runs their analysis: a part of adaptor.cu.
#include <memory>
#include <vector>

#include "labkit/channel/device_array.h"
#include "labkit/channel/worker.h"
#include "labkit/comm/comm.h"
#include "labs/lab3-distributed/include/ddp_training.h"
#include "labs/lab3-distributed/scaling_operations.h"
#include "labs/lab3-distributed/train_adaptor.cuh"

namespace gridmark::lab3 {

/// Products with a fixed matrix that is not trained.
class Fixed : public Module {
 public:
  Fixed(int width, int products, Generator& generator)
      : weight_((Tensor::randn({width, width}, generator) * (1 / std::sqrt(static_cast<float>(width)))).to(Device::cuda())),
        products_(products) {}
  Tensor forward(const Tensor& x) override {
    Tensor y = x;
    for (int i = 0; i < products_; ++i) y = matmul(y, weight_);
    return y;
  }

 private:
  Tensor weight_;
  int products_;
};

inline Sequential scaled_net(const Scale& op) {
  Generator generator(op.seed);
  Sequential net;
  for (int block = 0; block < op.blocks; ++block) {
    net.add(std::make_shared<Linear>(op.width, op.width, generator));
    net.add(std::make_shared<Fixed>(op.width, op.products, generator));
    for (int norm = 0; norm < op.norms; ++norm) net.add(std::make_shared<LayerNorm>(op.width));
  }
  net.to(Device::cuda());
  return net;
}

class ScaledStep {
 public:
  ScaledStep(Scale& op, comm::Comm& comm)
      : op_(op),
        comm_(comm),
        net_(scaled_net(op)),
        x_(Tensor::from({op.x.data(), op.x.data() + op.x.size()},
                        {static_cast<std::int64_t>(op.labels.size()), op.width}).to(Device::cuda())),
        labels_(Tensor::labels({op.labels.data(), op.labels.data() + op.labels.size()}).to(Device::cuda())) {}

  void run() {
    SeenStep& seen = op_.seen.writable()[0];
    const double begin = start();
    loss_of(net_).backward();
    channel::require(cudaStreamSynchronize(nullptr));
    seen.alone = comm_.seconds() - begin;
    write_all(gradients_of(net_), op_.local.writable(), 0);
    DistributedDataParallel ddp(net_, comm_, op_.bucket_bytes);
    seen.buckets = ddp.buckets();
    seen.begin = start();
    ddp.backward(loss_of(ddp));
    ddp.wait();
    channel::require(cudaDeviceSynchronize());
    seen.end = comm_.seconds();
    write_all(gradients_of(net_), op_.gradients.writable(), 0);
  }

 private:
  Tensor loss_of(Module& module) const { return cross_entropy(module.forward(x_), labels_); }

  /// Starts all ranks together, after all earlier work is done.
  double start() {
    net_.zero_grad();
    channel::require(cudaDeviceSynchronize());
    if (op_.world > 1) comm_.barrier();
    return comm_.seconds();
  }

  Scale& op_;
  comm::Comm& comm_;
  Sequential net_;
  Tensor x_, labels_;
};

inline channel::Status run_scaled(Scale& op) {
  comm::Comm comm(op.network.take(), op.rank, op.world);
  ScaledStep step(op, comm);
  return channel::graded([&] {
    step.run();
    return cudaSuccess;
  });
}

inline channel::Status run_ring_time(RingTime& op) {
  for (std::size_t i = 0; i < op.cases.size(); ++i) {
    const RingTime::Case& one = op.cases.values()[i];
    op.seconds.writable()[i] = ring_seconds(static_cast<int>(one.world), one.bytes, one.alpha, one.bytes_per_second);
  }
  return {};
}

inline channel::Status run_analyse(Analyse& op) {
  const auto computing = op.computing.values();
  const auto transfers = op.transfers.values();
  const StepTrace step{op.world,        op.rows, {op.begin, op.end}, {computing.begin(), computing.end()}, {transfers.begin(), transfers.end()},
                       op.alpha, op.bytes_per_second};
  const StepTrace one_rank{1, op.one_rows, {op.one_begin, op.one_end}, {{op.one_begin, op.one_end}}, {}, op.alpha, op.bytes_per_second};
  const ScalingPoint point = analyse(step, one_rank);
  op.point.writable()[0] = {point.rows_per_second, point.speedup, point.efficiency, point.exposed_share,
                            static_cast<std::int64_t>(point.bottleneck)};
  return {};
}

}  // namespace gridmark::lab3
