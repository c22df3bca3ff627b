import type { IncomingMessage } from 'http';
import type { Invocations } from './invocations';

/** The inference components whose servers run, by the name that requests contain. */
export type RunningComponents = Map<string, Invocations>;

/** The inference component of a server, and the others that run at the same time. */
export interface ComponentRoute {
  /** Undefined for the server of a variant. */
  readonly inferenceComponentName?: string;
  readonly runningComponents?: RunningComponents;
}

/**
 * Selects the server for InvokeEndpoint, as SageMaker does: on an endpoint with inference components, each request names one of them.
 *
 * @returns the message of SageMaker's error if the request cannot be routed
 */
export function routeOf(
  { headers }: IncomingMessage,
  own: Invocations,
  { inferenceComponentName, runningComponents }: ComponentRoute,
): Invocations | string {
  const header = headers['x-amzn-sagemaker-inference-component'];
  const name = header === undefined ? undefined : String(header);
  if (name === inferenceComponentName) return own;
  if (inferenceComponentName === undefined) return NOT_ALLOWED;
  if (name === undefined) return REQUIRED;
  const names = [...(runningComponents ?? new Map()).keys()].join(', ');
  return runningComponents?.get(name) ?? `InferenceComponentName: got ${name}; running: ${names}`;
}

/* The messages of SageMaker (aws-samples/amazon-kendra-langchain-extensions#64, read 2026-11-28). */
const REQUIRED =
  'Inference Component Name header is required for endpoints to which you plan to deploy inference components. Please include Inference Component Name header or consider using SageMaker models.';
const NOT_ALLOWED =
  'Inference Component Name header is not allowed for endpoints to which you dont plan to deploy inference components. Please remove the Inference Component Name header and try again.';
