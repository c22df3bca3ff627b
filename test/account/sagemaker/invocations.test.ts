import { throwAccessDenied } from '../hosting-account';
import { accountWithEndpoint } from './fixtures';

test('a shadow variant receives copies of requests, and never responds', async () => {
  const {
    callSageMaker,
    cloudwatch,
    describe: describeEndpoint,
    minutes,
    sagemaker,
    account,
  } = await accountWithEndpoint({ shadow: true });
  sagemaker.hooks.requestsPerMinute = () => 80;
  await minutes(2);
  const dimensions = { EndpointName: 'faces', VariantName: 'Shadow' };
  const metric = { namespace: 'AWS/SageMaker', name: 'Invocations', dimensions };
  expect(cloudwatch.metrics.statistic(metric, 'Sum', account.now() - 60_000, account.now())).toBe(80);
  expect(await describeEndpoint()).toMatchObject({
    ProductionVariants: [{ VariantName: 'AllTraffic' }],
    ShadowProductionVariants: [{ VariantName: 'Shadow' }],
  });
  expect(await callSageMaker('InvokeEndpoint', { EndpointName: 'faces', Body: '{}' })).toMatchObject({
    InvokedProductionVariant: 'AllTraffic',
  });
});

test('metrics of utilization are missing if the role may not publish them', async () => {
  const aws = await accountWithEndpoint({
    respond: (call) => (call.operation === 'PutMetricData' ? throwAccessDenied(call) : undefined),
  });
  aws.sagemaker.hooks.requestsPerMinute = () => 10;
  await aws.minutes(5);
  const namespaces = new Set(aws.cloudwatch.metrics.publishedMetrics().map(({ namespace }) => namespace));
  expect([...namespaces]).toEqual(['AWS/SageMaker']);
});
