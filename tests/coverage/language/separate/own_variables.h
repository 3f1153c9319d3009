#pragma once
__constant__ int table[4];  // one for each file

void set_table_of_other_file();
int read_other_file();
int letters_of_the_host();
