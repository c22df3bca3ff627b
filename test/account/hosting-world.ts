import { withGlobal } from '@sinonjs/fake-timers';
import { ApplicationAutoScaling } from './autoscaling/application-auto-scaling';
import type { Call } from './call';
import { AwsError } from './call';
import { CloudWatch } from './cloudwatch/cloudwatch';
import { SageMaker } from './sagemaker/sagemaker';
import type { World } from './world';

export type Answer = (call: Call) => object | undefined;

/** A small account for the tests of the hosting services: a clock, the services, and answers of the others. */
export function hostingWorld({ off = [] as string[], answer = (() => undefined) as Answer } = {}) {
  const clock = withGlobal(globalThis).createClock(Date.UTC(2026, 0, 1));
  const calls: Call[] = [];
  const world: World = {
    accountId: '111122223333',
    region: 'us-east-1',
    now: () => clock.now,
    after: (milliseconds, what) => {
      clock.setTimeout(() => void what(), milliseconds);
    },
    sleep: (milliseconds) =>
      new Promise((resolve) => {
        clock.setTimeout(() => resolve(), milliseconds);
      }),
    call: async (call) => {
      calls.push(call);
      const answered = answer(call);
      if (answered) return answered as Record<string, unknown>;
      const service = services.find(({ name }) => name === call.service);
      if (service) return (await service.handle(call)) as Record<string, unknown>;
      return call.operation === 'ListObjectsV2' ? { Contents: [{ Key: `${call.input.Prefix}config.pbtxt` }] } : {};
    },
    assumes: (id) => !off.includes(id),
    random: () => 0.5,
  };
  const cloudwatch = new CloudWatch(world);
  const sagemaker = new SageMaker(world, cloudwatch.metrics);
  const autoscaling = new ApplicationAutoScaling(world, cloudwatch);
  sagemaker.useScalableTargets(autoscaling);
  const services = [cloudwatch, sagemaker, autoscaling];
  const deployer = (service: string) => (operation: string, input: Record<string, unknown>) =>
    world.call({ principal: 'deployer', service, operation, input });
  return {
    world,
    calls,
    cloudwatch,
    sagemaker,
    callSageMaker: deployer('sagemaker'),
    autoscaling,
    callCloudWatch: deployer('cloudwatch'),
    callAutoScaling: deployer('application-autoscaling'),
    minutes: (count: number) => clock.tickAsync(count * 60_000),
  };
}

/** What a role that may not do something gets. */
export function denied(call: Call): never {
  throw new AwsError(
    'AccessDeniedException',
    `User is not authorized to perform: ${call.service}:${call.operation}`,
    403,
  );
}
