import { AwsError } from '../../call';
import type { Endpoint, SageMakerState, Component } from '../state';
import { componentsOf, copiesInService, dimensionsOf } from './component';
import { servingCopyOf } from './copies';

const NO_CAPACITY =
  'Inference Component has no capacity to process this request. ApplicationAutoScaling may be in-progress (if configured) or try to increase the capacity by invoking UpdateInferenceComponentRuntimeConfig API.';

/** Sends a request to a random copy of an inference component. */
export async function invokeComponent(
  state: SageMakerState,
  endpoint: Endpoint,
  input: Record<string, unknown>,
): Promise<object> {
  const { account, hooks } = state;
  const { InferenceComponentName: name, TargetModel, ContentType, Body } = input;
  if (name === undefined)
    throw new AwsError(
      'ValidationError',
      'Inference Component Name header is required for endpoints to which you plan to deploy inference components. Please include Inference Component Name header or consider using SageMaker models.',
    );
  if (TargetModel) throw new AwsError('ValidationError', 'TargetModel is only supported by multi-model endpoints.');
  const component = componentsOf(state, endpoint).find((candidate) => candidate.name === name);
  if (!component || ['Creating', 'Deleting'].includes(component.status))
    throw new AwsError(
      'ValidationError',
      `Inference Component ${String(name)} of account ${account.accountId} not found.`,
    );
  const copies = copiesInService(component);
  if (copies.length === 0) {
    recordNoCapacity(state, component, 1);
    throw new AwsError('ValidationError', NO_CAPACITY);
  }
  component.hasServed = true;
  const copy = copies[Math.floor(account.random() * copies.length)];
  const response = await hooks.invoke({
    ...servingCopyOf(state, component, copy),
    contentType: ContentType as string | undefined,
    body: Body,
    input,
  });
  return { InvokedProductionVariant: component.variantName, ...response };
}

/** Records requests to a component without copies. */
export function recordNoCapacity({ account, metrics }: SageMakerState, component: Component, requests: number): void {
  const record = (metric: string, dimensions: Record<string, string>): void =>
    metrics.record({ namespace: 'AWS/SageMaker', name: metric, dimensions }, account.now(), 1, requests);
  record('NoCapacityInvocationFailures', { InferenceComponentName: component.name });
  if (!account.isSwitchedOn('sagemaker.no-capacity-is-a-4xx-error')) return;
  for (const dimensions of dimensionsOf(component)) {
    record('Invocations', dimensions);
    record('Invocation4XXErrors', dimensions);
  }
}
