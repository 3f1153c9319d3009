#pragma once
// Between functions, host and device can have different declarations.
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "emulation/rewrite/body_merger.h"
#include "emulation/rewrite/declarations.h"

namespace gridmark::rewrite {

/// Merges two functions that each side defines for itself into one, and adds the declarations of the host
/// alone.
class DeclarationMerger {
 public:
  DeclarationMerger(const Side& device, const Side& host, const Files& files, const DifferingMacros& macros,
                    const BodyMerger& bodies);

  /// Edits the device's text.
  void merge(EditList& edits);

 private:
  /// Code between two tokens that both sides have, if only one side has it or the sides differ.
  struct Gap {
    std::vector<std::size_t> device;
    std::vector<std::size_t> host;
    std::size_t before = Source::none;  ///< the device's token in front
    std::size_t behind = Source::none;  ///< the device's token that follows
    std::vector<Declaration> on_device, on_host;
  };

  void find_scopes();
  std::vector<Gap> gaps() const;
  void close_gap(Gap& gap, std::size_t behind, std::vector<Gap>& found) const;
  bool holds_declarations(Gap& gap) const;
  bool is_qualifier(const Gap& gap) const;
  bool calls_macro(const std::vector<Declaration>& declarations) const;
  void open_macros_to_host(EditList& edits) const;
  void open_to_host(std::size_t token, EditList& edits) const;
  void merge(const Gap& gap, EditList& edits) const;
  void merge_functions(const Declaration& device, const Declaration& host, EditList& edits) const;
  void declare(const Declaration& host, std::size_t device_token, EditList& edits) const;
  bool is_known(const Gap& gap, const Declaration& host) const;
  std::size_t scope_of(const Gap& gap) const;

  const Side& device_;
  const Side& host_;
  const Files& files_;
  const DifferingMacros& macros_;
  const BodyMerger& bodies_;
  std::vector<std::size_t> scopes_;  ///< by token, the brace around it, or none outside of all braces
  std::set<std::size_t> closed_;     ///< braces with statements inside
  std::map<std::pair<std::size_t, std::string>, Declaration> by_head_;  ///< the device's functions, by scope
  std::set<std::pair<std::size_t, std::string>> by_signature_;          ///< all of the device's, by scope
  std::set<std::pair<int, int>> lines_;                                 ///< on which the device has code
};

}  // namespace gridmark::rewrite
