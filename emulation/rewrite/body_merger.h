#pragma once
// Functions whose bodies differ between host and device get both bodies.
#include <string>
#include <vector>

#include "emulation/rewrite/differing_macros.h"
#include "emulation/rewrite/edit_list.h"
#include "emulation/rewrite/function_heads.h"
#include "emulation/rewrite/side.h"

namespace gridmark::rewrite {

/// A text that makes the text behind it continue the line of a token, `columns` behind the token's.
std::string continued(const Side& side, const Files& files, std::size_t token, std::size_t columns = 0);

/// The text from token `first` to behind token `last`, with `edits`.
std::string between(const Source& source, std::size_t first, std::size_t last, const EditList& edits = {});

class BodyMerger {
 public:
  BodyMerger(const Side& device, const Side& host, const Files& files, const DifferingMacros& macros);

  const FunctionHeads& device_heads() const { return device_heads_; }
  const FunctionHeads& host_heads() const { return host_heads_; }

  /// Edits both texts between two tokens of the device's text.
  void merge_within(std::size_t begin, std::size_t end, EditList& device_edits, EditList& host_edits) const;

  /// {if(GRIDMARK_ON_DEVICE){ the device's body at `open` }else{ the host's at `host_open` }}, each with its
  /// edits.
  ///
  /// names  declares the other names that the host's body uses
  std::string choice(std::size_t open, std::size_t host_open, const EditList& inner_device = {},
                     const EditList& inner_host = {}, const std::string& names = {}) const;

  /// True if both bodies can be there. A constexpr function has only one, and labels cannot be there twice.
  bool can_choose(std::size_t open, const std::vector<std::size_t>& head) const;

 private:
  void merge_body(std::size_t open, std::size_t close, const std::vector<std::size_t>& head,
                  EditList& device_edits, EditList& host_edits) const;

  const Side& device_;
  const Side& host_;
  const Files& files_;
  const DifferingMacros& macros_;
  FunctionHeads device_heads_, host_heads_;
};

}  // namespace gridmark::rewrite
