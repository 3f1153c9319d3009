#pragma once
#error "cuSOLVER is not there on the emulated device: solve on the host with LAPACK"
