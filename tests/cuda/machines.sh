#!/bin/bash
# machines.sh BUILD DRIVER RESTRICTED_MACHINE: gridmark's messages with and without CUDA's compiler, a driver and a GPU.
# A machine is a PATH, a CUDA_HOME and a folder with our libcuda.so.1, whose answers come from FAKE_CUDA.
set -u
build=$1 driver=$2 restricted=$3
gridmark=$build/bin/gridmark lab=lab1-gpu-basics
world=$(mktemp -d)
trap 'rm -rf "$world"' EXIT
cd "$world" || exit 1
failures=0

mkdir -p with_nvcc/bin without_nvcc
printf '#!/bin/sh\necho "Cuda compilation tools, release 12.4, V12.4.99"\n' > with_nvcc/bin/nvcc
chmod +x with_nvcc/bin/nvcc

# expect NAME EXIT_CODE WORDS -- VARIABLE=VALUE... COMMAND...: the output must have WORDS.
expect() {
  local name=$1 wanted=$2 words=$3 output code
  shift 4
  output=$(env -u CUDA_HOME -u LD_LIBRARY_PATH -u CUDA_VISIBLE_DEVICES "$@" 2>&1 < /dev/null)
  code=$?
  if [[ $code == "$wanted" && $output == *"$words"* ]]; then
    printf 'ok    %s\n' "$name"
  else
    failures=$((failures + 1))
    printf 'WRONG %s\n  exit code %s, expected %s; expected the words: %s\n  found:\n%s\n' "$name" "$code" "$wanted" "$words" "$output"
  fi
}

no_driver=("CUDA_HOME=$world/without_nvcc")
nvcc_alone=("CUDA_HOME=$world/with_nvcc")
no_gpu=("CUDA_HOME=$world/with_nvcc" "LD_LIBRARY_PATH=$driver" FAKE_CUDA=100,0)
gpu=("LD_LIBRARY_PATH=$driver" FAKE_CUDA=0,1)

expect 'neither: the doctor says what is missing' 0 'libcuda.so.1 was not found); no nvcc' -- "${no_driver[@]}" "$gridmark" doctor
expect 'neither: --device cuda says all that it needs' 2 'needs an NVIDIA GPU with its driver, and the CUDA toolkit' -- \
  "${no_driver[@]}" "$gridmark" grade $lab --device cuda
expect 'neither: auto lists the tests as ever' 0 MatmulTiled -- "${no_driver[@]}" "$gridmark" test $lab --list
expect 'a compiler alone: the doctor says so' 0 'libcuda.so.1 was not found); nvcc 12.4' -- "${nvcc_alone[@]}" "$gridmark" doctor
expect 'a driver and no GPU: the doctor has its error' 0 'cuInit gives CUDA_ERROR_NO_DEVICE); nvcc 12.4' -- "${no_gpu[@]}" "$gridmark" doctor
expect 'a driver that does not fit: likewise' 0 'CUDA_ERROR_SYSTEM_DRIVER_MISMATCH' -- \
  "${no_gpu[@]}" FAKE_CUDA=803,0 "$gridmark" doctor
expect 'a driver that shows no GPU: a hint' 0 'is CUDA_VISIBLE_DEVICES set?' -- "${no_gpu[@]}" FAKE_CUDA=0,0 "$gridmark" doctor
expect 'a driver that ends who asks: gridmark goes on' 0 'the driver ended the program that asked it' -- \
  "${no_gpu[@]}" FAKE_CUDA=die "$gridmark" doctor
expect 'a GPU: the doctor names it' 0 'Test GPU, driver 550.54.15; nvcc 12.4' -- \
  "${gpu[@]}" "CUDA_HOME=$world/with_nvcc" "$gridmark" doctor
expect 'two GPUs' 0 'Test GPU and 1 more' -- "${gpu[@]}" FAKE_CUDA=0,2 "CUDA_HOME=$world/with_nvcc" "$gridmark" doctor
expect 'a GPU without a compiler: --device cuda says what is missing' 2 'nvcc is neither in CUDA_HOME' -- \
  "${gpu[@]}" "CUDA_HOME=$world/without_nvcc" "$gridmark" grade $lab --device cuda
expect 'counts are no business of a GPU' 64 'only the emulated device counts' -- "${no_driver[@]}" "$gridmark" profile $lab --device cuda

if [[ -e $build/toolkit/cuda/lib/libgridmark_device_cuda.a && -x /usr/local/cuda/bin/nvcc ]]; then
  expect 'verify has nothing to run on' 2 'nothing was verified' -- \
    "LD_LIBRARY_PATH=$driver" FAKE_CUDA=100,0 "$gridmark" verify $lab --quick --device cuda
  for submission in solutions starter; do
    expect "a compiler and no GPU: $submission compiles, nothing runs" 2 'Nothing ran, and nothing was graded' -- \
      "LD_LIBRARY_PATH=$driver" FAKE_CUDA=100,0 "$gridmark" grade $lab --device cuda --submission "$(cd "$(dirname "$0")/../.." && pwd)/$submission/$lab"
  done
  expect 'where nothing can be mounted, a lab includes its header' 2 'compiles for the cuda device. Nothing ran' -- \
    "LD_LIBRARY_PATH=$driver" FAKE_CUDA=100,0 "$restricted" unshare "$gridmark" grade $lab --device cuda \
    --submission "$(cd "$(dirname "$0")/../.." && pwd)/solutions/$lab"
  mkdir -p wrong
  printf 'int broken = ;\n' > wrong/benchmark.cu
  printf '\n' > wrong/memory_profiling.cu
  expect 'a compiler and no GPU: what nvcc says of a wrong source' 2 'benchmark.cu(1): error' -- \
    "LD_LIBRARY_PATH=$driver" FAKE_CUDA=100,0 "$gridmark" test $lab --device cuda --submission wrong
else
  echo 'not tried: compiling for the cuda device (its parts are not built)'
  expect 'a compiler and a build without the parts' 2 'are not built' -- "${no_gpu[@]}" "$gridmark" grade $lab --device cuda
fi

((failures == 0)) || { echo "$failures wrong"; exit 1; }
