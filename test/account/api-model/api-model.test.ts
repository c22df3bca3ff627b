import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Call } from '../call';
import { ApiModel, toRegExp } from './api-model';
import { validateRequest } from './requests';

const SERVICES = readdirSync(__dirname).flatMap((file) => /^(.+)\.json$/.exec(file)?.[1] ?? []);

test.each(SERVICES)('each pattern in the API model of %s is a valid regular expression', (service) => {
  const { shapes } = JSON.parse(readFileSync(join(__dirname, `${service}.json`), 'utf8')) as {
    shapes: Record<string, { pattern?: string }>;
  };
  const patterns = Object.values(shapes).flatMap((shape) => shape.pattern ?? []);
  expect(() => patterns.map((source) => toRegExp(source))).not.toThrow();
});

describe('an input', () => {
  const model = new ApiModel('sagemaker');

  test.each([
    ['a missing member', { EndpointName: 'faces' }, "Value null at 'endpointConfigName'"],
    ['a name that is too long', { EndpointName: 'x'.repeat(64), EndpointConfigName: 'a' }, 'less than or equal to 63'],
    [
      'a nested wait of two hours',
      {
        EndpointName: 'faces',
        EndpointConfigName: 'a',
        DeploymentConfig: {
          BlueGreenUpdatePolicy: { TrafficRoutingConfiguration: { Type: 'ALL_AT_ONCE', WaitIntervalInSeconds: 7200 } },
        },
      },
      "'deploymentConfig.blueGreenUpdatePolicy.trafficRoutingConfiguration.waitIntervalInSeconds'",
    ],
  ])('with %s is rejected', (_, input, message) => {
    expect(() => model.validate('UpdateEndpoint', input)).toThrow(message);
  });

  test('with an unknown member throws an error', () => {
    const input = { EndpointName: 'faces', EndpointConfigName: 'a', Nothing: 1 };
    expect(() => model.validate('UpdateEndpoint', input)).toThrow('has no member ".Nothing"');
  });
});

describe('a request', () => {
  const request = (service: string, principal: Call['principal']): Call => ({
    principal,
    service,
    operation: 'PutRetentionPolicy',
    input: { logGroupName: 'with spaces', retentionInDays: 7 },
  });
  const roleOf = (service: string) => ({ role: 'arn:aws:iam::111122223333:role/some', service });

  test.each([
    ['a function', roleOf('lambda.amazonaws.com')],
    ['CloudFormation', 'deployer' as const],
  ])('from %s is validated with the API model of the called service', (_, principal) => {
    expect(() => validateRequest(request('logs', principal))).toThrow(
      expect.objectContaining({
        name: 'InvalidParameterException',
        message: expect.stringContaining("Value 'with spaces' at 'logGroupName'"),
      }),
    );
  });
});
