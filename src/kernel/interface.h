/* What a compiled kernel and its host hand each other. Plain C: this text also stands at the top of
   every generated kernel. */
#ifndef FIBERLOOM_KERNEL_INTERFACE_H
#define FIBERLOOM_KERNEL_INTERFACE_H

#include <stdint.h>

/* One level of an operand. Segments and coordinates are int32_t or int64_t, as the kernel's text
   says; a level has those that its format stores:
     dense                  none
     compressed (s, u)      segments (a number more than the parent has positions), coordinates
     singleton (q, c)       coordinates, one a parent position */
typedef struct fiberloom_level {
  int64_t size; /* extent of the mode */
  const void* segments;
  const void* coordinates;
} fiberloom_level;

typedef struct fiberloom_operand {
  const fiberloom_level* levels;
  const void* values; /* of the operand's component type */
} fiberloom_operand;

/* One level of the result: dense, or compressed. The host gives `size`. Where all levels are dense
   it gives the values too, room for each coordinate, to be written whatever was there. Else the
   kernel allocates all arrays with malloc and the host frees them, also after a failure. */
typedef struct fiberloom_result_level {
  int64_t size;
  void* segments;
  void* coordinates;
  int64_t positions; /* coordinates of a compressed level */
} fiberloom_result_level;

typedef struct fiberloom_result {
  fiberloom_result_level* levels;
  void* values;
  int64_t count;        /* of values; it follows from the levels, so a kernel may leave it */
  int64_t* coordinates; /* where a division failed: of the host, one for each loop variable */
} fiberloom_result;

/* What a kernel returns. */
enum fiberloom_status {
  FIBERLOOM_OK = 0,
  FIBERLOOM_OUT_OF_MEMORY = 1,
  FIBERLOOM_DIVISION_BY_ZERO = 2 /* of integers */
};

/* `sizes`: of the index variables that the kernel's source lists. */
typedef int fiberloom_kernel(const fiberloom_operand* operands, const int64_t* sizes, int threads,
                             fiberloom_result* result);

#endif
