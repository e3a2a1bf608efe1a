#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace fiberloom {

/// A stream's label in SAM's graphs, `type_role-subject`: crd_in-B, ref_out-C, crd_outer-i, crd_j.
struct SamLabel {
  std::string kind;       ///< crd, ref, val, repsig
  std::string role{};     ///< in, out, outer, inner; empty: none
  std::string subject{};  ///< a tensor or an index variable; may be empty
};

/// `comment` is what follows the type: "in-B", "j", "".
SamLabel parse_sam_label(const std::string& kind, std::string_view comment);

/// How SAM names a block, and which of our ports the streams of each kind are at. Types whose ports
/// depend on more than the kind have none here.
struct SamType {
  std::string type;                             ///< ours
  std::map<std::string, std::string> inputs{};  ///< kind -> port
  std::map<std::string, std::string> outputs{};
};

/// By SAM's names; null where there is none.
const SamType* find_sam_type(const std::string& name);
std::vector<std::string> sam_type_names();

}  // namespace fiberloom
