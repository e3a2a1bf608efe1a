#include "lower/kernel/helpers.h"

#include <algorithm>
#include <array>
#include <sstream>
#include <vector>

namespace fiberloom {
namespace {

enum class For { all, reals, integers };

struct Helper {
  std::string_view name;
  For types;
  std::vector<std::string_view> needs;
  std::string_view text;
};

// Arithmetic as base/arithmetic.h says: zero annihilates, a zero divisor is +0, integers wrap.
// Callees stand before callers.
const std::array<Helper, 27> kHelpers = {{
    {"wrapped_add", For::integers, {}, R"(static inline value_t wrapped_add(value_t a, value_t b) {
  return (value_t)((uint64_t)a + (uint64_t)b);
}
)"},
    {"wrapped_sub", For::integers, {}, R"(static inline value_t wrapped_sub(value_t a, value_t b) {
  return (value_t)((uint64_t)a - (uint64_t)b);
}
)"},
    {"wrapped_mul", For::integers, {}, R"(static inline value_t wrapped_mul(value_t a, value_t b) {
  return (value_t)((uint64_t)a * (uint64_t)b);
}
)"},
    {"multiply", For::reals, {}, R"(/* Zero annihilates, an infinity too. */
static inline value_t multiply(value_t a, value_t b) {
  return a == 0 || b == 0 ? 0 : a * b;
}
)"},
    {"divide", For::reals, {}, R"(/* 0/x is 0 for every x, and a zero divisor counts as +0. */
static inline value_t divide(value_t a, value_t b) {
  return a == 0 ? 0 : a / (b == 0 ? 0 : b);
}
)"},
    {"divide", For::integers, {"wrapped_sub"}, R"(/* A division by zero is reported elsewhere. */
static inline value_t divide(value_t a, value_t b) {
  return b == 0 ? a != 0 : b == -1 ? wrapped_sub(0, a) : a / b;
}
)"},
    {"multiply_add", For::reals, {}, R"(/* a * b + c, rounded once where the processor has that. */
static inline value_t multiply_add(value_t a, value_t b, value_t c) {
#if defined(FP_FAST_FMA) && defined(FP_FAST_FMAF)
  return sizeof(value_t) == sizeof(float) ? (value_t)fmaf((float)a, (float)b, (float)c)
                                          : (value_t)fma(a, b, c);
#else
  return a * b + c;
#endif
}
)"},
    {"minimum", For::reals, {}, R"(static inline value_t minimum(value_t a, value_t b) {
  return a != a || a < b ? a : b;
}
)"},
    {"maximum", For::reals, {}, R"(static inline value_t maximum(value_t a, value_t b) {
  return a != a || a > b ? a : b;
}
)"},
    {"minimum", For::integers, {}, R"(static inline value_t minimum(value_t a, value_t b) {
  return a < b ? a : b;
}
)"},
    {"maximum", For::integers, {}, R"(static inline value_t maximum(value_t a, value_t b) {
  return a > b ? a : b;
}
)"},
    {"absolute", For::reals, {}, R"(static inline value_t absolute(value_t a) {
  return a < 0 ? -a : a == 0 ? 0 : a;
}
)"},
    {"absolute", For::integers, {"wrapped_sub"}, R"(static inline value_t absolute(value_t a) {
  return a < 0 ? wrapped_sub(0, a) : a;
}
)"},
    {"power", For::reals, {}, R"(static inline value_t power(value_t a, value_t exponent) {
  return (value_t)pow(a == 0 ? 0 : a, exponent);
}
)"},
    {"power",
     For::integers,
     {"wrapped_mul"},
     R"(static inline value_t power(value_t a, uint64_t exponent) {
  value_t product = 1;
  for (value_t square = a; exponent != 0; exponent /= 2) {
    product = exponent % 2 == 1 ? wrapped_mul(product, square) : product;
    square = wrapped_mul(square, square);
  }
  return product;
}
)"},
    {"first_at_least",
     For::all,
     {},
     R"(/* The first of the rising coordinates [begin, end) that is at least `wanted`. */
static inline index_t first_at_least(const index_t *coordinates, index_t begin, index_t end, index_t wanted) {
  while (begin < end) {
    const index_t middle = begin + (end - begin) / 2;
    if (coordinates[middle] < wanted) {
      begin = middle + 1;
    } else {
      end = middle;
    }
  }
  return begin;
}
)"},
    {"fiber_of", For::all, {}, R"(/* The fiber that has a position. */
static inline index_t fiber_of(const index_t *segments, index_t fibers, index_t position) {
  index_t begin = 0, end = fibers;
  while (end - begin > 1) {
    const index_t middle = begin + (end - begin) / 2;
    if (segments[middle] <= position) {
      begin = middle;
    } else {
      end = middle;
    }
  }
  return begin;
}
)"},
    {"end_of_run", For::all, {}, R"(/* The end of the equal coordinates that begin at `at`. */
static inline index_t end_of_run(const index_t *coordinates, index_t at, index_t end, index_t coordinate) {
  while (at < end && coordinates[at] == coordinate) {
    at++;
  }
  return at;
}
)"},
    {"largest_index",
     For::all,
     {},
     R"(/* No level has more positions: they would not fit the type. */
static const int64_t largest_index = sizeof(index_t) == 4 ? INT32_MAX : INT64_MAX / 2;
)"},
    {"allocated", For::all, {}, R"(static inline void *allocated(int64_t count, size_t width) {
  return malloc((count > 0 ? (size_t)count : 1) * width);
}
)"},
    {"resized", For::all, {}, R"(/* Frees the old array where there is no memory for the new one. */
static void *resized(void *old, int64_t count, size_t width) {
  void *grown = realloc(old, (count > 0 ? (size_t)count : 1) * width);
  if (grown == NULL) {
    free(old);
  }
  return grown;
}
)"},
    {"sort_coordinates",
     For::all,
     {},
     R"(/* Quicksort down to short runs, which insertion finishes. */
static void sort_coordinates(index_t *list, index_t count) {
  while (count > 24) {
    const index_t a = list[0], b = list[count / 2], c = list[count - 1];
    const index_t pivot = a < b ? (b < c ? b : a < c ? c : a) : (a < c ? a : b < c ? c : b);
    index_t low = 0, high = count - 1;
    while (low <= high) {
      while (list[low] < pivot) {
        low++;
      }
      while (pivot < list[high]) {
        high--;
      }
      if (low <= high) {
        const index_t swapped = list[low];
        list[low++] = list[high];
        list[high--] = swapped;
      }
    }
    if (high + 1 < count - low) {
      sort_coordinates(list, high + 1);
      list += low;
      count -= low;
    } else {
      sort_coordinates(list + low, count - low);
      count = high + 1;
    }
  }
  for (index_t k = 1; k < count; k++) {
    const index_t moved = list[k];
    index_t to = k;
    for (; to > 0 && moved < list[to - 1]; to--) {
      list[to] = list[to - 1];
    }
    list[to] = moved;
  }
}
)"},
    {"order_list",
     For::all,
     {"sort_coordinates"},
     R"(/* Brings a list of distinct coordinates in order: a long one by marking them in the bits of all,
   which are 0 before and after. */
static void order_list(index_t *list, uint64_t *bits, index_t count, index_t size) {
  if (size / 64 > 16 * (int64_t)count) {
    sort_coordinates(list, count);
    return;
  }
  for (index_t k = 0; k < count; k++) {
    bits[list[k] / 64] |= (uint64_t)1 << list[k] % 64;
  }
  for (index_t word = 0, k = 0; k < count; word++) {
    for (uint64_t left = bits[word]; left != 0; left &= left - 1) {
      list[k++] = word * 64 + __builtin_ctzll(left);
    }
    bits[word] = 0;
  }
}
)"},
    {"find_key",
     For::all,
     {"resized", "allocated"},
     R"(/* An open hash table of keys; values and keys stand in the order of their first arrival. */
typedef struct key_table {
  tuple_t *keys;
  value_t *values;
  int64_t *slots; /* 0: free, else 1 + the place of a key */
  int64_t count, capacity, mask;
} key_table;

static inline uint64_t hash_of(tuple_t key) {
  uint64_t h = (uint64_t)key ^ (uint64_t)((key >> 32) >> 32) * 0xd6e8feb86659fd93u;
  h = (h ^ h >> 32) * 0xd6e8feb86659fd93u;
  return h ^ h >> 32;
}

static int widen_table(key_table *table) {
  const int64_t capacity = table->capacity < 512 ? 1024 : 2 * table->capacity;
  table->keys = resized(table->keys, capacity, sizeof *table->keys);
  table->values = resized(table->values, capacity, sizeof *table->values);
  free(table->slots);
  table->slots = calloc(2 * (size_t)capacity, sizeof *table->slots);
  if (table->keys == NULL || table->values == NULL || table->slots == NULL) {
    return 0;
  }
  table->capacity = capacity;
  table->mask = 2 * capacity - 1;
  for (int64_t k = 0; k < table->count; k++) {
    int64_t slot = (int64_t)(hash_of(table->keys[k]) & (uint64_t)table->mask);
    while (table->slots[slot] != 0) {
      slot = (slot + 1) & table->mask;
    }
    table->slots[slot] = k + 1;
  }
  return 1;
}

/* The place of a key, a new one's value being 0; -1: no memory. */
static inline int64_t find_key(key_table *table, tuple_t key) {
  if (table->count == table->capacity && !widen_table(table)) {
    return -1;
  }
  int64_t slot = (int64_t)(hash_of(key) & (uint64_t)table->mask);
  while (table->slots[slot] != 0) {
    if (table->keys[table->slots[slot] - 1] == key) {
      return table->slots[slot] - 1;
    }
    slot = (slot + 1) & table->mask;
  }
  table->keys[table->count] = key;
  table->values[table->count] = 0;
  table->slots[slot] = ++table->count;
  return table->count - 1;
}

/* The places of all keys in rising order of the keys; NULL: no memory. The table is empty then. */
typedef struct key_entry {
  tuple_t key;
  value_t value;
} key_entry;

static int compare_entries(const void *a, const void *b) {
  const tuple_t x = ((const key_entry *)a)->key, y = ((const key_entry *)b)->key;
  return x < y ? -1 : x > y;
}

static key_entry *take_sorted(key_table *table) {
  key_entry *entries = allocated(table->count, sizeof *entries);
  if (entries == NULL) {
    return NULL;
  }
  for (int64_t k = 0; k < table->count; k++) {
    entries[k].key = table->keys[k];
    entries[k].value = table->values[k];
  }
  qsort(entries, (size_t)table->count, sizeof *entries, compare_entries);
  if (table->slots != NULL) {
    memset(table->slots, 0, (size_t)(table->mask + 1) * sizeof *table->slots);
  }
  table->count = 0;
  return entries;
}
)"},
    {"coordinate_run",
     For::all,
     {},
     R"(/* A run of coordinates of the outermost level that one thread did: where its piece of each level
   begins and ends in the thread's arrays. */
typedef struct coordinate_run {
  int part;
  int64_t first, last;
  int64_t begin[FIBERLOOM_LEVELS], end[FIBERLOOM_LEVELS];
} coordinate_run;
)"},
    {"close_gaps",
     For::all,
     {"coordinate_run"},
     R"(/* Moves what the runs wrote, each from its own place on, together: the coordinates of a compressed
   level, with `block` values each, and the segments of the `rows` fibers of each outermost
   coordinate. Nothing moves where the runs filled their places. Gives the number of coordinates. */
static int64_t close_gaps(const coordinate_run *runs, int64_t count, int level, int64_t rows,
                          index_t *segments, index_t *coordinates, value_t *values, int64_t block) {
  int64_t to = 0;
  for (int64_t c = 0; c < count; c++) {
    const int64_t from = runs[c].begin[level], moved = runs[c].end[level] - from;
    if (from != to) {
      memmove(coordinates + to, coordinates + from, (size_t)moved * sizeof(index_t));
      memmove(values + to * block, values + from * block, (size_t)(moved * block) * sizeof(value_t));
      for (int64_t row = runs[c].first * rows; row < runs[c].last * rows; row++) {
        segments[row + 1] -= (index_t)(from - to);
      }
    }
    to += moved;
  }
  return to;
}
)"},
    {"put_together",
     For::all,
     {"allocated", "coordinate_run", "largest_index"},
     R"(/* Copies one run to its place; `formats` has a letter a level, dense (d) or compressed (s). */
static void copy_run(const fiberloom_result *part, const coordinate_run *run, const int64_t *place,
                     const char *formats, fiberloom_result *result) {
  int64_t from = 0, to = 0, count = 1;
  for (int k = 0; formats[k] != 0; k++) {
    if (formats[k] == 'd') {
      const int64_t size = result->levels[k].size;
      from = k == 0 ? run->first : from * size;
      to = k == 0 ? run->first : to * size;
      count = k == 0 ? run->last - run->first : count * size;
      continue;
    }
    const index_t *segments = part->levels[k].segments;
    const index_t *coordinates = part->levels[k].coordinates;
    index_t *all_segments = result->levels[k].segments;
    index_t *all_coordinates = result->levels[k].coordinates;
    const index_t moved = (index_t)(place[k] - run->begin[k]);
    for (int64_t n = 1; k > 0 && n <= count; n++) {
      all_segments[to + n] = segments[from + n] + moved;
    }
    from = run->begin[k];
    to = place[k];
    count = run->end[k] - run->begin[k];
    memcpy(all_coordinates + to, coordinates + from, (size_t)count * sizeof(index_t));
  }
  memcpy((value_t *)result->values + to, (const value_t *)part->values + from,
         (size_t)count * sizeof(value_t));
}

/* Puts the threads' parts of a result together in the order of the runs; 0: no memory. */
static int put_together(const fiberloom_result *parts, const coordinate_run *runs, int64_t count,
                        const char *formats, int threads, fiberloom_result *result) {
  int64_t total[FIBERLOOM_LEVELS] = {0};
  int64_t(*places)[FIBERLOOM_LEVELS] = allocated(count, sizeof *places);
  if (places == NULL) {
    return 0;
  }
  for (int64_t c = 0; c < count; c++) {
    for (int k = 0; formats[k] != 0; k++) {
      places[c][k] = total[k];
      total[k] += runs[c].end[k] - runs[c].begin[k];
    }
  }
  int64_t positions = 1;
  int complete = 1;
  for (int k = 0; formats[k] != 0; k++) {
    complete = complete && total[k] <= largest_index;
  }
  for (int k = 0; formats[k] != 0; k++) {
    fiberloom_result_level *level = &result->levels[k];
    if (formats[k] == 'd') {
      positions *= level->size;
      continue;
    }
    index_t *segments = level->segments = allocated(positions + 1, sizeof(index_t));
    level->coordinates = allocated(total[k], sizeof(index_t));
    level->positions = total[k];
    complete = complete && segments != NULL && level->coordinates != NULL;
    if (segments != NULL) {
      segments[0] = 0;
      segments[positions] = (index_t)total[k];
    }
    positions = total[k];
  }
  result->values = allocated(positions, sizeof(value_t));
  complete = complete && result->values != NULL;
#pragma omp parallel for num_threads(threads) schedule(dynamic) if (complete)
  for (int64_t c = 0; c < (complete ? count : 0); c++) {
    copy_run(&parts[runs[c].part], &runs[c], places[c], formats, result);
  }
  free(places);
  return complete;
}

static void free_parts(fiberloom_result *parts, int threads, int levels) {
  for (int t = 0; parts != NULL && t < threads; t++) {
    for (int k = 0; parts[t].levels != NULL && k < levels; k++) {
      free(parts[t].levels[k].segments);
      free(parts[t].levels[k].coordinates);
    }
    free(parts[t].values);
  }
}
)"},
}};

bool fits(const Helper& helper, ComponentType type) {
  return helper.types == For::all || (helper.types == For::integers) == is_integer(type);
}

/// The name that a line of a definition at the margin gives to a function, a constant or a type;
/// empty where it is another line.
std::string_view name_defined_by(std::string_view line) {
  const bool function = line.starts_with("static ");
  if (!function && !line.starts_with("} ")) {
    return {};
  }
  line = line.substr(0, line.find_first_of(function ? "(=" : ";"));
  line = line.substr(0, line.find_last_not_of(' ') + 1);
  return line.substr(line.find_last_of(" *") + 1);
}

}  // namespace

std::vector<std::string> KernelHelpers::defined_names() {
  std::vector<std::string> names;
  for (const Helper& helper : kHelpers) {
    std::istringstream lines{std::string(helper.text)};
    for (std::string line; std::getline(lines, line);) {
      if (const std::string_view name = name_defined_by(line); !name.empty()) {
        names.emplace_back(name);
      }
    }
  }
  return names;
}

std::string_view c_type(ComponentType type) {
  constexpr std::array<std::string_view, 4> kTypes = {"int32_t", "int64_t", "float", "double"};
  return kTypes[static_cast<size_t>(type)];
}

bool is_integer(ComponentType type) {
  return type == ComponentType::int32 || type == ComponentType::int64;
}

std::string KernelHelpers::use(std::string_view name) {
  for (const Helper& helper : kHelpers) {
    if (helper.name == name && fits(helper, type_)) {
      for (const std::string_view needed : helper.needs) {
        use(needed);
      }
    }
  }
  used_.emplace(name);
  return std::string(name);
}

std::string KernelHelpers::text() const {
  std::string text;
  for (const Helper& helper : kHelpers) {
    if (used_.contains(helper.name) && fits(helper, type_)) {
      text += "\n";
      text += helper.text;
    }
  }
  return text;
}

std::string KernelHelpers::headers() {
  return "#include <math.h>\n#include <stddef.h>\n#include <stdint.h>\n#include "
         "<stdlib.h>\n#include "
         "<string.h>\n";
}

}  // namespace fiberloom
