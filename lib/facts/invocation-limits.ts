/** Maximum size of the body of a request or response of InvokeEndpoint (`BodyBlob`, API model of SageMaker's runtime in botocore 1.44.5). */
export const MAX_BODY_BYTES = 6_291_456;

/** SageMaker's timeout for the container's response (API reference, InvokeEndpoint, read 2026-11-22). */
const RESPONSE_SECONDS = 60;

/** Timeout for a streaming response (developer guide, "Model Hosting FAQs", read 2026-11-22). */
const STREAM_SECONDS = 8 * 60;

/** Maximum duration of a request to an asynchronous endpoint (API reference, InvokeEndpointAsync, read 2026-11-22). */
const ASYNCHRONOUS_SECONDS = 60 * 60;

/** The properties of a request that determine its timeout. */
export interface RequestKind {
  readonly asynchronous?: boolean;
  readonly streaming?: boolean;
}

/** Timeout of a request in seconds. */
export function maxRequestSeconds({ asynchronous, streaming }: RequestKind = {}): number {
  return asynchronous ? ASYNCHRONOUS_SECONDS : streaming ? STREAM_SECONDS : RESPONSE_SECONDS;
}
