import { Stack, Token } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { InstanceType, Scaling, TritonRealtimeEndpoint, TritonRealtimeEndpointProps } from '../../lib';
import { classifier } from '../endpoint/fixtures';
import { createScaledVariant, findingsOf } from './fixtures';

const requests = (limits: { minCapacity?: number; maxCapacity: number }, invocationsPerSecond = 100): Scaling =>
  Scaling.invocationsPerInstance({ ...limits, invocationsPerSecond });

describe('there is a warning about a target that is probably in the wrong unit:', () => {
  test('a fraction instead of a percentage', () => {
    expect(findingsOf(Scaling.gpuUtilization({ maxCapacity: 4, percent: 0.6 }))).toEqual([
      'sm.scaling-unit scaling.percent',
    ]);
    expect(findingsOf(Scaling.gpuUtilization({ maxCapacity: 4, percent: 1 }))).toEqual([]);
  });

  test('a rate that is too high for the vCPUs, and is probably per minute instead of per second', () => {
    expect(findingsOf(requests({ maxCapacity: 4 }, 6000))).toEqual(['sm.scaling-unit scaling.invocationsPerSecond']);
    expect(findingsOf(requests({ maxCapacity: 4 }, 6000), createScaledVariant([InstanceType.G5_48XLARGE]))).toEqual([]);
    expect(
      findingsOf(requests({ maxCapacity: 4 }, 6000), createScaledVariant([InstanceType.of('ml.g9.xlarge')])),
    ).toEqual([]);
  });
});

test('the target per minute has no rounding error of a quotient', () => {
  const stack = new Stack();
  const scaling = requests({ maxCapacity: 4 }, 1000 / 60);
  new TritonRealtimeEndpoint(stack, 'Endpoint', { model: classifier(), scaling });
  const [policy] = Object.values(Template.fromStack(stack).findResources('AWS::ApplicationAutoScaling::ScalingPolicy'));
  expect(policy.Properties.TargetTrackingScalingPolicyConfiguration.TargetValue).toBe(1000);
});

describe('the initial number of instances', () => {
  function countOf(props: Partial<TritonRealtimeEndpointProps>): unknown {
    const stack = new Stack();
    new TritonRealtimeEndpoint(stack, 'Endpoint', { model: classifier(), ...props });
    const [config] = Object.values(Template.fromStack(stack).findResources('AWS::SageMaker::EndpointConfig'));
    return config.Properties.ProductionVariants[0].InitialInstanceCount;
  }

  test('is at least the minimum capacity of scaling', () => {
    expect(countOf({ scaling: requests({ minCapacity: 2, maxCapacity: 4 }) })).toBe(2);
    expect(countOf({ instanceCount: 3, scaling: requests({ minCapacity: 2, maxCapacity: 4 }) })).toBe(3);
    expect(countOf({ scaling: requests({ minCapacity: Token.asNumber({ Ref: 'Minimum' }), maxCapacity: 4 }) })).toEqual(
      {
        Ref: 'Minimum',
      },
    );
  });

  test('is rejected if it is 0, without further findings about the capacity limits', () => {
    const allowed = /: 1 problem .*\n {2}- instanceCount: got 0; allowed: a whole number of at least 1/;
    expect(() => countOf({ instanceCount: 0 })).toThrow(allowed);
    expect(() => countOf({ instanceCount: 0, scaling: requests({ minCapacity: 1, maxCapacity: 4 }) })).toThrow(allowed);
  });
});

test('a minimum above the maximum results in only one finding', () => {
  expect(requests({ minCapacity: 5, maxCapacity: 2 })._check(createScaledVariant())).toEqual([
    expect.objectContaining({
      field: 'scaling.minCapacity',
      message: 'got 5; allowed: at most the maxCapacity 2',
    }),
  ]);
});
