#pragma once
// Cooperative groups: threads that meet and exchange, as objects.
#include "gridmark/cooperative/partition.h"
