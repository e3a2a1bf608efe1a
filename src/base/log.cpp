#include "base/log.h"

#include <cstdlib>

#include <spdlog/sinks/stdout_color_sinks.h>

namespace fiberloom {

void set_up_logging(bool verbose) {
  const auto colour = std::getenv("NO_COLOR") != nullptr ? spdlog::color_mode::never
                                                         : spdlog::color_mode::automatic;
  const auto sink = std::make_shared<spdlog::sinks::stderr_color_sink_st>(colour);
  const auto logger = std::make_shared<spdlog::logger>("fiberloom", sink);
  logger->set_pattern("%^%l%$: %v");
  logger->set_level(verbose ? spdlog::level::debug : spdlog::level::warn);
  spdlog::set_default_logger(logger);
}

}  // namespace fiberloom
