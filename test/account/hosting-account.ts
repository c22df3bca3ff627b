import { withGlobal } from '@sinonjs/fake-timers';
import { ApplicationAutoScaling } from './autoscaling/application-auto-scaling';
import { AwsError, Call } from './call';
import { CloudWatch } from './cloudwatch/cloudwatch';
import { SageMaker } from './sagemaker/sagemaker';
import { LogsService } from './services/logs';
import type { Account } from './account';

/** Returns the response to a request, or undefined for the response of the simulated service. */
export type Responder = (call: Call) => object | undefined;

/**
 * An account for the tests of the simulated SageMaker, CloudWatch and Application Auto Scaling. IAM allows all requests. `off` lists the
 * assumed behaviors to switch off, and `respond` can replace the response to any request.
 */
export function hostingAccount({ off = [] as string[], respond = (() => undefined) as Responder } = {}) {
  const clock = withGlobal(globalThis).createClock(Date.UTC(2026, 0, 1));
  const account: Account = {
    accountId: '111122223333',
    region: 'us-east-1',
    now: () => clock.now,
    after: (milliseconds, action) => {
      clock.setTimeout(() => void action(), milliseconds);
    },
    sleep: (milliseconds) =>
      new Promise((resolve) => {
        clock.setTimeout(() => resolve(), milliseconds);
      }),
    call: async (call) => {
      const response = respond(call);
      if (response) return response as Record<string, unknown>;
      const service = services.find(({ name }) => name === call.service);
      if (service) return (await service.handle(call)) as Record<string, unknown>;
      return call.operation === 'ListObjectsV2' ? { Contents: [{ Key: `${call.input.Prefix}config.pbtxt` }] } : {};
    },
    isSwitchedOn: (id) => !off.includes(id),
    random: () => 0.5,
  };
  const cloudwatch = new CloudWatch(account);
  const sagemaker = new SageMaker(account, cloudwatch.metrics);
  const autoscaling = new ApplicationAutoScaling(account, cloudwatch);
  sagemaker.useScalableTargets(autoscaling);
  const services = [cloudwatch, sagemaker, autoscaling, new LogsService(account)];
  const callAsDeployer = (service: string) => (operation: string, input: Record<string, unknown>) =>
    account.call({ principal: 'deployer', service, operation, input });
  return {
    account,
    cloudwatch,
    sagemaker,
    callSageMaker: callAsDeployer('sagemaker'),
    callCloudWatch: callAsDeployer('cloudwatch'),
    callAutoScaling: callAsDeployer('application-autoscaling'),
    minutes: (count: number) => clock.tickAsync(count * 60_000),
  };
}

/** Throws the error for a missing permission. */
export function throwAccessDenied(call: Call): never {
  throw new AwsError(
    'AccessDeniedException',
    `User is not authorized to perform: ${call.service}:${call.operation}`,
    403,
  );
}
