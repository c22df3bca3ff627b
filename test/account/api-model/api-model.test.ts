import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Call } from '../call';
import { ApiModel, pattern } from './api-model';
import { validateRequest } from './requests';

const SERVICES = readdirSync(__dirname).flatMap((file) => /^(.+)\.json$/.exec(file)?.[1] ?? []);

test.each(SERVICES)('each pattern of %s can be read', (service) => {
  const { shapes } = JSON.parse(readFileSync(join(__dirname, `${service}.json`), 'utf8')) as {
    shapes: Record<string, { pattern?: string }>;
  };
  const patterns = Object.values(shapes).flatMap((shape) => shape.pattern ?? []);
  expect(() => patterns.map((source) => pattern(source))).not.toThrow();
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

describe('a request', () => {
  const request = (service: string, principal: Call['principal']): Call => ({
    principal,
    service,
    operation: 'PutRetentionPolicy',
    input: { logGroupName: 'with spaces', retentionInDays: 7 },
  });
  const of = (service: string) => ({ role: 'arn:aws:iam::111122223333:role/some', service });

  test.each([
    ['a function', of('lambda.amazonaws.com')],
    ['CloudFormation', 'deployer' as const],
  ])('of %s is judged by the API model of its service', (_, principal) => {
    expect(() => validateRequest(request('logs', principal))).toThrow(
      expect.objectContaining({
        name: 'InvalidParameterException',
        message: expect.stringContaining("Value 'with spaces' at 'logGroupName'"),
      }),
    );
  });

  test('of a service of AWS is not', () => {
    expect(() => validateRequest(request('logs', of('sagemaker.amazonaws.com')))).not.toThrow();
  });

  test('in the form of a resource was judged by the schema of the resource', () => {
    const Code = { S3Bucket: 'assets', S3Key: 'a.zip' };
    const input = { FunctionName: 'f', Role: 'r', Code, RecursiveLoop: 'Terminate' };
    const create: Call = { principal: 'deployer', service: 'lambda', operation: 'CreateFunction', input };
    expect(() => validateRequest(create)).not.toThrow();
  });
});
