#pragma once
// Cooperative groups: objects for threads that meet and exchange values.
#include "gridmark/cooperative/partition.h"
