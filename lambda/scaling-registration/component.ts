import {
  InferenceComponentSpecificationSummary,
  SageMakerClient,
  UpdateInferenceComponentCommand,
  UpdateInferenceComponentCommandInput,
  UpdateInferenceComponentRuntimeConfigCommand,
} from '@aws-sdk/client-sagemaker';
import { permissionRetryOptions } from '../shared/await-permissions';
import { describeComponent as describeOutput } from '../shared/describe-component';
import { CurrentState, TimeLimits, waitUntilQuiet } from './quiet';

/** The current state of an inference component. */
export interface ComponentState extends CurrentState {
  /** The desired number of copies, or the current number if none is desired. */
  readonly copyCount: number;
  readonly specification?: InferenceComponentSpecificationSummary;
}

const client = new SageMakerClient(permissionRetryOptions());

/** Describes the current state of a component; returns undefined if the component does not exist. */
export async function describeComponent(InferenceComponentName: string): Promise<ComponentState | undefined> {
  const component = await describeOutput(client, InferenceComponentName);
  if (!component) return undefined;
  const { InferenceComponentStatus: status = '', RuntimeConfig, Specification: specification } = component;
  const copyCount = RuntimeConfig?.DesiredCopyCount ?? RuntimeConfig?.CurrentCopyCount ?? 0;
  return { status, copyCount, specification };
}

/** Requests a number of copies, and does not wait for them. */
export async function requestCopies(InferenceComponentName: string, CopyCount: number): Promise<void> {
  await client.send(
    new UpdateInferenceComponentRuntimeConfigCommand({ InferenceComponentName, DesiredRuntimeConfig: { CopyCount } }),
  );
}

/** Requests a different version of a component, and does not wait for it. */
export async function updateVersion(input: UpdateInferenceComponentCommandInput): Promise<void> {
  await client.send(new UpdateInferenceComponentCommand(input));
}

/**
 * Sets the number of copies of a component, if it is different, and waits for the copies.
 *
 * @param targetCount computes the new number from the current number
 * @returns a sentence about the change
 */
export async function setCopyCount(
  inferenceComponentName: string,
  targetCount: (count: number) => number,
  timeLimits: TimeLimits,
): Promise<string[]> {
  const describe = () => describeComponent(inferenceComponentName);
  const component = await waitUntilQuiet(describe, timeLimits);
  if (!component) return [];
  const copyCount = targetCount(component.copyCount);
  if (copyCount === component.copyCount) return [];
  await requestCopies(inferenceComponentName, copyCount);
  const changed = await waitUntilQuiet(describe, timeLimits);
  return [`${inferenceComponentName} has ${changed?.copyCount} copies instead of ${component.copyCount}`];
}
