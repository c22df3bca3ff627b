import { Duration } from 'aws-cdk-lib';

/** SageMaker waits no longer for a container (API reference, InvokeEndpoint, read 2026-11-22). */
const RESPONSE = Duration.seconds(60);

/** A stream may take longer (developer guide, "Model Hosting FAQs", read 2026-11-22). */
const STREAM = Duration.minutes(8);

/** The longest that a request of an asynchronous endpoint may take (API reference, InvokeEndpointAsync, read 2026-11-22). */
const ASYNCHRONOUS = Duration.hours(1);

/** What decides when SageMaker ends a request. */
export interface RequestKind {
  readonly asynchronous?: boolean;
  readonly streaming?: boolean;
}

/** When SageMaker ends a request. */
export function longestRequest({ asynchronous, streaming }: RequestKind = {}): Duration {
  return asynchronous ? ASYNCHRONOUS : streaming ? STREAM : RESPONSE;
}
