/// Of rows [first, first + count).
static Tensor mean_loss(const LargeModel& model, const Rows& data, std::int64_t first, std::int64_t count,
                        int) {
  const Tensor x = data.x.narrow(0, first, count).to(DType::f32);
  CheckpointedTransformer blocks(model.blocks, *model.generator);
  return cross_entropy(model.head->forward(blocks.forward(x, 0)), data.labels.narrow(0, first, count));
}
