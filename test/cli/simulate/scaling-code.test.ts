import { Schedule } from 'aws-cdk-lib/aws-applicationautoscaling';
import { Scaling } from '../../../lib';
import { scalingProperties } from '../../../lib/capacity/fleet/scaling-properties';
import { describeScaling } from '../../../cli/simulate/describe-scaling';
import { scalingCode } from '../../../cli/simulate/scaling-code';

const propertiesOf = (scaling: Scaling) =>
  scalingProperties(scaling, { instanceType: 'ml.g5.xlarge', initialInstanceCount: 2, asynchronous: false });

const LIMITS = { minCapacity: 2, maxCapacity: 9 };
const STRATEGIES: [string, Scaling, string][] = [
  ['no scaling', Scaling.none(), 'always 2 instances'],
  [
    'requests per second with an error of the multiplication by 60',
    Scaling.invocationsPerInstance({ ...LIMITS, invocationsPerSecond: 78.3 }),
    '78.3 requests per second per instance, 2 to 9 instances',
  ],
  [
    'concurrent requests',
    Scaling.concurrentRequests({ ...LIMITS, requestsPerInstance: 18 }),
    '18 concurrent requests per instance, 2 to 9 instances',
  ],
  [
    'a schedule',
    Scaling.combine(
      Scaling.concurrentRequests({ ...LIMITS, requestsPerInstance: 18 }),
      Scaling.scheduled({
        ...LIMITS,
        actions: [
          { name: 'weekday-06h', schedule: Schedule.expression('cron(0 6 ? * MON-FRI *)'), minCapacity: 4 },
          { name: 'weekday-20h', schedule: Schedule.expression('cron(0 20 ? * MON-FRI *)'), minCapacity: 2 },
        ],
      }),
    ),
    '18 concurrent requests per instance, 2 to 9 instances, with a schedule',
  ],
];

test.each(STRATEGIES)('the code of %s deploys the same resources', (_, scaling, description) => {
  const properties = propertiesOf(scaling);
  const evaluate = new Function('Scaling', 'Schedule', `return ${scalingCode(properties, 'typescript')}`);
  expect(propertiesOf(evaluate(Scaling, Schedule))).toEqual(properties);
  expect(describeScaling(properties, 2)).toBe(description);
});

test('the code is in the language of the app', () => {
  const scaling = Scaling.concurrentRequests({ ...LIMITS, requestsPerInstance: 18 });
  expect(scalingCode(propertiesOf(scaling), 'python')).toBe(
    'Scaling.concurrent_requests(\n    min_capacity=2,\n    max_capacity=9,\n    requests_per_instance=18,\n)',
  );
});

test('describes scaling on other metrics', () => {
  const gpu = propertiesOf(Scaling.gpuUtilization({ ...LIMITS, percent: 60 }));
  expect(describeScaling(gpu, 2)).toBe('a GPUUtilization of 60, 2 to 9 instances');
});
