import { error, Finding } from '../findings/finding';
import { Policy } from './policy';
import { ScaledVariant } from './scaled-variant';

/** Whether the metric of a policy exists: components have metrics per copy, and variants have metrics per instance. */
export function fits({ scales }: Policy, { inferenceComponentName }: ScaledVariant): boolean {
  return scales === undefined || (scales === 'copies') === (inferenceComponentName !== undefined);
}

/** Reports a policy that does not fit. */
export function checkFit({ kind, scales }: Policy, { asynchronous }: ScaledVariant): Finding[] {
  const strategy = `Scaling.${kind[0].toLowerCase()}${kind.slice(1)}`; // policies are named after the methods of Scaling
  const message =
    scales === 'copies'
      ? `got ${strategy}, which scales the copies of an inference component; allowed for instances: ${asynchronous ? 'Scaling.backlogPerInstance' : 'Scaling.invocationsPerInstance or Scaling.concurrentRequests'}`
      : `got ${strategy}, which scales instances; allowed for the copies of an inference component: Scaling.invocationsPerCopy, Scaling.concurrentRequestsPerCopy, Scaling.custom, Scaling.steps or Scaling.scheduled`;
  return [error('ic.scaling', 'scaling', message)];
}
