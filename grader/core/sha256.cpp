#include "grader/core/sha256.h"

#include <fmt/format.h>
#include <openssl/evp.h>

#include <array>
#include <stdexcept>

namespace gridmark {
namespace {

/// A failure here means a broken libcrypto, so no caller can handle it.
void require(int good) {
  if (good != 1) throw std::runtime_error("libcrypto cannot compute SHA-256");
}

}  // namespace

struct Sha256::State {
  struct Free {
    void operator()(EVP_MD_CTX* context) const { EVP_MD_CTX_free(context); }
  };
  std::unique_ptr<EVP_MD_CTX, Free> context{EVP_MD_CTX_new()};
};

Sha256::Sha256() : state_(std::make_unique<State>()) {
  require(EVP_DigestInit_ex(state_->context.get(), EVP_sha256(), nullptr));
}
Sha256::~Sha256() = default;
Sha256::Sha256(Sha256&& other) noexcept = default;
Sha256& Sha256::operator=(Sha256&& other) noexcept = default;

Sha256& Sha256::add(std::string_view bytes) {
  require(EVP_DigestUpdate(state_->context.get(), bytes.data(), bytes.size()));
  return *this;
}

Sha256& Sha256::add_part(std::string_view bytes) { return add(fmt::format("{}:", bytes.size())).add(bytes); }

std::string Sha256::digits() {
  std::array<unsigned char, EVP_MAX_MD_SIZE> bytes{};
  unsigned int size = 0;
  require(EVP_DigestFinal_ex(state_->context.get(), bytes.data(), &size));
  std::string text;
  for (unsigned int i = 0; i < size; ++i) text += fmt::format("{:02x}", bytes[i]);
  return text;
}

std::string sha256(std::string_view bytes) { return Sha256().add(bytes).digits(); }

}  // namespace gridmark
