import {
  InferenceComponentDeploymentConfig,
  InferenceComponentSpecification,
  InferenceComponentSpecificationSummary,
  SageMakerClient,
  UpdateInferenceComponentCommand,
  UpdateInferenceComponentRuntimeConfigCommand,
} from '@aws-sdk/client-sagemaker';
import { ComponentProperties } from '../../lib/contracts/scaling-registration-properties';
import { permissionRetryOptions } from '../shared/await-permissions';
import { describeComponent as describeOutput } from '../shared/describe-component';
import { log } from '../shared/log';
import { CurrentState, TimeLimits, waitUntilQuiet } from './quiet';

/** The current state of an inference component. */
export interface ComponentState extends CurrentState {
  /** The desired number of copies, or the current number if none is desired. */
  readonly copyCount: number;
  readonly specification?: InferenceComponentSpecificationSummary;
}

/** The properties of a component in CloudFormation, as far as this file uses them. */
interface DeclaredComponent {
  readonly Specification: InferenceComponentSpecification;
  readonly DeploymentConfig?: InferenceComponentDeploymentConfig;
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

/** Waits until nothing changes the component. */
export async function quietComponent(name: string, timeLimits: TimeLimits): Promise<ComponentState | undefined> {
  return waitUntilQuiet(() => describeComponent(name), timeLimits);
}

/**
 * Sets the number of copies of a component, if it is different.
 *
 * @returns the number of copies
 */
export async function setCopyCount(name: string, CopyCount: number, timeLimits: TimeLimits): Promise<number> {
  const { copyCount = CopyCount } = (await quietComponent(name, timeLimits)) ?? {};
  if (copyCount === CopyCount) return CopyCount;
  const DesiredRuntimeConfig = { CopyCount };
  await client.send(
    new UpdateInferenceComponentRuntimeConfigCommand({ InferenceComponentName: name, DesiredRuntimeConfig }),
  );
  return (await quietComponent(name, timeLimits))?.copyCount ?? CopyCount;
}

/**
 * Restores the previous version of a component in a rollback, if the failed deployment has replaced the version. CloudFormation would update the
 * component with its rollback alarms. These alarms monitor all copies, so while the failed version causes errors, SageMaker would also roll
 * back this update, and the failed version would remain. Therefore, this update has no alarms. CloudFormation then updates the component to the
 * version that it already has.
 */
export async function restoreVersion(
  { InferenceComponentName, Component }: ComponentProperties,
  component: ComponentState,
  timeLimits: TimeLimits,
): Promise<ComponentState | undefined> {
  const { Specification, DeploymentConfig } = JSON.parse(Component) as DeclaredComponent;
  if (isServed(Specification, component)) return component;
  log(`${InferenceComponentName} serves ${component.specification?.ModelName}; ${Specification.ModelName} is restored`);
  const { RollingUpdatePolicy } = DeploymentConfig ?? {};
  await client.send(
    new UpdateInferenceComponentCommand({
      InferenceComponentName,
      Specification,
      RuntimeConfig: { CopyCount: Math.max(1, component.copyCount) },
      DeploymentConfig: RollingUpdatePolicy && { RollingUpdatePolicy },
    }),
  );
  return quietComponent(InferenceComponentName, timeLimits);
}

/** Thrown if SageMaker has rolled back the update of a component. */
export class RolledBackError extends Error {}

/** Checks that the component has the version of the deployment. AWS does not document whether CloudFormation checks it. */
export async function checkVersion(
  { InferenceComponentName, Component }: ComponentProperties,
  timeLimits: TimeLimits,
): Promise<void> {
  const { Specification } = JSON.parse(Component) as DeclaredComponent;
  const component = await quietComponent(InferenceComponentName, timeLimits);
  if (!component || isServed(Specification, component)) return;
  const describe = ({ ModelName, ComputeResourceRequirements }: Partial<InferenceComponentSpecification>): string =>
    `the model ${ModelName} with the reservation ${JSON.stringify(ComputeResourceRequirements)}`;
  throw new RolledBackError(
    `The inference component ${InferenceComponentName} has ${describe(component.specification ?? {})}, and the deployment declares ${describe(Specification)}: ` +
      'SageMaker rolled the update back, because an alarm fired, a copy did not start, or the instances have no room for the new copies',
  );
}

/** Whether the component has the model and the reservation of a specification. */
function isServed(declared: InferenceComponentSpecification, { specification = {} }: ComponentState): boolean {
  const reservation: object = specification.ComputeResourceRequirements ?? {};
  return (
    specification.ModelName === declared.ModelName &&
    Object.entries(declared.ComputeResourceRequirements ?? {}).every(
      // SageMaker returns 0.3 cores as 0.30000001192092896, since the API model declares 32-bit floats. A template may contain a number as text.
      ([name, value]) => Math.fround(Number(reservation[name as keyof object])) === Math.fround(Number(value)),
    )
  );
}
