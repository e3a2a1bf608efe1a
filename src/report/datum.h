#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include <nlohmann/json_fwd.hpp>

namespace fiberloom {

/// A cell of a table: nothing, a whole number, a real number or a text.
using Datum = std::variant<std::monostate, int64_t, double, std::string>;

/// The number that a text is, else the text. `unbounded` stays a text.
Datum datum_from_text(std::string_view text);
/// A scalar of JSON: null is nothing, true and false are 1 and 0. Throws std::logic_error for an
/// array or an object.
Datum datum_from_json(const nlohmann::json& scalar);
nlohmann::json datum_to_json(const Datum& datum);

/// As in a text table and in CSV: reals in the shortest form that reads back, nothing is empty.
std::string to_text(const Datum& datum);

inline bool is_absent(const Datum& datum) { return std::holds_alternative<std::monostate>(datum); }

/// The number that a cell counts as: `unbounded`, a FIFO's depth, is infinite.
std::optional<double> number_of(const Datum& datum);

/// Orders cells: numbers by size, then texts, then what is absent.
bool less(const Datum& a, const Datum& b);

}  // namespace fiberloom
