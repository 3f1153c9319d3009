#include "grader/cli/commands.h"

int main(int argc, char** argv) { return gridmark::cli::run_command_line(argc, argv); }
