import { ComponentState } from './component-status';

/** The inference component that a probe tests. */
export interface ProbedComponent {
  readonly name: string;
  /** The SageMaker model of the probe's deployment. */
  readonly modelName: string;
  /** Whether scaling may remove the last copy. */
  readonly scalesToZero?: boolean;
}

/**
 * Whether the probe sends a request to an inference component now: once per interval while the inference component is in service with the
 * model of the probe's deployment.
 *
 * No request is sent while the status is `Updating`. During an update, copies with the previous and with the new model respond, a request
 * cannot select a copy, and the examples apply only to the new model. The status is the same while scaling starts or stops copies.
 *
 * If scaling has removed the last copy, a request would start it again. If scaling may not remove the last copy, a missing copy is a failure
 * that the probe must find.
 */
export function isComponentDue(
  component: ComponentState | undefined,
  { modelName, scalesToZero }: ProbedComponent,
  minute: number,
  intervalMinutes: number,
): boolean {
  if (component?.status !== 'InService' || component.modelName !== modelName) return false;
  return minute % intervalMinutes === 0 && !(scalesToZero && component.copies === 0);
}
