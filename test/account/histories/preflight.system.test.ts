import { Duration } from 'aws-cdk-lib';
import { LatencyObjective, Scaling, TritonRealtimeEndpoint, TritonRealtimeEndpointProps } from '../../../lib';
import { Stack } from '../cloudformation/stack';
import { simulate, Simulation } from '../simulation';
import { checkNothingLeft, Violation } from './invariants';
import { Life } from './life';
import { model } from './models';
import { synthesize, Synthesized } from './synthesize';

/** Deployments whose quotas are checked first. */

function version(name: string, props: Partial<TritonRealtimeEndpointProps> = {}): Synthesized {
  return synthesize('App', (stack) => {
    new TritonRealtimeEndpoint(stack, 'Endpoint', {
      endpointName: 'vision',
      model: model(`preflight-${name}`),
      latencyObjective: LatencyObjective.p99(Duration.seconds(1)),
      scaling: Scaling.none(),
      instanceCount: 2,
      preflight: true,
      ...props,
    });
  });
}

const FIRST = version('first');
const SECOND = version('second');
const THREE_INSTANCES = version('second', { instanceCount: 3 });
const WITHOUT = version('second', { preflight: false });

async function story(tell: (life: Life, aws: Simulation) => Promise<void>): Promise<void> {
  await simulate({ seed: 1 }, (aws) => tell(new Life(aws), aws));
}

/** Reasons of what has failed, without what was only cancelled. */
function failuresOf({ events }: Stack): string[] {
  return events.flatMap(({ status, reason = '' }) =>
    /FAILED$/.test(status) && !/cancelled|failed to/i.test(reason) ? [reason] : [],
  );
}

function left(aws: Simulation): string[] {
  const found: string[] = [];
  checkNothingLeft(aws, aws.engine.kept, (_: Violation['invariant'], message: string) => found.push(message));
  return found;
}

/** The operations that change SageMaker or S3, since the start or since a time. */
function changes(aws: Simulation, since = 0): string[] {
  const log = aws.account.log.filter(
    ({ at, service, operation }) =>
      at >= since && /^(sagemaker|s3)$/.test(service) && /^(Create|Update|Put|Copy)/.test(operation),
  );
  return [...new Set(log.map(({ operation }) => operation))];
}

test('a first deployment without quota fails first: no model is published, no endpoint made, and nothing is left', () =>
  story(async (life, aws) => {
    aws.sagemaker.hooks.instanceLimit = () => 1;
    const stack = await life.deploySynthesized(FIRST);
    expect(stack.status).toBe('ROLLBACK_COMPLETE');
    expect(failuresOf(stack)[0]).toContain(
      'The quota "ml.g4dn.xlarge for endpoint usage" is 1; the deployment needs 2. A later update needs up to 4, when scaling is at its maximum. Request an increase of L-MLG4DNXLARGE: https://us-east-1.console.aws.amazon.com/',
    );
    expect(changes(aws)).toEqual([]);
    await life.destroy();
    await aws.account.sleep(180 * 60_000);
    expect(left(aws)).toEqual([]);
  }));

test('an update that has room for one fleet only fails first, and the fleet of before goes on serving', () =>
  story(async (life, aws) => {
    aws.sagemaker.hooks.instanceLimit = () => 3;
    expect((await life.deploySynthesized(FIRST)).status).toBe('CREATE_COMPLETE');
    const [{ endpointConfigName: before }] = aws.sagemaker.serving('vision');
    const begun = aws.account.now();
    const stack = await life.deploySynthesized(SECOND);
    expect(stack.status).toBe('UPDATE_ROLLBACK_COMPLETE');
    expect(failuresOf(stack).at(-1)).toContain('is 3; the deployment needs 4.');
    expect(changes(aws, begun)).toEqual([]);
    expect(aws.sagemaker.serving('vision')).toMatchObject([{ endpointConfigName: before, instances: 2 }]);
    aws.sagemaker.hooks.instanceLimit = () => 4;
    expect((await life.deploySynthesized(SECOND)).status).toBe('UPDATE_COMPLETE');
  }));

test('a rollback is not blocked, whatever the quotas are by then', () =>
  story(async (life, aws) => {
    const { hooks } = aws.sagemaker;
    hooks.instanceLimit = () => 5;
    await life.deploySynthesized(FIRST);
    const [{ endpointConfigName: before }] = aws.sagemaker.serving('vision');
    // The check has passed, the quota is lowered to what runs, and something fails.
    aws.engine.failure = ({ logicalId, phase, moment }) => {
      if (!/^EndpointScalingRelease/.test(logicalId) || phase !== 'forward' || moment !== 'before') return undefined;
      hooks.instanceLimit = () => 2;
      return 'a failure that was injected';
    };
    const stack = await life.deploySynthesized(THREE_INSTANCES);
    expect(stack.status).toBe('UPDATE_ROLLBACK_COMPLETE');
    const checks = aws.account.log.filter(({ operation }) => operation === 'ListServiceQuotas').length;
    expect(checks).toBeGreaterThan(0);
    expect(aws.sagemaker.serving('vision')).toMatchObject([{ endpointConfigName: before, instances: 2 }]);
    aws.engine.failure = () => undefined;
    expect((await life.destroy()).status).toBe('DELETE_COMPLETE');
    expect(aws.account.log.filter(({ operation }) => operation === 'ListServiceQuotas')).toHaveLength(checks);
  }));

test('a deployment that starts no fleet needs no quota, and the check can be taken out', () =>
  story(async (life, aws) => {
    aws.sagemaker.hooks.instanceLimit = () => 4;
    await life.deploySynthesized(SECOND);
    aws.sagemaker.hooks.instanceLimit = () => 2;
    expect((await life.deploySynthesized(WITHOUT)).status).toBe('UPDATE_COMPLETE');
    expect(await life.destroy()).toMatchObject({ status: 'DELETE_COMPLETE' });
  }));

test('quotas that cannot be read fail the deployment with the reason', () =>
  story(async (life, aws) => {
    aws.account.fault = ({ operation }) =>
      operation === 'ListServiceQuotas'
        ? Object.assign(new Error('not in this region'), {
            name: 'NoSuchResourceException',
            $metadata: { httpStatusCode: 400 },
          })
        : undefined;
    const stack = await life.deploySynthesized(FIRST);
    expect(stack.status).toBe('ROLLBACK_COMPLETE');
    expect(failuresOf(stack)[0]).toContain(
      'The quotas could not be checked (preflight): NoSuchResourceException: not in this region',
    );
  }));
