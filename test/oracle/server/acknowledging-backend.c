// A Triton backend that accepts each model and returns an empty response to each request. With this backend, only the server checks the
// configuration, for any backend name, and the warm-up of models completes.
//
// The functions are part of Triton's public backend API. They are declared here, because the wheel has no headers.
#include <stddef.h>
#include <stdint.h>

static const uint32_t RESPONSE_FINAL = 1;
static const uint32_t REQUEST_RELEASE_ALL = 1;

extern void *TRITONBACKEND_ResponseNew(void **response, void *request);
extern void *TRITONBACKEND_ResponseSend(void *response, uint32_t flags, void *error);
extern void *TRITONBACKEND_RequestRelease(void *request, uint32_t flags);

void *TRITONBACKEND_ModelInstanceExecute(void *instance, void **requests, const uint32_t count) {
  for (uint32_t index = 0; index < count; index++) {
    void *response = NULL;
    TRITONBACKEND_ResponseNew(&response, requests[index]);
    TRITONBACKEND_ResponseSend(response, RESPONSE_FINAL, NULL);
    TRITONBACKEND_RequestRelease(requests[index], REQUEST_RELEASE_ALL);
  }
  return NULL;
}
