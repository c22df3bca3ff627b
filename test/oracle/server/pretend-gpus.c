// A preloaded library that simulates GPUs for tritonserver. The environment variable PRETEND_GPUS contains their number.
//
// It implements the functions of the CUDA runtime (version 12) with which the server detects devices and allocates
// buffers. Device memory is host memory. This is sufficient to place and warm up models without computation.
#include <stdlib.h>
#include <string.h>

enum { SUCCESS = 0, INVALID_DEVICE = 101 };

// The first fields of cudaDeviceProp, including all fields that the server reads. The size is that of cudaDeviceProp.
struct device_properties {
  char name[256];
  char ids[32];
  size_t total_memory;
  char limits[64];
  int compute_capability_major;
  int compute_capability_minor;
  char rest[664];
};
_Static_assert(sizeof(struct device_properties) == 1032, "must be as large as cudaDeviceProp");

static const size_t MEMORY = (size_t)16 << 30;
static __thread int current_device = 0;

static int device_count(void) {
  const char *count = getenv("PRETEND_GPUS");
  return count ? atoi(count) : 0;
}

int cudaGetDeviceCount(int *count) {
  *count = device_count();
  return SUCCESS;
}

int cudaGetDevice(int *device) {
  *device = current_device;
  return SUCCESS;
}

int cudaSetDevice(int device) {
  if (device < 0 || device >= device_count()) {
    return INVALID_DEVICE;
  }
  current_device = device;
  return SUCCESS;
}

int cudaGetDeviceProperties_v2(struct device_properties *properties, int device) {
  memset(properties, 0, sizeof *properties);
  strcpy(properties->name, "Pretended GPU");
  properties->total_memory = MEMORY;
  properties->compute_capability_major = 7;
  properties->compute_capability_minor = 5;
  return SUCCESS;
}

int cudaDeviceCanAccessPeer(int *can_access, int device, int peer) {
  *can_access = 0;
  return SUCCESS;
}

int cudaDeviceGetStreamPriorityRange(int *least, int *greatest) {
  *least = *greatest = 0;
  return SUCCESS;
}

int cudaStreamCreate(void **stream) {
  *stream = &current_device; // any address except null
  return SUCCESS;
}

int cudaStreamDestroy(void *stream) { return SUCCESS; }

int cudaStreamSynchronize(void *stream) { return SUCCESS; }

int cudaMemGetInfo(size_t *available, size_t *total) {
  *available = *total = MEMORY;
  return SUCCESS;
}

int cudaMalloc(void **memory, size_t size) {
  *memory = malloc(size);
  return SUCCESS;
}

int cudaHostAlloc(void **memory, size_t size, unsigned flags) { return cudaMalloc(memory, size); }

int cudaFree(void *memory) {
  free(memory);
  return SUCCESS;
}

int cudaFreeHost(void *memory) { return cudaFree(memory); }

int cudaMemset(void *memory, int value, size_t size) {
  memset(memory, value, size);
  return SUCCESS;
}

int cudaMemcpy(void *to, const void *from, size_t size, int kind) {
  memmove(to, from, size);
  return SUCCESS;
}

int cudaMemcpyAsync(void *to, const void *from, size_t size, int kind, void *stream) {
  return cudaMemcpy(to, from, size, kind);
}
