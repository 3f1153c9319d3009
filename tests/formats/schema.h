#pragma once
// The part of JSON Schema (draft 7) that docs/formats uses. Debian's C++ validator would bring Qt and Poco
// along.
#include <nlohmann/json.hpp>
#include <string>

namespace gridmark {

class Schema {
 public:
  explicit Schema(nlohmann::json text) : root_(std::move(text)) {}

  /// "" or a line "POINTER: KEYWORD" for each rule that `document` breaks. Throws on a keyword it does not
  /// know.
  std::string complaints(const nlohmann::json& document) const;

 private:
  nlohmann::json root_;
};

/// docs/formats/NAME.schema.json
Schema published(const std::string& name);

}  // namespace gridmark
