#include "labkit/repairs/repairs.h"

#include "labkit/repairs/scene.h"

namespace gridmark::repairs {
namespace {

Repairer repairer_of(Repair repair) {
  switch (repair) {
    case Repair::unknown:
      return nullptr;
    case Repair::round_up_blocks:
      return round_up_blocks;
    case Repair::round_up_tiles:
      return round_up_tiles;
    case Repair::start_at_zero:
      return start_at_zero;
    case Repair::end_one_later:
      return end_one_later;
    case Repair::end_one_earlier:
      return end_one_earlier;
    case Repair::widen_index:
      return widen_index;
    case Repair::make_sum_float:
      return make_sum_float;
    case Repair::keep_sum:
      return keep_sum;
    case Repair::set_sums:
      return set_sums;
    case Repair::store_sum:
      return store_sum;
    case Repair::transpose_sums:
      return transpose_sums;
    case Repair::swap_tiles:
      return swap_tiles;
    case Repair::empty_tiles:
      return empty_tiles;
    case Repair::match_component:
      return match_component;
    case Repair::swap_grid:
      return swap_grid;
    case Repair::swap_grid_and_block:
      return swap_grid_and_block;
    case Repair::use_stream:
      return use_stream;
    case Repair::use_single_precision:
      return use_single_precision;
    case Repair::check_sizes:
      return check_sizes;
    case Repair::turn_copy:
      return turn_copy;
    case Repair::copy_bytes:
      return copy_bytes;
    case Repair::copy_back:
      return copy_back;
    case Repair::remove_call:
      return remove_call;
    case Repair::free_memory:
      return free_memory;
    case Repair::return_error:
      return return_error;
    case Repair::synchronise:
      return synchronise;
    case Repair::wait_for_event:
      return wait_for_event;
    case Repair::lift_barrier:
      return lift_barrier;
    case Repair::set_row_length:
      return set_row_length;
    case Repair::transpose_index:
      return transpose_index;
    case Repair::add_tile_start:
      return add_tile_start;
    case Repair::size_grid:
      return size_grid;
    case Repair::check_bounds:
      return check_bounds;
    case Repair::remove_print:
      return remove_print;
  }
  return nullptr;
}

}  // namespace

std::vector<emulation::Fix> repaired(const Remedy& remedy, const Suspect& suspect) {
  const Repairer repairer = repairer_of(remedy.repair);
  if (repairer == nullptr) return {};
  const Code code(suspect.text);
  const Function* at_line = suspect.line > 0 ? code.function_at(suspect.line) : nullptr;
  return repairer({code, suspect.line, at_line, code.function_named(suspect.function), remedy.array,
                   remedy.length})
      .fixes(suspect.file);
}

}  // namespace gridmark::repairs
