import { spawn } from 'child_process';
import { once } from 'events';
import { assetPath } from '../../lib/files/assets';
import { installedProgram } from '../../lib/files/installed-program';
import { AwsLoopback } from './aws-loopback';

/** The Lambda handler of the smoke test: the same file that a deployment uploads. */
const HANDLER = assetPath('lambda', 'smoke-test', 'index.mjs');

/** Program of a separate process that calls the handler with the event on standard input, as Lambda would. */
const RUNNER_PROGRAM = `
import(process.argv[1]).then(async ({ handler }) => {
  let event = '';
  for await (const chunk of process.stdin) event += chunk;
  await handler(JSON.parse(event), { logStreamName: 'local', getRemainingTimeInMillis: () => 300_000 });
});`;

/** The result that the smoke test sent to CloudFormation. */
export interface SmokeTestResult {
  readonly outcome: 'PASSED' | 'FAILED' | 'NOT TESTED';
  readonly reason: string;
}

/** The environment variables that make an AWS SDK send its requests to the loopback (`AwsLoopback`). */
export function loopbackEnvironment({ url }: Pick<AwsLoopback, 'url'>, region = 'us-east-1'): Record<string, string> {
  return {
    AWS_REGION: region,
    AWS_DEFAULT_REGION: region, // for boto3
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_ENDPOINT_URL: url,
  };
}

/** Runs the handler that a deployment would run, with the event that CloudFormation would send when the stack is created. */
export async function runDeployedSmokeTest(
  properties: object,
  loopback: AwsLoopback,
  signal: AbortSignal,
): Promise<SmokeTestResult> {
  const { cwd, env } = installedProgram();
  const child = spawn(process.execPath, ['-e', RUNNER_PROGRAM, HANDLER], {
    cwd,
    env: {
      PATH: env.PATH,
      AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
      ...loopbackEnvironment(loopback),
    },
    stdio: ['pipe', 'pipe', 'pipe'],
    signal,
  });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  child.stdin.end(
    JSON.stringify({
      RequestType: 'Create',
      ResponseURL: `${loopback.url}/cloudformation-response`,
      StackId: 'arn:aws:cloudformation:us-east-1:111122223333:stack/local/0',
      RequestId: 'local',
      LogicalResourceId: 'SmokeTest',
      ResourceType: 'Custom::TritonSmokeTest',
      ResourceProperties: properties,
    }),
  );
  await once(child, 'close');
  const response = loopback.cloudFormationResponse;
  if (!response) {
    return { outcome: 'FAILED', reason: `the smoke test ended without a response to CloudFormation:\n${output}` };
  }
  const { Status, Reason: reason, Data } = response;
  if (Status !== 'SUCCESS') return { outcome: 'FAILED', reason };
  return { outcome: Data?.Result === 'passed' ? 'PASSED' : 'NOT TESTED', reason };
}
