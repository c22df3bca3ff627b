import { execFileSync } from 'node:child_process';
import * as fs from 'fs';
import * as path from 'path';
import { diagnoseCommand } from '../../cli/diagnose';
import { provideSimulatedAws } from './aws-on-loopback';
import { CommandResult, runCommand } from './run-command';
import { folderWith } from '../model/folders';

const folder = folderWith({});

const run = (...args: string[]): Promise<CommandResult> => runCommand(diagnoseCommand(), args);

function logOf(...lines: string[]): string {
  const file = path.join(folder, 'container.log');
  fs.writeFileSync(file, lines.join('\n'));
  return file;
}

describe('diagnose a saved log', () => {
  test('prints the cause, the log line, the remedy and the URL of the rule', async () => {
    const file = logOf('starting', 'ERROR: This container was built for NVIDIA Driver Release 575.51 or later, but');
    const { stdout, status } = await run(file);
    expect(stdout).toContain("1. The GPU driver is too old for the image's CUDA");
    expect(stdout).toContain(`${file}, line 2: ERROR: This container was built for`);
    expect(stdout).toContain('What to do: Choose an inference AMI with a newer driver');
    expect(stdout).toContain('/rules/sm.driver');
    expect(status).toBe(0);
  });

  test('prints JSON with --format json', async () => {
    const { stdout } = await run(logOf('CUDA out of memory'), '--format', 'json');
    expect(JSON.parse(stdout).causes).toMatchObject([{ id: 'gpu-memory', lineNumber: 1, symptom: false }]);
  });

  test.each(['text', 'json'])('hides a secret in the line that it prints as %s', async (format) => {
    const token = `hf_${'a1B2'.repeat(8)}`;
    const { stdout } = await run(logOf(`CUDA out of memory, with ${token}`), '--format', format);
    expect(stdout).toContain('CUDA out of memory, with (hidden: looks like a secret)');
    expect(stdout).not.toContain(token);
  });

  test.each([
    ['text', 500],
    ['json', 10_000],
  ])('shortens a long line that it prints as %s, without a part of a secret', async (format, length) => {
    const token = `hf_${'a1B2'.repeat(8)}`;
    const { stdout } = await run(logOf(`CUDA out of memory ${`${token} `.repeat(100_000)}`), '--format', format);
    expect(stdout).not.toContain('hf_');
    expect(stdout.length).toBeLessThan(length + 2000);
  });

  test('exits with status 1 if no line matches a cause', async () => {
    const { stdout, status } = await run(logOf('all is well'));
    expect(stdout).toMatch(/no known cause in 1 lines/);
    expect(status).toBe(1);
  });

  test('exits with status 1 if the lines report a failure, but not its cause', async () => {
    expect((await run(logOf('error: creating server: Internal - failed to load all models'))).status).toBe(1);
  });
});

test.each(['container.log', 'logs/container', 'my_log', './missing', 'a log'])(
  'diagnose reports that the file %s does not exist',
  async (file) =>
    expect(await run(file)).toMatchObject({ status: 2, stderr: `error: diagnose: there is no file ${file}` }),
);

describe('diagnose an endpoint or stack', () => {
  /** Responses by AWS operation. If there is no response, AWS reports that the resource does not exist. */
  let responses: Record<string, (input: Record<string, string>) => string | undefined>;
  beforeEach(() => {
    responses = {};
  });
  const account = provideSimulatedAws(({ operation, input }, response) => {
    const body = responses[operation]?.(input);
    if (body !== undefined) {
      response.end(body);
    } else if (operation === 'DescribeStackEvents') {
      response
        .writeHead(400)
        .end(
          '<ErrorResponse><Error><Code>ValidationError</Code><Message>Stack [vision] does not exist</Message></Error></ErrorResponse>',
        );
    } else if (operation === 'DescribeEndpoint') {
      response.writeHead(400, { 'x-amzn-errortype': 'ValidationException' });
      response.end(JSON.stringify({ message: 'Could not find endpoint "vision".' }));
    } else {
      response.writeHead(400, { 'x-amzn-errortype': 'ResourceNotFoundException' });
      response.end(JSON.stringify({ message: 'The specified log group does not exist.' }));
    }
  });

  function setLogs(byGroup: Record<string, string[]>): void {
    responses.DescribeLogStreams = ({ logGroupName }) =>
      byGroup[logGroupName] && JSON.stringify({ logStreams: [{ logStreamName: 'AllTraffic/i-1' }] });
    responses.GetLogEvents = ({ logGroupName }) =>
      JSON.stringify({ events: byGroup[logGroupName].map((message) => ({ message })) });
  }

  test('an endpoint: reads its log and its FailureReason', async () => {
    setLogs({ '/aws/sagemaker/Endpoints/vision': ["ModuleNotFoundError: No module named 'scipy'"] });
    responses.DescribeEndpoint = () =>
      JSON.stringify({ EndpointStatus: 'Failed', FailureReason: 'It did not pass the ping health check.' });
    const { stdout, status } = await run('vision', '--format', 'json');
    expect(JSON.parse(stdout).causes).toMatchObject([{ id: 'python-module', source: 'AllTraffic/i-1' }]);
    expect(status).toBe(0);
  });

  describe('an endpoint in service without a log stream', () => {
    const inService = (CurrentInstanceCount: number) => () =>
      JSON.stringify({ EndpointStatus: 'InService', ProductionVariants: [{ CurrentInstanceCount }] });

    test.each([
      ['in an empty log group', () => JSON.stringify({ logStreams: [] })],
      ['without a log group', () => undefined],
    ])('%s: reports the missing log, and how to get one', async (_, describeLogStreams) => {
      responses.DescribeEndpoint = inService(2);
      responses.DescribeLogStreams = describeLogStreams;
      const { stdout, status } = await run('vision');
      expect(stdout).toContain('1. The endpoint has no log');
      expect(stdout).toContain('vision is InService, 2 of its instances run, and there is no log stream');
      expect(stdout).toContain("What to do: Allow the endpoint's role logs:CreateLogStream");
      expect(status).toBe(0);
    });

    test('is not reported if the endpoint has no instance', async () => {
      responses.DescribeEndpoint = inService(0);
      const { stdout, status } = await run('vision');
      expect(stdout).toContain('no known cause in 1 lines of endpoint vision');
      expect(status).toBe(1);
    });

    test('is not reported if the user is not allowed to read the log', async () => {
      responses.DescribeEndpoint = inService(2);
      account.denied = ['DescribeLogStreams'];
      expect(await run('vision')).toMatchObject({
        status: 2,
        stderr: expect.stringContaining('the log of vision could not be read'),
      });
    });
  });

  describe('inference components', () => {
    beforeEach(() => {
      responses.DescribeEndpoint = () =>
        JSON.stringify({ EndpointStatus: 'InService', ProductionVariants: [{ CurrentInstanceCount: 2 }] });
      responses.ListInferenceComponents = ({ EndpointNameEquals }) =>
        EndpointNameEquals === 'shared'
          ? JSON.stringify({
              InferenceComponents: [
                { InferenceComponentName: 'shared-classifier' },
                { InferenceComponentName: 'shared-detector' },
              ],
            })
          : undefined;
      responses.DescribeInferenceComponent = ({ InferenceComponentName }) =>
        JSON.stringify(
          InferenceComponentName === 'shared-classifier'
            ? { InferenceComponentStatus: 'Failed', FailureReason: 'InsufficientInstanceCapacity' }
            : { InferenceComponentStatus: 'InService', RuntimeConfig: { CurrentCopyCount: 1 } },
        );
    });

    test('of an endpoint: reads their logs and their FailureReasons', async () => {
      setLogs({
        '/aws/sagemaker/InferenceComponents/shared-classifier': ["ModuleNotFoundError: No module named 'scipy'"],
        '/aws/sagemaker/InferenceComponents/shared-detector': ['all is well'],
      });
      const { stdout } = await run('shared', '--format', 'json');
      const { causes, sources } = JSON.parse(stdout) as { causes: unknown[]; sources: unknown[] };
      expect(sources).toMatchObject([
        { source: 'shared-classifier, AllTraffic/i-1' },
        { source: 'FailureReason of shared-classifier' },
        { source: 'shared-detector, AllTraffic/i-1' },
      ]);
      expect(causes).toMatchObject([{ id: 'python-module', source: 'shared-classifier, AllTraffic/i-1' }, {}]);
    });

    test('in service without a log stream are reported, and their endpoint is not', async () => {
      setLogs({ '/aws/sagemaker/InferenceComponents/shared-classifier': ['all is well'] });
      const { stdout } = await run('shared');
      expect(stdout).toContain('shared-detector is InService, 1 of its copies run, and there is no log stream');
      expect(stdout).not.toContain('shared is InService');
    });

    test('are read by their own names', async () => {
      responses.DescribeEndpoint = () => undefined;
      setLogs({ '/aws/sagemaker/InferenceComponents/shared-detector': ['std::bad_alloc'] });
      const { stdout } = await run('shared-detector', '--format', 'json');
      expect(JSON.parse(stdout).causes).toMatchObject([
        { id: 'host-memory', source: 'shared-detector, AllTraffic/i-1' },
      ]);
    });

    test('that the user is not allowed to list cause a note', async () => {
      account.denied = ['ListInferenceComponents'];
      setLogs({ '/aws/sagemaker/Endpoints/shared': ['CUDA out of memory'] });
      expect((await run('shared')).stderr).toContain('note: the inference components of shared could not be read');
    });
  });

  test('an endpoint that was deleted with its stack: reads the log lines that the failed deployment saved', async () => {
    setLogs({ '/cdk-sagemaker-triton/failed-deployments/vision': ['CUDA out of memory'] });
    expect((await run('vision')).stdout).toContain('1. The memory of the GPU is too small');
  });

  test('a stack: reads the failed events of its last deployment, and the logs of the endpoints in these events', async () => {
    const stack = 'arn:aws:cloudformation:us-east-1:111122223333:stack/Serving/1';
    const events = [
      [
        'AWS::SageMaker::Endpoint',
        'arn:aws:sagemaker:us-east-1:111122223333:endpoint/vision',
        'UPDATE_FAILED',
        'It failed.',
      ],
      ['AWS::CloudFormation::Stack', stack, 'UPDATE_IN_PROGRESS', 'User Initiated'],
      ['AWS::SageMaker::Endpoint', 'x', 'CREATE_FAILED', 'ResourceLimitExceeded, of an earlier deployment'],
    ].map(
      ([type, id, status, reason]) =>
        `<member><StackId>${stack}</StackId><ResourceType>${type}</ResourceType><PhysicalResourceId>${id}</PhysicalResourceId><ResourceStatus>${status}</ResourceStatus><ResourceStatusReason>${reason}</ResourceStatusReason></member>`,
    );
    responses.DescribeStackEvents = () =>
      `<DescribeStackEventsResponse><DescribeStackEventsResult><StackEvents>${events.join('')}</StackEvents></DescribeStackEventsResult></DescribeStackEventsResponse>`;
    setLogs({ '/aws/sagemaker/Endpoints/vision': ['std::bad_alloc'] });
    const { stdout } = await run('Serving', '--format', 'json');
    expect(JSON.parse(stdout).sources).toMatchObject([
      { source: 'AllTraffic/i-1', lines: 1 },
      { source: 'events of the stack Serving', lines: 1 },
    ]);
    expect(JSON.parse(stdout).causes).toMatchObject([{ id: 'host-memory' }]);
  });

  test('if the user is not allowed to read the log, prints a note, and diagnoses the FailureReason', async () => {
    responses.DescribeEndpoint = () => JSON.stringify({ FailureReason: 'InsufficientInstanceCapacity' });
    account.denied = ['DescribeLogStreams'];
    const { stdout, stderr } = await run('vision');
    expect(stderr).toContain(
      'note: the log of vision could not be read: AccessDeniedException: User is not authorized',
    );
    expect(stdout).toContain('1. AWS has no free instances of the type');
  });

  test('an unknown name causes an error of one sentence', async () => {
    expect(await run('vision')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining(
        'vision: no file, and no endpoint, inference component or stack in the Region, has this name',
      ),
    });
  });

  test('without a Region or credentials: the error explains which settings are missing', async () => {
    const { AWS_REGION, AWS_ACCESS_KEY_ID } = process.env;
    const config = path.join(folder, 'no-config');
    Object.assign(process.env, {
      AWS_CONFIG_FILE: config,
      AWS_SHARED_CREDENTIALS_FILE: config,
      AWS_EC2_METADATA_DISABLED: 'true',
    });
    delete process.env.AWS_REGION;
    expect(await run('vision')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining(
        'there is no file vision, and to find an endpoint or a stack, no AWS Region is set',
      ),
    });
    process.env.AWS_REGION = AWS_REGION;
    delete process.env.AWS_ACCESS_KEY_ID;
    expect(await run('vision')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('AWS credentials are missing or expired'),
    });
    process.env.AWS_ACCESS_KEY_ID = AWS_ACCESS_KEY_ID;
  });
});

describe('diagnose an invalid log', () => {
  test.each([
    ['a pipe', () => execFileSync('mkfifo', [path.join(folder, 'pipe')]) && path.join(folder, 'pipe')],
    ['a device', () => '/dev/zero'],
  ])('%s is rejected, and the error explains how to pass the output of a program', async (_, name) => {
    const { stderr, status } = await run(name());
    expect(stderr).toMatch(/a pipe, socket or device; allowed: a regular file; .*pipe it: tail -c .* diagnose -/);
    expect(status).toBe(2);
  });

  test('a file that is too large is rejected without reading it', async () => {
    const file = path.join(folder, 'sparse.log');
    fs.writeFileSync(file, '');
    fs.truncateSync(file, 2 ** 40);
    expect((await run(file)).stderr).toContain(
      'with 1099511627776 bytes; allowed: at most 104857600 bytes; to pass the end',
    );
  });

  test('a file with too many lines is rejected, and the error explains how to pass its end', async () => {
    const { stderr, status } = await run(logOf('\n'.repeat(2e6)));
    expect(stderr).toMatch(/container.log with more than 1000000 lines; .*tail -n 1000000 \| .* diagnose -/);
    expect(status).toBe(2);
  });
});
