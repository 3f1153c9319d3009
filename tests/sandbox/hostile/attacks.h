#pragma once
// Each attack is a function. `refused` means that the sandbox held, `succeeded` that it did not. An attack
// that the sandbox ends does not return. Attacks are bounded, so that a failing sandbox does not harm the
// machine.
#include <map>
#include <string>
#include <vector>

namespace hostile {

enum Verdict { refused = 0, succeeded = 42 };
using Arguments = std::vector<std::string>;
using Attack = int (*)(const Arguments&);

const std::map<std::string, Attack>& escapes();
const std::map<std::string, Attack>& exhaustion();
const std::map<std::string, Attack>& memory();
const std::map<std::string, Attack>& neighbours();
const std::map<std::string, Attack>& processes();
const std::map<std::string, Attack>& trees();

inline int verdict(bool attack_worked) { return attack_worked ? succeeded : refused; }

}  // namespace hostile
