#include "blocks/sam_vector_translator.h"

#include <fmt/format.h>

namespace fiberloom::testing {

const json& find(const json& ports, const std::string& name) {
  for (const auto& [port, value] : ports.items()) {
    if (port == name || port.starts_with(name + ".")) {
      return value;
    }
  }
  throw std::logic_error("the vector has no port " + name);
}

json side(const json& ports, const std::string& name, const std::string& argument, size_t place) {
  if (const auto own = ports.find(name + "." + argument); own != ports.end()) {
    return *own;
  }
  json result = json::array();
  for (const json& pair : find(ports, name)) {
    result.push_back(pair.at(place));
  }
  return result;
}

Words words(const json& tokens) {
  Words result;
  for (const json& token : tokens) {
    result.push_back(token.is_string()           ? token.get<std::string>()
                     : token.is_number_integer() ? token.dump()
                                                 : fmt::format("{}", token.get<double>()));
  }
  return result;
}

std::vector<Cycle> cycles(const json& numbers) {
  std::vector<Cycle> result;
  for (const json& number : numbers) {
    result.push_back(number.get<Cycle>() + 1);  // a test source cannot send before cycle 0
  }
  return result;
}

}  // namespace fiberloom::testing
