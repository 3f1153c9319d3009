// Host variables with the names of __constant__ and __device__ variables in other files.
float letters[3] = {1, 1, 1};
int total = 0, other = 0;

int letters_of_the_host() { return static_cast<int>(letters[0] + letters[1] + letters[2]) + total + other; }
