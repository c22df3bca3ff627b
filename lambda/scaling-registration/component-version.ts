import { setTimeout as sleep } from 'node:timers/promises';
import type { InferenceComponentDeploymentConfig, InferenceComponentSpecification } from '@aws-sdk/client-sagemaker';
import { ComponentProperties } from '../../lib/contracts/scaling-registration-properties';
import { POLL_MILLISECONDS } from '../shared/custom-resource';
import { log } from '../shared/log';
import { ComponentState, describeComponent, updateVersion } from './component';
import { TimeLimits, waitUntilQuiet } from './quiet';

/** Time in which the failure report, which watches the component at the same time and knows the cause, fails the deployment first. */
const REPORT_MILLISECONDS = 4 * POLL_MILLISECONDS;

/** The properties of a component in CloudFormation, as far as this file uses them. */
interface DeclaredComponent {
  readonly Specification: InferenceComponentSpecification;
  readonly DeploymentConfig?: InferenceComponentDeploymentConfig;
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
  await updateVersion({
    InferenceComponentName,
    Specification,
    RuntimeConfig: { CopyCount: Math.max(1, component.copyCount) },
    DeploymentConfig: RollingUpdatePolicy && { RollingUpdatePolicy },
  });
  return waitUntilQuiet(() => describeComponent(InferenceComponentName), timeLimits);
}

/** Thrown if SageMaker has rolled back a change of a component. */
export class RolledBackError extends Error {}

/**
 * Checks that a component has the version of the deployment. Without this check, a deployment without a smoke test would succeed if SageMaker rolls
 * the update back, and CloudFormation does not report it. AWS does not document whether CloudFormation reports it.
 */
export async function checkVersion({ InferenceComponentName, Component }: ComponentProperties): Promise<void> {
  const { Specification } = JSON.parse(Component) as DeclaredComponent;
  const component = await describeComponent(InferenceComponentName);
  if (!component || isServed(Specification, component)) return;
  await sleep(REPORT_MILLISECONDS);
  const describe = ({ ModelName, ComputeResourceRequirements }: Partial<InferenceComponentSpecification>): string =>
    `the model ${ModelName} with the reservation ${JSON.stringify(ComputeResourceRequirements)}`;
  throw new RolledBackError(
    `The inference component ${InferenceComponentName} has ${describe(component.specification ?? {})}, and the deployment declares ${describe(Specification)}: ` +
      'SageMaker rolled the update back, because an alarm fired, a copy did not start, or the instances have no room for the new copies',
  );
}

/** Checks that a component that does not scale has the copies of the deployment. SageMaker may also end their start without an error. */
export async function checkCopies(InferenceComponentName: string, declared: number): Promise<void> {
  const { copyCount = declared } = (await describeComponent(InferenceComponentName)) ?? {};
  if (copyCount === declared) return;
  throw new RolledBackError(
    `The inference component ${InferenceComponentName} has ${copyCount} copies, and the deployment declares ${declared}: the other copies did not start, or the instances have no room for them`,
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
