import { Duration } from 'aws-cdk-lib';
import { LatencyObjective, Scaling, TritonRealtimeEndpoint, TritonRealtimeEndpointProps } from '../../../lib';
import { Stack } from '../cloudformation/stack';
import { simulate, Simulation } from '../simulation';
import type { Violation } from './invariant';
import { checkNothingLeft } from './invariants';
import { Deployer } from './deployer';
import { createModel } from './test-models';
import { synthesize, SynthesizedStack } from './synthesize';

function synthesizeVersion(name: string, props: Partial<TritonRealtimeEndpointProps> = {}): SynthesizedStack {
  return synthesize('App', (stack) => {
    new TritonRealtimeEndpoint(stack, 'Endpoint', {
      endpointName: 'vision',
      model: createModel(`preflight-${name}`),
      latencyObjective: LatencyObjective.p99(Duration.seconds(1)),
      scaling: Scaling.none(),
      instanceCount: 2,
      preflight: true,
      ...props,
    });
  });
}

const FIRST = synthesizeVersion('first');
const SECOND = synthesizeVersion('second');
const THREE_INSTANCES = synthesizeVersion('second', { instanceCount: 3 });
const WITHOUT_PREFLIGHT = synthesizeVersion('second', { preflight: false });

async function withAccount(testBody: (deployer: Deployer, aws: Simulation) => Promise<void>): Promise<void> {
  await simulate({ seed: 1 }, (aws) => testBody(new Deployer(aws), aws));
}

/** The reasons why resources failed. Excludes resources that were only cancelled because a different resource failed. */
function failuresOf({ events }: Stack): string[] {
  return events.flatMap(({ status, reason = '' }) =>
    /FAILED$/.test(status) && !/cancelled|failed to/i.test(reason) ? [reason] : [],
  );
}

function leftovers(aws: Simulation): string[] {
  const messages: string[] = [];
  checkNothingLeft(aws, aws.cloudformation.retainedIds, (_: Violation['invariant'], message: string) =>
    messages.push(message),
  );
  return messages;
}

/** Names of the operations that created or changed something in SageMaker or S3 since a time. */
function changeOperations(aws: Simulation, startTime = 0): string[] {
  const log = aws.account.log.filter(
    ({ time, service, operation }) =>
      time >= startTime && /^(sagemaker|s3)$/.test(service) && /^(Create|Update|Put|Copy)/.test(operation),
  );
  return [...new Set(log.map(({ operation }) => operation))];
}

test('a first deployment without quota fails before a model is published or an endpoint is created', () =>
  withAccount(async (deployer, aws) => {
    aws.sagemaker.hooks.instanceLimit = () => 1;
    const stack = await deployer.deploySynthesized(FIRST);
    expect(stack.status).toBe('ROLLBACK_COMPLETE');
    expect(failuresOf(stack)[0]).toContain(
      'The quota "ml.g4dn.xlarge for endpoint usage" is 1; the deployment needs 2. A later update needs up to 4, when scaling is at its maximum. Request an increase of L-MLG4DNXLARGE: https://us-east-1.console.aws.amazon.com/',
    );
    expect(changeOperations(aws)).toEqual([]);
    await deployer.destroy();
    await aws.account.sleep(180 * 60_000);
    expect(leftovers(aws)).toEqual([]);
  }));

test('an update with a quota for one fleet fails before any change, and the old fleet continues to serve', () =>
  withAccount(async (deployer, aws) => {
    aws.sagemaker.hooks.instanceLimit = () => 3;
    expect((await deployer.deploySynthesized(FIRST)).status).toBe('CREATE_COMPLETE');
    const [{ endpointConfigName: oldConfig }] = aws.sagemaker.servingVariants('vision');
    const startTime = aws.account.now();
    const stack = await deployer.deploySynthesized(SECOND);
    expect(stack.status).toBe('UPDATE_ROLLBACK_COMPLETE');
    expect(failuresOf(stack).at(-1)).toContain('is 3; the deployment needs 4.');
    expect(changeOperations(aws, startTime)).toEqual([]);
    expect(aws.sagemaker.servingVariants('vision')).toMatchObject([{ endpointConfigName: oldConfig, instances: 2 }]);
    aws.sagemaker.hooks.instanceLimit = () => 4;
    expect((await deployer.deploySynthesized(SECOND)).status).toBe('UPDATE_COMPLETE');
  }));

test('a rollback does not check quotas', () =>
  withAccount(async (deployer, aws) => {
    const { hooks } = aws.sagemaker;
    hooks.instanceLimit = () => 5;
    await deployer.deploySynthesized(FIRST);
    const [{ endpointConfigName: oldConfig }] = aws.sagemaker.servingVariants('vision');
    // After the preflight check, lowers the quota to the number of running instances, and makes a resource fail.
    aws.cloudformation.injectFailure = ({ logicalId, phase, moment }) => {
      if (!/^EndpointScalingRelease/.test(logicalId) || phase !== 'forward' || moment !== 'before') return undefined;
      hooks.instanceLimit = () => 2;
      return 'injected failure';
    };
    const stack = await deployer.deploySynthesized(THREE_INSTANCES);
    expect(stack.status).toBe('UPDATE_ROLLBACK_COMPLETE');
    const checkCount = aws.account.log.filter(({ operation }) => operation === 'ListServiceQuotas').length;
    expect(checkCount).toBeGreaterThan(0);
    expect(aws.sagemaker.servingVariants('vision')).toMatchObject([{ endpointConfigName: oldConfig, instances: 2 }]);
    aws.cloudformation.injectFailure = () => undefined;
    expect((await deployer.destroy()).status).toBe('DELETE_COMPLETE');
    expect(aws.account.log.filter(({ operation }) => operation === 'ListServiceQuotas')).toHaveLength(checkCount);
  }));

test('a deployment without a new fleet requires no quota, and the check can be removed', () =>
  withAccount(async (deployer, aws) => {
    aws.sagemaker.hooks.instanceLimit = () => 4;
    await deployer.deploySynthesized(SECOND);
    aws.sagemaker.hooks.instanceLimit = () => 2;
    expect((await deployer.deploySynthesized(WITHOUT_PREFLIGHT)).status).toBe('UPDATE_COMPLETE');
    expect(await deployer.destroy()).toMatchObject({ status: 'DELETE_COMPLETE' });
  }));

test('an error while reading the quotas fails the deployment', () =>
  withAccount(async (deployer, aws) => {
    aws.account.injectFault = ({ operation }) =>
      operation === 'ListServiceQuotas'
        ? Object.assign(new Error('not in this region'), {
            name: 'NoSuchResourceException',
            $metadata: { httpStatusCode: 400 },
          })
        : undefined;
    const stack = await deployer.deploySynthesized(FIRST);
    expect(stack.status).toBe('ROLLBACK_COMPLETE');
    expect(failuresOf(stack)[0]).toContain(
      'The quotas could not be checked (preflight): NoSuchResourceException: not in this region',
    );
  }));
