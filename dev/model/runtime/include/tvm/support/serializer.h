// Stand-in: the stream and its typed reads and writes live together in io.h.
#pragma once

#include <tvm/support/io.h>
