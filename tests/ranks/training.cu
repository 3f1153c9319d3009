// A data parallel training on all ranks. Rank 0 prints each step's loss to the last bit.
#include <labkit/comm/comm.h>
#include <labkit/tensor/tensor.h>

#include <cstdio>
#include <memory>
#include <vector>

using namespace gridmark::tensor;
using gridmark::comm::Comm;

/// The mean over all ranks, computed in rank order on each of them.
static std::vector<float> mean(Comm& comm, const std::vector<float>& mine) {
  const std::size_t bytes = mine.size() * sizeof(float);
  std::vector<float> sum(mine.size()), other(mine.size());
  for (int rank = 0; rank < comm.world(); ++rank)
    if (rank != comm.rank()) comm.isend(rank, mine.data(), bytes);
  for (int rank = 0; rank < comm.world(); ++rank) {
    if (rank != comm.rank()) comm.recv(rank, other.data(), bytes);
    const std::vector<float>& values = rank == comm.rank() ? mine : other;
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += values[i] / static_cast<float>(comm.world());
  }
  return sum;
}

int main() {
  Comm comm = Comm::from_environment();
  Generator weights(1);
  Sequential net(std::make_shared<Linear>(784, 32, weights), std::make_shared<ReLU>(),
                 std::make_shared<Linear>(32, 10, weights));
  net.to(Device::cuda());
  SGD optimizer(net.parameters(), 0.1f);
  const Images data = glyph28(7, comm.rank() * 160, 160);
  DataLoader loader(data, 16, 3);
  for (std::int64_t step = 0; step < loader.batches(); ++step) {
    const Batch batch = loader.batch(step);
    optimizer.zero_grad();
    const Tensor loss = cross_entropy(net.forward(batch.inputs), batch.labels);
    loss.backward();
    for (Tensor parameter : net.parameters())
      parameter.set_grad(Tensor::from(mean(comm, parameter.grad().to_vector()), parameter.shape()).to(Device::cuda()));
    optimizer.step();
    const float all = mean(comm, {loss.item()}).front();
    if (comm.rank() == 0) std::printf("step %d loss %a\n", static_cast<int>(step), static_cast<double>(all));
  }
}
