#pragma once
// The functions of a source or header as they are written there. Used for messages, not for decisions.
#include <string>
#include <string_view>
#include <vector>

namespace gridmark::compile {

struct FunctionText {
  std::string name;       ///< with its class if the text has one: "matmul_tiled", "Net::forward"
  std::string scope;      ///< namespaces around it, "student::", "(unnamed)::" for one without a name
  std::string signature;  ///< from its return type to the closing parenthesis, blanks reduced to one
  int line = 0;           ///< line of the name
  bool defined = false;   ///< it has a body
};

/// Functions outside of classes, in the order of the text. Macros are not expanded.
std::vector<FunctionText> functions_in(std::string_view source);

/// The parameters of a signature: "const float* a", "int m".
std::vector<std::string> parameters_of(std::string_view signature);

/// The type without the parameter's name, its default and a const that callers do not see: "const float*".
std::string type_of_parameter(std::string_view parameter);

}  // namespace gridmark::compile
