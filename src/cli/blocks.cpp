#include "cli/command.h"
