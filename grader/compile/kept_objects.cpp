#include "grader/compile/kept_objects.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <optional>
#include <random>

#include "grader/compile/cuda_options.h"
#include "grader/compile/sources.h"
#include "grader/core/sha256.h"
#include "grader/system/cache_folder.h"
#include "grader/system/files.h"

namespace gridmark::compile {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t most_kept_bytes = std::int64_t{256} << 20;

std::vector<fs::path> files_below(const fs::path& folder) {
  std::vector<fs::path> files;
  if (!fs::is_directory(folder)) return files;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder))
    if (entry.is_regular_file()) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

void add_stamp(Sha256& sum, const fs::path& file) {
  sum.add_part(file.string());
  sum.add_part(std::to_string(fs::file_size(file)));
  sum.add_part(std::to_string(fs::last_write_time(file).time_since_epoch().count()));
}

/// Adds the compilers, and the files of the toolkit that every source may include.
void add_compilers(Sha256& sum, const BuildJob& job) {
  for (const fs::path& file : files_below(job.paths.toolkit())) add_stamp(sum, file);
  std::vector<fs::path> compilers{"/usr/bin/g++"};
  if (job.on_cuda()) compilers.push_back(cuda_root(job.paths) / "bin/nvcc");
  for (const fs::path& compiler : compilers)
    if (fs::exists(compiler)) add_stamp(sum, fs::canonical(compiler));
}

using Texts = std::map<std::string, std::string>;  ///< name of a file -> its bytes

Result<Texts> texts_of(const BuildJob& job) {
  Texts texts;
  for (const std::string& name : job.submission.files) {
    texts[name] = TRY(system::read_file(job.submission.staged / name, most_kept_bytes));
  }
  return texts;
}

/// An #include of another source is unusual, but legal.
bool name_each_other(const Texts& texts, const std::vector<CompiledFile>& sources) {
  for (const CompiledFile& source : sources) {
    const fs::path own = fs::path(source.source).lexically_normal();
    for (const auto& [name, text] : texts)
      if (name != own && text.find(own.filename().string()) != text.npos) return true;
  }
  return false;
}

/// The part of the keys that all objects share.
std::string common_part(const BuildJob& job, const Texts& texts) {
  Sha256 sum;
  add_compilers(sum, job);
  for (const std::string& word : compile_words(job)) sum.add_part(word);
  for (const fs::path& file : files_below(job.lab_headers())) add_stamp(sum, file);
  const bool all = name_each_other(texts, job.compiled);
  for (const auto& [name, text] : texts)
    if (all || source_words({name}).empty()) sum.add_part(name).add_part(text);
  return sum.digits();
}

std::optional<std::string> sum_of(const fs::path& folder) {
  const auto object = system::read_file(folder / "object", most_kept_bytes);
  const auto expanded = system::read_file(folder / "expanded", most_kept_bytes);
  if (!object || !expanded) return std::nullopt;
  return Sha256().add_part(*object).add_part(*expanded).digits();
}

}  // namespace

Result<std::vector<std::string>> object_keys(const BuildJob& job) try {
  return texts_of(job).map([&](const Texts& texts) {
    const std::string common = common_part(job, texts);
    std::vector<std::string> keys;
    for (const CompiledFile& file : job.compiled) {
      const std::string name = fs::path(file.source).lexically_normal();
      keys.push_back(Sha256().add_part(common).add_part(name).add_part(texts.at(name)).digits());
    }
    return keys;
  });
} catch (const fs::filesystem_error& problem) {
  return failure(Error::Source::filesystem, job.lab.name, problem.what());
}

KeptObjects KeptObjects::of_user(const std::string& lab) {
  const fs::path cache = system::cache_folder();
  return KeptObjects(cache.empty() ? cache : cache / "objects" / lab);
}

fs::path KeptObjects::folder_of(const CompiledFile& file) const {
  return folder_ / fs::path(file.source).filename();
}

bool KeptObjects::bring(const std::string& key, const CompiledFile& file) const {
  if (folder_.empty()) return false;
  const fs::path kept = folder_of(file) / key;
  const auto sum = system::read_file(kept / "sum", most_kept_bytes);
  if (!sum || sum_of(kept) != *sum) return false;
  std::error_code problem;
  fs::copy_file(kept / "object", file.object, fs::copy_options::overwrite_existing, problem);
  if (!problem)
    fs::copy_file(kept / "expanded", file.expanded, fs::copy_options::overwrite_existing, problem);
  if (problem) return false;
  fs::last_write_time(kept, fs::file_time_type::clock::now(), problem);  // marks it as recently used
  return true;
}

void KeptObjects::keep(const std::string& key, const CompiledFile& file) const try {
  if (folder_.empty()) return;
  const fs::path folder = folder_of(file);
  const fs::path fresh = folder / fmt::format("{}.{:08x}", key, std::random_device()());
  fs::create_directories(fresh);
  fs::copy_file(file.object, fresh / "object", fs::copy_options::overwrite_existing);
  fs::copy_file(file.expanded, fresh / "expanded", fs::copy_options::overwrite_existing);
  if (const auto sum = sum_of(fresh)) std::ofstream(fresh / "sum") << *sum;
  fs::remove_all(folder / key);
  fs::rename(fresh, folder / key);
  remove_all_but_the_newest(folder, key);
} catch (const fs::filesystem_error&) {
  // The disk may be full or the folder another user's. The next run then compiles everything again.
}

void KeptObjects::remove_all_but_the_newest(const fs::path& folder, const std::string& key) const {
  std::vector<std::pair<fs::file_time_type, fs::path>> others;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder))
    if (entry.path().filename() != key) others.emplace_back(entry.last_write_time(), entry.path());
  std::sort(others.rbegin(), others.rend());
  for (std::size_t i = most_ - 1; i < others.size(); ++i) fs::remove_all(others[i].second);
}

}  // namespace gridmark::compile
