// Stand-in: included by the sources, but nothing of it is used in this build.
#pragma once

#include <string>
