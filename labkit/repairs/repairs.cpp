#include "labkit/repairs/repairs.h"

#include <utility>

#include "labkit/repairs/scene.h"

namespace gridmark::repairs {
namespace {

/// One repairer for each repair.
constexpr std::pair<Repair, Repairer> repairers[] = {{Repair::round_up_blocks, round_up_blocks},
                                                     {Repair::round_up_tiles, round_up_tiles},
                                                     {Repair::start_at_zero, start_at_zero},
                                                     {Repair::end_one_later, end_one_later},
                                                     {Repair::end_one_earlier, end_one_earlier},
                                                     {Repair::widen_index, widen_index},
                                                     {Repair::make_sum_float, make_sum_float},
                                                     {Repair::keep_sum, keep_sum},
                                                     {Repair::set_sums, set_sums},
                                                     {Repair::store_sum, store_sum},
                                                     {Repair::transpose_sums, transpose_sums},
                                                     {Repair::swap_tiles, swap_tiles},
                                                     {Repair::empty_tiles, empty_tiles},
                                                     {Repair::match_component, match_component},
                                                     {Repair::swap_grid, swap_grid},
                                                     {Repair::swap_grid_and_block, swap_grid_and_block},
                                                     {Repair::use_stream, use_stream},
                                                     {Repair::use_single_precision, use_single_precision},
                                                     {Repair::check_sizes, check_sizes},
                                                     {Repair::turn_copy, turn_copy},
                                                     {Repair::copy_bytes, copy_bytes},
                                                     {Repair::copy_back, copy_back},
                                                     {Repair::remove_call, remove_call},
                                                     {Repair::free_memory, free_memory},
                                                     {Repair::return_error, return_error},
                                                     {Repair::synchronise, synchronise},
                                                     {Repair::wait_for_event, wait_for_event},
                                                     {Repair::lift_barrier, lift_barrier},
                                                     {Repair::set_row_length, set_row_length},
                                                     {Repair::transpose_index, transpose_index},
                                                     {Repair::add_tile_start, add_tile_start},
                                                     {Repair::size_grid, size_grid},
                                                     {Repair::check_bounds, check_bounds},
                                                     {Repair::remove_print, remove_print},
                                                     {Repair::fit_block, fit_block},
                                                     {Repair::ask_for_shared_memory, ask_for_shared_memory},
                                                     {Repair::raise_shared_memory, raise_shared_memory},
                                                     {Repair::cover_all, cover_all},
                                                     {Repair::launch_each_step, launch_each_step},
                                                     {Repair::advance_loop, advance_loop},
                                                     {Repair::swap_operands, swap_operands},
                                                     {Repair::match_row_length, match_row_length},
                                                     {Repair::destroy_events, destroy_events},
                                                     {Repair::free_other, free_other},
                                                     {Repair::load_elements, load_elements},
                                                     {Repair::allocate_bytes, allocate_bytes},
                                                     {Repair::allocate_all, allocate_all},
                                                     {Repair::pass_device_memory, pass_device_memory},
                                                     {Repair::copy_elements, copy_elements},
                                                     {Repair::copy_vector, copy_vector},
                                                     {Repair::pitch_bytes, pitch_bytes},
                                                     {Repair::copy_rows, copy_rows},
                                                     {Repair::end_line, end_line},
                                                     {Repair::return_later, return_later},
                                                     {Repair::let_all_lanes_shuffle, let_all_lanes_shuffle},
                                                     {Repair::own_variable, own_variable},
                                                     {Repair::pad_rows, pad_rows},
                                                     {Repair::use_float, use_float},
                                                     {Repair::drop_rounding, drop_rounding},
                                                     {Repair::keep_root, keep_root},
                                                     {Repair::subtract_greatest, subtract_greatest},
                                                     {Repair::clear_masked_rows, clear_masked_rows},
                                                     {Repair::clear_blind_rows, clear_blind_rows},
                                                     {Repair::add_greatest, add_greatest},
                                                     {Repair::scale_scores, scale_scores},
                                                     {Repair::scale_sum, scale_sum},
                                                     {Repair::scale_output, scale_output},
                                                     {Repair::skip_keys, skip_keys},
                                                     {Repair::see_own_key, see_own_key},
                                                     {Repair::count_from_last_key, count_from_last_key},
                                                     {Repair::combine_sums, combine_sums},
                                                     {Repair::reduce_from_half, reduce_from_half},
                                                     {Repair::find_all_infinite, find_all_infinite},
                                                     {Repair::take_root, take_root},
                                                     {Repair::use_one_length, use_one_length},
                                                     {Repair::shorten_only, shorten_only},
                                                     {Repair::add_decay, add_decay},
                                                     {Repair::take_decay_out, take_decay_out},
                                                     {Repair::swap_betas, swap_betas},
                                                     {Repair::take_epsilon_out, take_epsilon_out},
                                                     {Repair::count_first, count_first},
                                                     {Repair::keep_master_digits, keep_master_digits},
                                                     {Repair::replay_numbers, replay_numbers},
                                                     {Repair::replay_policy, replay_policy},
                                                     {Repair::start_peak_anew, start_peak_anew},
                                                     {Repair::remove_trial, remove_trial},
                                                     {Repair::remove_last_call, remove_last_call},
                                                     {Repair::warm_up, warm_up},
                                                     {Repair::swap_events, swap_events}};

Repairer repairer_of(Repair repair) {
  for (const auto& [known, repairer] : repairers)
    if (known == repair) return repairer;
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
