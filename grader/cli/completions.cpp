#include "grader/cli/completions.h"

#include <algorithm>
#include <sstream>

namespace gridmark::cli {
namespace {

bool takes_value(const CLI::Option& option) { return option.get_items_expected_max() > 0; }

bool has_name(const CLI::Option& option, const std::string& word) {
  if (word.starts_with("--")) return option.check_lname(word.substr(2));
  return word.size() == 2 && word[0] == '-' && option.check_sname(word.substr(1));
}

const CLI::Option* find_option(const CLI::App& command, const std::string& word) {
  for (const CLI::Option* option : listed_options(command))
    if (has_name(*option, word)) return option;
  return nullptr;
}

/// The first sentence of the first line.
std::string summary_of(const std::string& description) {
  const std::string line = description.substr(0, description.find('\n'));
  return line.substr(0, line.find(". "));
}

/// A command line up to the cursor, split into what is given and what is looked for.
class Line {
 public:
  Line(const CLI::App& app, const std::vector<std::string>& words, const KnownNames& known)
      : app_(app), words_(words), known_(known) {}

  Candidates candidates() {
    if (words_.empty()) return {};
    current_ = words_.back();
    if (words_.size() == 1) return current_.starts_with('-') ? options_of(app_) : commands();
    for (const CLI::App* command : listed_commands(app_))
      if (command->get_name() == words_.front()) return of_command(*command);
    return {};
  }

 private:
  Candidates commands() {
    for (const CLI::App* command : listed_commands(app_))
      offer(command->get_name(), summary_of(command->get_description()));
    return found_;
  }

  Candidates options_of(const CLI::App& command) {
    for (const CLI::Option* option : listed_options(command)) {
      if (!option->nonpositional()) continue;
      for (const std::string& name : option->get_lnames())
        offer("--" + name, summary_of(option->get_description()));
    }
    return found_;
  }

  Candidates of_command(const CLI::App& command) {
    const std::size_t at = words_.size() - 1;
    std::vector<std::string> given;  // positionals before the cursor
    const CLI::Option* waiting = nullptr;
    for (std::size_t i = 1; i < at; ++i) {
      if (waiting != nullptr) {
        waiting = nullptr;
      } else if (words_[i].starts_with('-') && words_[i].size() > 1) {
        const CLI::Option* option = find_option(command, words_[i]);
        if (option != nullptr && takes_value(*option)) waiting = option;
      } else {
        given.push_back(words_[i]);
      }
    }
    lab_ = lab_among(given);
    if (waiting != nullptr) return values_of(*waiting);
    if (const auto equals = current_.find('='); current_.starts_with("--") && equals != current_.npos) {
      const CLI::Option* option = find_option(command, current_.substr(0, equals));
      current_.erase(0, equals + 1);
      return option == nullptr ? Candidates{} : values_of(*option);
    }
    if (current_.starts_with('-')) return options_of(command);
    return positional(command, given.size());
  }

  Candidates positional(const CLI::App& command, std::size_t index) {
    if (command.get_prefix_command()) {  // another program's line: labs and files
      offer_all(known_.labs());
      found_.paths = Paths::files;
      return found_;
    }
    std::size_t first = 0;
    for (const CLI::Option* option : listed_options(command)) {
      if (!option->get_positional()) continue;
      const auto most = static_cast<std::size_t>(option->get_items_expected_max());
      if (index < first + most) return values_of(*option);
      first += most;
    }
    return {};
  }

  Candidates values_of(const CLI::Option& option) {
    const std::string kind = option.get_type_name(),
                      name = option.get_positional() ? option.get_name(true) : "";
    const auto is = [&](const char* one) { return kind.starts_with(one) || name == one; };
    offer_all(choices_of(option));
    if (!found_.words.empty()) return found_;
    if (is("LAB") || (is("[LAB] ITEM") && lab_.empty())) offer_all(known_.labs());
    if ((is("ITEM") || is("[LAB] ITEM")) && !lab_.empty()) offer_all(known_.items(lab_));
    if (is("FORMAT")) offer_all(known_.formats());
    for (const char* file : {"FILE", "CSV", "JSON", "RECORD", "RESULTS"})
      if (is(file)) found_.paths = Paths::files;
    if (is("DIR")) found_.paths = Paths::folders;
    return found_;
  }

  std::string lab_among(const std::vector<std::string>& given) const {
    const std::vector<std::string> labs = known_.labs();
    for (const std::string& word : given)
      if (std::find(labs.begin(), labs.end(), word) != labs.end()) return word;
    return "";
  }

  void offer(const std::string& word, const std::string& summary) {
    if (word.starts_with(current_)) found_.words.push_back({word, summary});
  }
  void offer_all(const std::vector<std::string>& words) {
    for (const std::string& word : words) offer(word, "");
  }

  const CLI::App& app_;
  const std::vector<std::string>& words_;
  const KnownNames& known_;
  std::string current_, lab_;
  Candidates found_;
};

}  // namespace

std::vector<std::string> choices_of(const CLI::Option& option) {
  const std::string type = option.get_type_name();  // "SYSTEM:{auto,github}"
  const auto open = type.find('{'), close = type.find('}');
  std::vector<std::string> choices;
  if (open == type.npos || close == type.npos || close < open) return choices;
  std::istringstream list(type.substr(open + 1, close - open - 1));
  for (std::string word; std::getline(list, word, ',');) choices.push_back(word);
  return choices;
}

std::vector<const CLI::App*> listed_commands(const CLI::App& app) {
  return app.get_subcommands([](const CLI::App* command) { return !command->get_group().empty(); });
}

std::vector<const CLI::Option*> listed_options(const CLI::App& command) {
  return command.get_options([](const CLI::Option* option) { return !option->get_group().empty(); });
}

Candidates complete(const CLI::App& app, const std::vector<std::string>& words, const KnownNames& known) {
  return Line(app, words, known).candidates();
}

}  // namespace gridmark::cli
