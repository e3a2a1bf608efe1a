#pragma once

#include <string>
#include <vector>

namespace fiberloom {

/// The program's arguments with TACO's spelling of short options, `-f=A:ds`, as `-f A:ds`.
std::vector<std::string> read_arguments(int argc, char** argv);

}  // namespace fiberloom
