import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ApiModel, pattern } from './api-model';

test.each(['sagemaker', 'application-autoscaling', 'cloudwatch'])('each pattern of %s can be read', (service) => {
  const { shapes } = JSON.parse(readFileSync(join(__dirname, `${service}.json`), 'utf8')) as {
    shapes: Record<string, { pattern?: string }>;
  };
  const patterns = Object.values(shapes).flatMap((shape) => shape.pattern ?? []);
  expect(patterns.map((source) => pattern(source))).not.toEqual([]);
});

describe('an input', () => {
  const model = new ApiModel('sagemaker');

  test.each([
    ['a missing member', { EndpointName: 'faces' }, "Value null at 'endpointConfigName'"],
    ['a name that is too long', { EndpointName: 'x'.repeat(64), EndpointConfigName: 'a' }, 'less than or equal to 63'],
    ['a name with an underscore', { EndpointName: 'my_faces', EndpointConfigName: 'a' }, 'regular expression pattern'],
    [
      'a wait of two hours, deep inside',
      {
        EndpointName: 'faces',
        EndpointConfigName: 'a',
        DeploymentConfig: {
          BlueGreenUpdatePolicy: { TrafficRoutingConfiguration: { Type: 'ALL_AT_ONCE', WaitIntervalInSeconds: 7200 } },
        },
      },
      "'deploymentConfig.blueGreenUpdatePolicy.trafficRoutingConfiguration.waitIntervalInSeconds'",
    ],
    [
      'eleven alarms',
      {
        EndpointName: 'faces',
        EndpointConfigName: 'a',
        DeploymentConfig: {
          AutoRollbackConfiguration: { Alarms: Array.from({ length: 11 }, () => ({ AlarmName: 'a' })) },
        },
      },
      'length less than or equal to 10',
    ],
  ])('with %s is refused', (_, input, message) => {
    expect(() => model.validate('UpdateEndpoint', input)).toThrow(message);
  });

  test('with a member that does not exist is a mistake of the test', () => {
    const input = { EndpointName: 'faces', EndpointConfigName: 'a', Nothing: 1 };
    expect(() => model.validate('UpdateEndpoint', input)).toThrow('has no member ".Nothing"');
  });

  test('that names a model of a multi-model endpoint is accepted', () => {
    const input = { EndpointName: 'faces', TargetModel: 'a.tar.gz', Body: '{}' };
    expect(() => model.validate('InvokeEndpoint', input)).not.toThrow();
  });
});
