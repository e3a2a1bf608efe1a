#pragma once

#include <map>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <vector>

namespace fiberloom {

/// What the program has of one kind (formats, readers, blocks), by the member `key` that names
/// each. An item is registered by a namespace-scope object in a file of its own:
///
///     const Registry<Reader, &Reader::name> registration({.name = "mtx", ...});
template <class Item, auto key>
class Registry {
 public:
  using Key = std::remove_cvref_t<decltype(std::declval<Item>().*key)>;

  explicit Registry(Item item) {
    Key name = item.*key;
    if (!items().emplace(std::move(name), std::move(item)).second) {
      throw std::logic_error("registered twice");
    }
  }

  static const Item* find(const Key& name) {
    const auto found = items().find(name);
    return found == items().end() ? nullptr : &found->second;
  }

  /// All, in the order of their keys.
  static std::vector<const Item*> all() {
    std::vector<const Item*> found;
    for (const auto& [name, item] : items()) {
      found.push_back(&item);
    }
    return found;
  }

  static std::vector<Key> names() {
    std::vector<Key> found;
    for (const auto& [name, item] : items()) {
      found.push_back(name);
    }
    return found;
  }

 private:
  /// A function's static, because items register before main in no particular order.
  static std::map<Key, Item>& items() {
    static std::map<Key, Item> all_items;
    return all_items;
  }
};

}  // namespace fiberloom
