import { SageMakerClient } from '@aws-sdk/client-sagemaker';
import { permissionRetryOptions } from '../shared/await-permissions';
import { describeComponent } from '../shared/describe-component';

/** The current state of an inference component. */
export interface ComponentState {
  readonly status: string;
  readonly modelName?: string;
  /** The number of running copies. */
  readonly copies?: number;
  /** The number of copies that scaling, or the deployment, has requested. */
  readonly desiredCopies?: number;
  readonly failureReason?: string;
}

/**
 * Describes the current state of an inference component; returns undefined if the inference component does not exist. This file is imported
 * dynamically, so that the SageMaker client is in a separate chunk of the bundle.
 */
export async function describeComponentState(inferenceComponentName: string): Promise<ComponentState | undefined> {
  const component = await describeComponent(new SageMakerClient(permissionRetryOptions()), inferenceComponentName);
  if (!component) return undefined;
  const {
    InferenceComponentStatus: status = '',
    Specification,
    RuntimeConfig,
    FailureReason: failureReason,
  } = component;
  return {
    status,
    modelName: Specification?.ModelName,
    copies: RuntimeConfig?.CurrentCopyCount,
    desiredCopies: RuntimeConfig?.DesiredCopyCount,
    failureReason,
  };
}
