import * as fs from 'fs';
import * as path from 'path';
import { App, Duration, NestedStack, Stack } from 'aws-cdk-lib';
import { preflightCommand } from '../../cli/preflight';
import {
  CapacitySize,
  InferenceRecommenderJob,
  InstanceType,
  Scaling,
  TrafficPattern,
  TritonRealtimeEndpoint,
  UpdateStrategy,
} from '../../lib';
import { classifier } from '../endpoint/fixtures';
import { provideSimulatedAws } from './aws-on-loopback';
import {
  BuildStack,
  endpointBuilder,
  createTemporaryFolder,
  removeTemporaryFolders,
  synthesizeServing,
} from './consequences/synthesized';
import { runCommand } from './run-command';

// Compares deployments with the quotas of an account. A local server simulates the account.

const ACCOUNT = '111122223333';
const G4DN = 'ml.g4dn.xlarge for endpoint usage';

/** An endpoint in the simulated account. It has one variant. */
interface RunningEndpoint {
  readonly type: string;
  readonly count: number;
  readonly description?: object;
  readonly config?: object;
}

/** The quotas of the account by name: quotas with an applied value (`quotas`), and quotas with only a default value (`defaults`). */
let quotas: Record<string, number>;
let defaults: Record<string, number>;
/** The endpoints that run in the account. */
let runningEndpoints: Record<string, RunningEndpoint>;
/** The template of the deployed stack; undefined if the stack is not deployed. */
let deployedTemplate: string | undefined;

const account = provideSimulatedAws(({ operation, input }, response) => {
  const [status, content] = responseTo(operation, input);
  response.writeHead(status).end(typeof content === 'string' ? content : JSON.stringify(content));
});
beforeEach(() => {
  [quotas, defaults, runningEndpoints, deployedTemplate] = [{}, {}, {}, undefined];
});
afterEach(removeTemporaryFolders);

function responseTo(operation: string, input: Record<string, string>): [status: number, content: string | object] {
  const [name = ''] = [input.EndpointName ?? input.EndpointConfigName];
  switch (operation) {
    case 'ListEndpoints':
      return [200, { Endpoints: Object.keys(runningEndpoints).map((EndpointName) => ({ EndpointName })) }];
    case 'DescribeEndpoint': {
      const { count, description } = runningEndpoints[name];
      const ProductionVariants = [
        { VariantName: 'AllTraffic', CurrentInstanceCount: count, DesiredInstanceCount: count },
      ];
      return [200, { EndpointStatus: 'InService', EndpointConfigName: name, ProductionVariants, ...description }];
    }
    case 'DescribeEndpointConfig':
      if (runningEndpoints[name].config === undefined && runningEndpoints[name].type === '') {
        return [400, { __type: 'ValidationException', message: `Could not find endpoint configuration "${name}".` }];
      }
      return [
        200,
        {
          ProductionVariants: [
            { VariantName: 'AllTraffic', InstanceType: runningEndpoints[name].type, ...runningEndpoints[name].config },
          ],
        },
      ];
    case 'ListServiceQuotas':
      return [200, quotaPage(quotas, input.NextToken)];
    case 'ListAWSDefaultServiceQuotas':
      return [200, quotaPage(defaults, input.NextToken)];
    default:
      return deployedTemplate === undefined ? [400, NO_STACK] : [200, templateResponse(deployedTemplate)];
  }
}

const NO_STACK =
  '<ErrorResponse><Error><Code>ValidationError</Code><Message>Stack with id Serving does not exist</Message></Error></ErrorResponse>';

function templateResponse(template: string): string {
  const escaped = template.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<GetTemplateResponse><GetTemplateResult><TemplateBody>${escaped}</TemplateBody></GetTemplateResult></GetTemplateResponse>`;
}

/** Returns a page of a list of quotas. Each page has one quota. */
function quotaPage(quotasByName: Record<string, number>, token = '0'): object {
  const names = Object.keys(quotasByName);
  const index = Number(token);
  const [QuotaName] = names.slice(index, index + 1);
  const QuotaCode = `L-${QuotaName}`.replace(/\W/g, '').toUpperCase();
  const QuotaArn = `arn:aws:servicequotas:us-east-1:${ACCOUNT}:sagemaker/${QuotaCode}`;
  const Quotas = QuotaName === undefined ? [] : [{ QuotaName, QuotaCode, QuotaArn, Value: quotasByName[QuotaName] }];
  return { Quotas, NextToken: index + 1 < names.length ? String(index + 1) : undefined };
}

async function run(...args: string[]): Promise<{ lines: string[]; errors: string; status: unknown }> {
  const { stdout, stderr, status } = await runCommand(preflightCommand(), args);
  return { lines: stdout.split('\n'), errors: stderr, status };
}

/** Runs the command for a stack. Returns the exit status, followed by the printed lines about quotas. */
async function quotaLines(build: BuildStack): Promise<[status: unknown, ...lines: string[]]> {
  const { lines, errors, status } = await run(synthesizeServing(build));
  expect(errors).toBe('');
  return [status, ...lines.filter((line) => /^- (ok|too small|not checked|The)/.test(line))];
}

function templateText(build: BuildStack): string {
  return fs.readFileSync(path.join(synthesizeServing(build), 'Serving.template.json'), 'utf8');
}

const CONSOLE_URL =
  'https://us-east-1.console.aws.amazon.com/servicequotas/home/services/sagemaker/quotas/LMLG4DNXLARGEFORENDPOINTUSAGE';

test('a first deployment needs the quota for its fleet in addition to the instances of other endpoints', async () => {
  quotas = { 'ml.g5.xlarge for endpoint usage': 9, [G4DN]: 4 };
  runningEndpoints = { other: { type: 'ml.g4dn.xlarge', count: 2 }, cheap: { type: 'ml.c5.xlarge', count: 7 } };
  expect(await quotaLines(endpointBuilder())).toEqual([
    0,
    `- ok: The quota "${G4DN}" is 4; the deployment needs 2, next to 2 in use by other endpoints. A later update needs up to 6, when scaling is at its maximum. Request an increase of LMLG4DNXLARGEFORENDPOINTUSAGE: ${CONSOLE_URL}`,
  ]);
});

test('an update needs the quota for both fleets, with the instance count that scaling has set', async () => {
  quotas = { [G4DN]: 9 };
  runningEndpoints = { vision: { type: 'ml.g4dn.xlarge', count: 5 } };
  deployedTemplate = templateText(endpointBuilder());
  const scaling = Scaling.concurrentRequests({ maxCapacity: 8, requestsPerInstance: 4 });
  const [status, line] = await quotaLines(endpointBuilder({ scaling, model: classifier({ maxBatchSize: 8 }) }));
  expect(line).toMatch(/^- too small: .* is 9; the deployment needs 10\. A later update needs up to 16/);
  expect(status).toBe(1);
});

test('a rolling update needs the quota for the fleet and one batch, and shadow variants count too', async () => {
  quotas = { [G4DN]: 5 };
  runningEndpoints = { vision: { type: 'ml.g4dn.xlarge', count: 4 } };
  const updateStrategy = UpdateStrategy.rolling({ maximumBatchSize: CapacitySize.count(1) });
  expect(await quotaLines(endpointBuilder({ instanceCount: 4, updateStrategy }))).toEqual([
    0,
    `- ok: The quota "${G4DN}" is 5; the deployment needs 5.`,
  ]);
  runningEndpoints = {};
  const shadowVariants = [{ variantName: 'Shadow', instanceCount: 4 }];
  const [status, line] = await quotaLines(endpointBuilder({ shadowVariants }));
  expect([status, line]).toEqual([1, expect.stringContaining('is 5; the deployment needs 6.')]);
});

test('a deployment without a new fleet needs no quota', async () => {
  runningEndpoints = { vision: { type: 'ml.g4dn.xlarge', count: 2 } };
  deployedTemplate = templateText(endpointBuilder());
  expect(await quotaLines(endpointBuilder())).toEqual([0, '- The deployment starts no instances.']);
});

test('an endpoint counts as a new fleet if its deployed template cannot be compared: in a nested stack, or in YAML', async () => {
  quotas = { [G4DN]: 9 };
  runningEndpoints = { vision: { type: 'ml.g4dn.xlarge', count: 2 } };
  deployedTemplate = 'Resources: {}';
  expect((await quotaLines(endpointBuilder()))[1]).toContain('the deployment needs 4.');
  deployedTemplate = templateText((stack) => void endpointBuilder()(new NestedStack(stack, 'Inner')));
  const app = new App({ outdir: createTemporaryFolder() });
  endpointBuilder()(new NestedStack(new Stack(app, 'Serving'), 'Inner'));
  const { lines } = await run(app.synth().directory, '--stack', 'Serving');
  expect(lines[0]).toMatch(/^Stack Serving\/Inner/);
  expect(lines[1]).toContain('the deployment needs 4.');
});

test('instances that other endpoints are starting count as used, and instance pools count by instance type', async () => {
  quotas = { [G4DN]: 9 };
  const pending = {
    VariantName: 'AllTraffic',
    InstanceType: 'ml.g4dn.xlarge',
    CurrentInstanceCount: 0,
    DesiredInstanceCount: 3,
  };
  const pools = [
    { InstanceType: 'ml.g4dn.xlarge', CurrentInstanceCount: 1 },
    { InstanceType: 'ml.g5.xlarge', CurrentInstanceCount: 4 },
  ];
  runningEndpoints = {
    updating: {
      type: 'ml.g4dn.xlarge',
      count: 3,
      description: { PendingDeploymentSummary: { EndpointConfigName: 'new', ProductionVariants: [pending] } },
    },
    pooled: {
      type: '',
      count: 5,
      config: { InstanceType: undefined },
      description: { ProductionVariants: [{ VariantName: 'AllTraffic', InstancePools: pools }] },
    },
    starting: {
      type: 'ml.g4dn.xlarge',
      count: 0,
      config: { InitialInstanceCount: 1 },
      description: { EndpointStatus: 'Creating', ProductionVariants: undefined },
    },
    failed: {
      type: 'ml.g4dn.xlarge',
      count: 0,
      config: { InitialInstanceCount: 1 },
      description: { EndpointStatus: 'Failed', ProductionVariants: undefined },
    },
  };
  const [, line] = await quotaLines(endpointBuilder());
  expect(line).toContain('needs 2, next to 8 in use by other endpoints'); // updating: 3 and 3; pooled: 1; starting: 1; failed: 0
});

test('a quota without an applied value has its default value, and a quota that is not listed is reported as not checked', async () => {
  defaults = { [G4DN]: 0 };
  expect((await quotaLines(endpointBuilder()))[1]).toMatch(/^- too small: The quota .* is 0; the deployment needs 2\./);
  defaults = {};
  expect(await quotaLines(endpointBuilder())).toEqual([
    2,
    `- not checked: The quota "${G4DN}" was not found in Service Quotas.`,
  ]);
});

test('the fleet of a stack counts as used when the next stack is deployed', async () => {
  quotas = { [G4DN]: 3 };
  const app = new App({ outdir: createTemporaryFolder() });
  for (const name of ['First', 'Second']) {
    const props = { model: classifier(), instanceCount: 2, scaling: Scaling.none() };
    new TritonRealtimeEndpoint(new Stack(app, name), 'Vision', { endpointName: name.toLowerCase(), ...props });
  }
  const folder = app.synth().directory;
  const { lines, status } = await run(folder);
  expect(lines.filter((line) => /^(Stack|- (ok|too small): The quota)/.test(line))).toEqual([
    'Stack First',
    expect.stringMatching(/^- ok: .* needs 2\. /),
    'Stack Second',
    expect.stringMatching(/^- too small: .* needs 2, next to 2 in use by other endpoints\./),
  ]);
  expect(status).toBe(1);
  expect((await run(folder, '--stack', 'Second')).status).toBe(0);
});

test('load tests of concurrent jobs of Inference Recommender count as endpoints', async () => {
  quotas = { [G4DN]: 9, 'ml.g5.xlarge for endpoint usage': 9 };
  const jobs: BuildStack = (stack) => {
    for (const id of ['One', 'Two'])
      new InferenceRecommenderJob(stack, id, {
        model: classifier(),
        instanceTypes: [InstanceType.G4DN_XLARGE, InstanceType.G5_XLARGE],
        trafficPattern: TrafficPattern.phases([{ initialUsers: 1, usersPerMinute: 1, duration: Duration.minutes(10) }]),
      });
  };
  expect((await quotaLines(jobs)).slice(1)).toEqual([
    `- ok: The quota "${G4DN}" is 9; the deployment needs 2.`,
    '- ok: The quota "ml.g5.xlarge for endpoint usage" is 9; the deployment needs 2.',
  ]);
});

test('in a template file, engines that may have to be built need a quota for jobs', async () => {
  quotas = { 'ml.g5.xlarge for training job usage': 0 };
  const engine = { Type: 'Custom::TritonEngine', Properties: { InstanceType: 'ml.g5.xlarge' } };
  const file = path.join(createTemporaryFolder(), 'template.json');
  fs.writeFileSync(file, JSON.stringify({ Resources: { One: engine, Two: engine } }));
  const { lines, status } = await run(file);
  expect(lines[1]).toMatch(
    /^- too small: The quota "ml\.g5\.xlarge for training job usage" is 0; the deployment needs 1 to build 2 engines one after the other, each within an hour, unless they were built before\. Request an increase/,
  );
  expect(status).toBe(1);
});

test('the output lists the endpoints without a configuration, whose instances are not counted', async () => {
  [quotas, runningEndpoints] = [{ [G4DN]: 9 }, { lost: { type: '', count: 1 } }];
  const { lines } = await run(synthesizeServing(endpointBuilder()));
  expect(lines.at(-1)).toMatch(/^- not counted: endpoints whose endpoint configurations were deleted, .*: lost$/);
});

test('the command prints JSON with --format json', async () => {
  quotas = { [G4DN]: 3 };
  const { lines } = await run(synthesizeServing(endpointBuilder()), '--format', 'json');
  expect(JSON.parse(lines.join('\n'))).toMatchObject({
    stacks: [
      {
        stack: 'Serving',
        quotas: [{ quota: G4DN, result: 'enough', value: 3, needed: 2, inUse: 0, url: CONSOLE_URL }],
      },
    ],
  });
});

test('without the permission to read the account, the command prints the quotas that the deployment needs', async () => {
  account.denied = ['ListEndpoints'];
  const { lines, status, errors } = await run(synthesizeServing(endpointBuilder()));
  account.denied = [];
  expect(lines[1]).toBe(
    `- not checked: The deployment needs 2 of the quota "${G4DN}". A later update needs up to 4, when scaling is at its maximum.`,
  );
  expect(errors).toMatch(/^error: AccessDeniedException/);
  expect(status).toBe(2);
});

test('the command exits with 2 and prints a reason if permissions are missing, the account is different, or there is no endpoint', async () => {
  account.denied = ['ListServiceQuotas'];
  expect(await run(synthesizeServing(endpointBuilder()))).toMatchObject({
    status: 2,
    errors: expect.stringContaining('AccessDeniedException: User is not authorized to perform ListServiceQuotas'),
  });
  account.denied = [];
  quotas = { [G4DN]: 3 };
  const app = new App({ outdir: createTemporaryFolder() });
  endpointBuilder()(new Stack(app, 'Serving', { env: { account: '444455556666', region: 'us-east-1' } }));
  expect((await run(app.synth().directory)).errors).toBe(
    `error: Serving is deployed to account 444455556666, but the credentials belong to account ${ACCOUNT}`,
  );
  expect((await run(synthesizeServing(() => undefined))).errors).toContain('has no SageMaker endpoint');
});
