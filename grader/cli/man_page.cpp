#include "grader/cli/man_page.h"

#include <fmt/format.h>

#include <cctype>
#include <sstream>

#include "grader/cli/completions.h"

namespace gridmark::cli {
namespace {

/// Text as roff prints it: nothing in it is a request or an escape.
std::string plain(const std::string& text) {
  std::string roff;
  for (const char c : text) {
    if (c == '\\')
      roff += "\\e";
    else if (c == '-')
      roff += "\\-";  // else a hyphen, which nobody can paste
    else if (c == '\'')
      roff += "\\(aq";
    else if (c == '`')
      roff += "\\(ga";
    else if (c == '^')
      roff += "\\(ha";
    else if (c == '~')
      roff += "\\(ti";
    else
      roff += c;
  }
  return roff.starts_with('.') ? "\\&" + roff : roff;
}

std::string upper_case(std::string text) {
  for (char& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return text;
}

std::string bold(const std::string& text) { return "\\fB" + plain(text) + "\\fR"; }
std::string italic(const std::string& text) { return "\\fI" + plain(text) + "\\fR"; }

/// "FILE" of "FILE:{...}"; nothing for a flag.
std::string value_name(const CLI::Option& option) {
  if (option.get_items_expected_max() == 0) return "";
  const std::string type = option.get_type_name();
  return type.substr(0, type.find(':'));
}

std::string positional_word(const CLI::Option& option) {
  const bool many = option.get_items_expected_max() > 1;
  const std::string word = italic(option.get_name(true)) + (many ? " ..." : "");
  return option.get_required() ? word : "[" + word + "]";
}

/// "gridmark grade [OPTION ...] LAB"
std::string synopsis(const CLI::App& command) {
  std::string words = bold("gridmark " + command.get_name()), positionals;
  bool options = command.get_prefix_command();
  for (const CLI::Option* option : listed_options(command)) {
    options = options || option->nonpositional();
    if (option->get_positional()) positionals += " " + positional_word(*option);
  }
  return words + (options ? " [" + italic("OPTION") + " ...]" : "") +
         (command.get_prefix_command() ? " " + italic("FILE") + " ..." : positionals);
}

std::string names_of(const CLI::Option& option) {
  std::string names;
  const auto add = [&](const std::string& name) { names += (names.empty() ? "" : ", ") + bold(name); };
  for (const std::string& name : option.get_snames()) add("-" + name);
  for (const std::string& name : option.get_lnames()) add("--" + name);
  if (names.empty()) return italic(option.get_name(true));
  const std::string value = value_name(option);
  return value.empty() ? names : names + " " + italic(value);
}

/// Lines of a description stay lines.
std::string description_of(const CLI::Option& option) {
  std::string text;
  std::istringstream lines(option.get_description());
  for (std::string line; std::getline(lines, line);)
    text += (text.empty() ? "" : ".br\n") + plain(line) + "\n";
  std::string choices, more;
  for (const std::string& choice : choices_of(option)) choices += (choices.empty() ? "" : ", ") + choice;
  if (!choices.empty()) more += plain("One of: " + choices + ".") + "\n";
  if (!option.get_default_str().empty()) more += plain("Default: " + option.get_default_str() + ".") + "\n";
  if (!more.empty() && !text.empty()) text.insert(text.size() - 1, ".");
  return text + more;
}

std::string options_of(const CLI::App& command) {
  std::string roff;
  for (const CLI::Option* option : listed_options(command))
    roff += ".TP\n" + names_of(*option) + "\n" + description_of(*option);
  return roff;
}

/// The words below the options: what is indented is a line of a shell, the rest is text.
std::string footer_of(const CLI::App& command) {
  std::string roff;
  bool verbatim = false;
  std::istringstream lines(command.get_footer());
  for (std::string line; std::getline(lines, line);) {
    const bool code = line.starts_with("  ");
    if (code != verbatim) roff += code ? ".PP\n.nf\n.RS 2\n" : ".RE\n.fi\n.PP\n";
    verbatim = code;
    if (line.empty())
      roff += roff.ends_with(".PP\n") ? "" : ".PP\n";
    else
      roff += plain(code ? line.substr(2) : line) + "\n";
  }
  return roff + (verbatim ? ".RE\n.fi\n" : "");
}

std::string command_section(const CLI::App& command) {
  std::string roff = ".SS " + plain(command.get_name()) + "\n" + synopsis(command) + "\n.PP\n" +
                     plain(command.get_description()) + ".\n" + options_of(command);
  const std::string footer = footer_of(command);
  if (command.get_prefix_command())
    roff += ".PP\nIts options: " + bold("gridmark " + command.get_name() + " --help") + "\n";
  return roff + (footer.empty() ? "" : ".PP\n" + footer);
}

constexpr const char* ending = R"(.SH ENVIRONMENT
.TP
\fBGRIDMARK_HOME\fR
The course folder (labs, starter, rubrics) to use instead of the one that gridmark was built or installed with.
.TP
\fBNO_COLOR\fR
If it is set to any value, gridmark prints no colours.
.TP
\fBTMPDIR\fR
The folder in which gridmark compiles and runs submissions.
.SH FILES
.TP
\fIresults/LAB/record.json\fR, \fIresults/LAB/report.html\fR
The record and the report that \fBgridmark grade\fR writes in the current folder.
.SH SEE ALSO
\fBnvcc\fR(1), \fBbwrap\fR(1), \fBgdb\fR(1)
)";

}  // namespace

std::string man_page(const CLI::App& app, const std::string& version) {
  std::string roff = fmt::format(".TH GRIDMARK 1 \"\" \"gridmark {}\" \"User Commands\"\n", plain(version)) +
                     ".SH NAME\ngridmark \\- grade C++/CUDA labs, with and without a GPU\n.SH SYNOPSIS\n" +
                     bold("gridmark") + " " + italic("COMMAND") + " ...\n.SH DESCRIPTION\n" +
                     plain(app.get_description()) + "\n" + options_of(app) + ".PP\n" + footer_of(app);
  std::string group;
  for (const CLI::App* command : listed_commands(app)) {
    if (command->get_group() != group) roff += ".SH " + plain(upper_case(command->get_group())) + "\n";
    group = command->get_group();
    roff += command_section(*command);
  }
  return roff + ending;
}

}  // namespace gridmark::cli
