#include "loops.h"

#include <algorithm>
#include <numeric>
#include <vector>

namespace fiberloom::bench {
namespace {

constexpr int kRun = 64;  ///< rows that a thread takes at once

template <class T>
Array<T> room(size_t count) {
  return Array<T>(static_cast<T*>(std::malloc(std::max<size_t>(count, 1) * sizeof(T))));
}

/// Calls `rows(first, last)` for all rows, by several threads in runs.
template <class F>
void for_rows(int rows, int threads, const F& body) {
  if (threads == 1) {
    body(0, rows);
    return;
  }
#pragma omp parallel for schedule(dynamic) num_threads(threads)
  for (int first = 0; first < rows; first += kRun) {
    body(first, std::min(rows, first + kRun));
  }
}

/// Segments from the counts that stand at [row + 1].
void sum_up(int* segments, int rows) {
  segments[0] = 0;
  std::partial_sum(segments, segments + rows + 1, segments);
}

void copy_pattern(const Fibers& from, SparseResult& to) {
  to.rows = from.rows;
  to.columns = from.columns;
  to.segments = room<int>(from.rows + 1);
  to.coordinates = room<int>(from.nonzeros());
  std::copy_n(from.segments, from.rows + 1, to.segments.get());
  std::copy_n(from.coordinates, from.nonzeros(), to.coordinates.get());
}

/// One row of a sum; gives the count.
int merge_row(const Fibers& a, const Fibers& b, int row, int* __restrict__ coordinates,
              double* __restrict__ values) {
  int p = a.segments[row];
  int q = b.segments[row];
  const int p_end = a.segments[row + 1];
  const int q_end = b.segments[row + 1];
  int count = 0;
  while (p < p_end && q < q_end) {
    const int ja = a.coordinates[p];
    const int jb = b.coordinates[q];
    if (ja == jb) {
      coordinates[count] = ja;
      values[count++] = a.values[p++] + b.values[q++];
    } else if (ja < jb) {
      coordinates[count] = ja;
      values[count++] = a.values[p++];
    } else {
      coordinates[count] = jb;
      values[count++] = b.values[q++];
    }
  }
  for (; p < p_end; ++p) {
    coordinates[count] = a.coordinates[p];
    values[count++] = a.values[p];
  }
  for (; q < q_end; ++q) {
    coordinates[count] = b.coordinates[q];
    values[count++] = b.values[q];
  }
  return count;
}

int count_row(const Fibers& a, const Fibers& b, int row) {
  int p = a.segments[row];
  int q = b.segments[row];
  const int p_end = a.segments[row + 1];
  const int q_end = b.segments[row + 1];
  int both = 0;
  while (p < p_end && q < q_end) {
    const int ja = a.coordinates[p];
    const int jb = b.coordinates[q];
    both += ja == jb;
    p += ja <= jb;
    q += jb <= ja;
  }
  return (p_end - a.segments[row]) + (q_end - b.segments[row]) - both;
}

/// Gustavson's accumulator of one row.
struct Accumulator {
  explicit Accumulator(int columns) : values(columns), mark(columns, -1) {}
  std::vector<double> values;
  std::vector<int> mark;

  /// Lists the row's coordinates, unsorted, and sums the values.
  int fill(const Fibers& a, const Fibers& b, int row, int* list) {
    int count = 0;
    for (int p = a.segments[row]; p < a.segments[row + 1]; ++p) {
      const int k = a.coordinates[p];
      const double scale = a.values[p];
      for (int q = b.segments[k]; q < b.segments[k + 1]; ++q) {
        const int j = b.coordinates[q];
        if (mark[j] != row) {
          mark[j] = row;
          list[count++] = j;
          values[j] = scale * b.values[q];
        } else {
          values[j] += scale * b.values[q];
        }
      }
    }
    return count;
  }
  int count(const Fibers& a, const Fibers& b, int row) {
    int found = 0;
    for (int p = a.segments[row]; p < a.segments[row + 1]; ++p) {
      const int k = a.coordinates[p];
      for (int q = b.segments[k]; q < b.segments[k + 1]; ++q) {
        const int j = b.coordinates[q];
        found += mark[j] != row;
        mark[j] = row;
      }
    }
    return found;
  }
  void store(int* list, int count, double* into) {
    std::sort(list, list + count);
    for (int n = 0; n < count; ++n) {
      into[n] = values[list[n]];
    }
  }
};

size_t products(const Fibers& a, const Fibers& b) {
  size_t count = 0;
  for (int p = 0; p < a.nonzeros(); ++p) {
    count += static_cast<size_t>(b.segments[a.coordinates[p] + 1] - b.segments[a.coordinates[p]]);
  }
  return count;
}

/// By one thread in one pass, into arrays that hold the most there can be.
SparseResult spmspm_once(const Fibers& a, const Fibers& b) {
  SparseResult c{.rows = a.rows, .columns = b.columns};
  const size_t most = products(a, b);
  c.segments = room<int>(a.rows + 1);
  c.coordinates = room<int>(most);
  c.values = room<double>(most);
  Accumulator row_sum(b.columns);
  c.segments[0] = 0;
  for (int i = 0; i < a.rows; ++i) {
    int* list = c.coordinates.get() + c.segments[i];
    const int count = row_sum.fill(a, b, i, list);
    row_sum.store(list, count, c.values.get() + c.segments[i]);
    c.segments[i + 1] = c.segments[i] + count;
  }
  return c;
}

}  // namespace

Answer SparseResult::answer() const {
  Answer answer;
  for (int row = 0; row < rows; ++row) {
    for (int p = segments[row]; p < segments[row + 1]; ++p) {
      for (int n = 0; n < block; ++n) {
        const uint64_t key = static_cast<uint64_t>(row) * columns + coordinates[p];
        answer.keys.push_back(key * block + n);
        answer.values.push_back(values[static_cast<size_t>(p) * block + n]);
      }
    }
  }
  return answer;
}

void loop_spmv(const Fibers& a, const double* __restrict__ x, double* __restrict__ y, int threads) {
  for_rows(a.rows, threads, [=](int first, int last) {
    for (int i = first; i < last; ++i) {
      double sum = 0;
      for (int p = a.segments[i]; p < a.segments[i + 1]; ++p) {
        sum += a.values[p] * x[a.coordinates[p]];
      }
      y[i] = sum;
    }
  });
}

void loop_spmm(const Fibers& a, const double* x, double* y, int k, int threads) {
  for_rows(a.rows, threads, [=](int first, int last) {
    for (int i = first; i < last; ++i) {
      double* __restrict__ row = y + static_cast<size_t>(i) * k;
      std::fill_n(row, k, 0.0);
      for (int p = a.segments[i]; p < a.segments[i + 1]; ++p) {
        const double* __restrict__ from = x + static_cast<size_t>(a.coordinates[p]) * k;
        const double scale = a.values[p];
        for (int n = 0; n < k; ++n) {
          row[n] += scale * from[n];
        }
      }
    }
  });
}

SparseResult loop_sddmm(const Fibers& s, const double* a, const double* b, int k, int threads) {
  SparseResult c;
  copy_pattern(s, c);
  c.values = room<double>(s.nonzeros());
  double* values = c.values.get();
  for_rows(s.rows, threads, [=](int first, int last) {
    for (int i = first; i < last; ++i) {
      const double* __restrict__ left = a + static_cast<size_t>(i) * k;
      for (int p = s.segments[i]; p < s.segments[i + 1]; ++p) {
        const double* __restrict__ right = b + static_cast<size_t>(s.coordinates[p]) * k;
        double sum = 0;
#pragma omp simd reduction(+ : sum)
        for (int n = 0; n < k; ++n) {
          sum += left[n] * right[n];
        }
        values[p] = s.values[p] * sum;
      }
    }
  });
  return c;
}

SparseResult loop_spmspm(const Fibers& a, const Fibers& b, int threads) {
  if (threads == 1) {
    return spmspm_once(a, b);
  }
  SparseResult c{.rows = a.rows, .columns = b.columns};
  c.segments = room<int>(a.rows + 1);
  int* segments = c.segments.get();
#pragma omp parallel num_threads(threads)
  {
    Accumulator row_sum(b.columns);
#pragma omp for schedule(dynamic, kRun)
    for (int i = 0; i < a.rows; ++i) {
      segments[i + 1] = row_sum.count(a, b, i);
    }
  }
  sum_up(segments, a.rows);
  c.coordinates = room<int>(segments[a.rows]);
  c.values = room<double>(segments[a.rows]);
#pragma omp parallel num_threads(threads)
  {
    Accumulator row_sum(b.columns);
#pragma omp for schedule(dynamic, kRun)
    for (int i = 0; i < a.rows; ++i) {
      int* list = c.coordinates.get() + segments[i];
      row_sum.store(list, row_sum.fill(a, b, i, list), c.values.get() + segments[i]);
    }
  }
  return c;
}

SparseResult loop_spadd(const Fibers& a, const Fibers& b, int threads) {
  SparseResult c{.rows = a.rows, .columns = a.columns};
  c.segments = room<int>(a.rows + 1);
  int* segments = c.segments.get();
  if (threads == 1) {
    c.coordinates = room<int>(a.nonzeros() + b.nonzeros());
    c.values = room<double>(a.nonzeros() + b.nonzeros());
    segments[0] = 0;
    for (int i = 0; i < a.rows; ++i) {
      segments[i + 1] = segments[i] + merge_row(a, b, i, c.coordinates.get() + segments[i],
                                                c.values.get() + segments[i]);
    }
    return c;
  }
  for_rows(a.rows, threads, [&](int first, int last) {
    for (int i = first; i < last; ++i) {
      segments[i + 1] = count_row(a, b, i);
    }
  });
  sum_up(segments, a.rows);
  c.coordinates = room<int>(segments[a.rows]);
  c.values = room<double>(segments[a.rows]);
  for_rows(a.rows, threads, [&](int first, int last) {
    for (int i = first; i < last; ++i) {
      merge_row(a, b, i, c.coordinates.get() + segments[i], c.values.get() + segments[i]);
    }
  });
  return c;
}

SparseResult loop_ttv(const Fibers& upper, const Fibers& lower, const double* c, int threads) {
  SparseResult y;
  copy_pattern(upper, y);
  y.values = room<double>(upper.nonzeros());
  loop_spmv(lower, c, y.values.get(), threads);
  return y;
}

SparseResult loop_ttm(const Fibers& upper, const Fibers& lower, const double* c, int size,
                      int threads) {
  SparseResult y;
  copy_pattern(upper, y);
  y.block = size;
  y.values = room<double>(static_cast<size_t>(upper.nonzeros()) * size);
  loop_spmm(lower, c, y.values.get(), size, threads);
  return y;
}

void loop_mttkrp(const Fibers& upper, const Fibers& lower, const double* c, const double* d,
                 double* a, int size, int threads) {
  for_rows(upper.rows, threads, [=](int first, int last) {
    for (int i = first; i < last; ++i) {
      double* __restrict__ row = a + static_cast<size_t>(i) * size;
      std::fill_n(row, size, 0.0);
      for (int p = upper.segments[i]; p < upper.segments[i + 1]; ++p) {
        const double* __restrict__ middle = c + static_cast<size_t>(upper.coordinates[p]) * size;
        for (int q = lower.segments[p]; q < lower.segments[p + 1]; ++q) {
          const double* __restrict__ inner = d + static_cast<size_t>(lower.coordinates[q]) * size;
          const double scale = lower.values[q];
          for (int n = 0; n < size; ++n) {
            row[n] += scale * middle[n] * inner[n];
          }
        }
      }
    }
  });
}

}  // namespace fiberloom::bench
