#pragma once
// The part of JSON Schema (draft 7) that docs/formats uses. Debian's C++ validator would depend on Qt and
// Poco.
#include <nlohmann/json.hpp>
#include <string>

namespace gridmark {

class Schema {
 public:
  explicit Schema(nlohmann::json text) : root_(std::move(text)) {}

  /// A line "POINTER: KEYWORD" for each rule that `document` breaks, or "". Throws on an unknown keyword.
  std::string complaints(const nlohmann::json& document) const;

 private:
  nlohmann::json root_;
};

/// docs/formats/NAME.schema.json
Schema published(const std::string& name);

}  // namespace gridmark
