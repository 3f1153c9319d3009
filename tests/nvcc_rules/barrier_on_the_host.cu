// Feature: a host function that calls __syncthreads
// Refused: wait is a host function, and calls __syncthreads
void wait() { __syncthreads(); }

int main() { wait(); }
