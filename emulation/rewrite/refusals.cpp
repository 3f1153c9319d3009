#include "emulation/rewrite/refusals.h"

namespace gridmark::rewrite {

void Refusals::visit(std::size_t i) {
  const std::string_view word = source_.text(i);
  if (word == "<<<" && functions_.on_device() && !source_.is(source_.previous(i), "operator"))
    return refuse(i,
                  "dynamic parallelism (a launch inside device code) does not run on the emulated device. "
                  "Launch from the host");
  if (!source_.is_identifier(i) || source_.in_macro(i)) return;
  if (word == "cudaStreamTailLaunch" || word == "cudaStreamFireAndForget" ||
      word == "cudaStreamFireAndForgetAsTask")
    return refuse(i,
                  "dynamic parallelism (a launch inside device code) does not run on the emulated device. "
                  "Launch from the host");
  if (word == "__cluster_dims__")
    return refuse(i,
                  "thread block clusters do not run on the emulated device. Use blocks, and "
                  "__shared__ memory within each");
  if (word == "texture" && source_.is(source_.next(i), "<") && !functions_.on_device() &&
      source_.is_identifier(source_.next(source_.next(i))) && !source_.is(source_.previous(i), "::") &&
      !source_.is(source_.previous(i), "class") && !source_.is(source_.previous(i), "struct"))
    return refuse(i,
                  "texture references are no longer part of CUDA (version 12 removed them). Use a "
                  "texture object (cudaTextureObject_t)");
}

void Refusals::refuse(std::size_t i, const char* message) {
  errors_.push_back(source_.diagnostic(source_[i].begin, message));
}

}  // namespace gridmark::rewrite
