// A Triton backend that takes every model and answers each request with an empty response: what the server itself has
// to say about a configuration then comes out, for any backend name, and warm-up ends.
//
// The functions are of Triton's public backend API, declared here because its headers are not in the wheel.
#include <stddef.h>
#include <stdint.h>

static const uint32_t RESPONSE_FINAL = 1;
static const uint32_t REQUEST_RELEASE_ALL = 1;

extern void *TRITONBACKEND_ResponseNew(void **response, void *request);
extern void *TRITONBACKEND_ResponseSend(void *response, uint32_t flags, void *error);
extern void *TRITONBACKEND_RequestRelease(void *request, uint32_t flags);

void *TRITONBACKEND_ModelInstanceExecute(void *instance, void **requests, const uint32_t count) {
  for (uint32_t each = 0; each < count; each++) {
    void *response = NULL;
    TRITONBACKEND_ResponseNew(&response, requests[each]);
    TRITONBACKEND_ResponseSend(response, RESPONSE_FINAL, NULL);
    TRITONBACKEND_RequestRelease(requests[each], REQUEST_RELEASE_ALL);
  }
  return NULL;
}
