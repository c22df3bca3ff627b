import * as fs from 'fs';
import * as path from 'path';
import { App, Duration, NestedStack, Stack } from 'aws-cdk-lib';
import { preflightCommand } from '../../cli/preflight';
import {
  FleetShare,
  InferenceRecommenderSweep,
  InstanceType,
  Scaling,
  TrafficPattern,
  TritonRealtimeEndpoint,
  UpdateStrategy,
} from '../../lib';
import { classifier } from '../endpoint/fixtures';
import { awsOnLoopback } from './aws-on-loopback';
import { Build, endpoint, newFolder, removeFolders, synthesized } from './consequences/synthesized';
import { runCommand } from './run-command';

/** Deployments against the quotas of an account that answers on this machine. */

const ACCOUNT = '111122223333';
const G4DN = 'ml.g4dn.xlarge for endpoint usage';

/** An endpoint of the account, with one variant. */
interface Running {
  readonly type: string;
  readonly count: number;
  readonly description?: object;
  readonly config?: object;
}

/** The quotas that are applied, and those of which only the defaults are listed. */
let quotas: Record<string, number>;
let defaults: Record<string, number>;
let running: Record<string, Running>;
let deployed: string | undefined;

const account = awsOnLoopback(({ operation, input }, response) => {
  const [status, content] = contentOf(operation, input);
  response.writeHead(status).end(typeof content === 'string' ? content : JSON.stringify(content));
});
beforeEach(() => {
  [quotas, defaults, running, deployed] = [{}, {}, {}, undefined];
});
afterEach(removeFolders);

function contentOf(operation: string, input: Record<string, string>): [status: number, content: string | object] {
  const [name = ''] = [input.EndpointName ?? input.EndpointConfigName];
  switch (operation) {
    case 'ListEndpoints':
      return [200, { Endpoints: Object.keys(running).map((EndpointName) => ({ EndpointName })) }];
    case 'DescribeEndpoint': {
      const { count, description } = running[name];
      const ProductionVariants = [
        { VariantName: 'AllTraffic', CurrentInstanceCount: count, DesiredInstanceCount: count },
      ];
      return [200, { EndpointStatus: 'InService', EndpointConfigName: name, ProductionVariants, ...description }];
    }
    case 'DescribeEndpointConfig':
      if (running[name].config === undefined && running[name].type === '') {
        return [400, { __type: 'ValidationException', message: `Could not find endpoint configuration "${name}".` }];
      }
      return [
        200,
        {
          ProductionVariants: [
            { VariantName: 'AllTraffic', InstanceType: running[name].type, ...running[name].config },
          ],
        },
      ];
    case 'ListServiceQuotas':
      return [200, page(quotas, input.NextToken)];
    case 'ListAWSDefaultServiceQuotas':
      return [200, page(defaults, input.NextToken)];
    default:
      return deployed === undefined ? [400, NO_STACK] : [200, templateResponse(deployed)];
  }
}

const NO_STACK =
  '<ErrorResponse><Error><Code>ValidationError</Code><Message>Stack with id Serving does not exist</Message></Error></ErrorResponse>';

function templateResponse(template: string): string {
  const escaped = template.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<GetTemplateResponse><GetTemplateResult><TemplateBody>${escaped}</TemplateBody></GetTemplateResult></GetTemplateResponse>`;
}

/** A list of quotas, one on each page. */
function page(all: Record<string, number>, token = '0'): object {
  const names = Object.keys(all);
  const at = Number(token);
  const [QuotaName] = names.slice(at, at + 1);
  const QuotaCode = `L-${QuotaName}`.replace(/\W/g, '').toUpperCase();
  const QuotaArn = `arn:aws:servicequotas:us-east-1:${ACCOUNT}:sagemaker/${QuotaCode}`;
  const Quotas = QuotaName === undefined ? [] : [{ QuotaName, QuotaCode, QuotaArn, Value: all[QuotaName] }];
  return { Quotas, NextToken: at + 1 < names.length ? String(at + 1) : undefined };
}

async function run(...args: string[]): Promise<{ lines: string[]; errors: string; status: unknown }> {
  const { stdout, stderr, status } = await runCommand(preflightCommand(), args);
  return { lines: stdout.split('\n'), errors: stderr, status };
}

/** The exit status of the command, and its lines on quotas. */
async function verdict(build: Build): Promise<[status: unknown, ...lines: string[]]> {
  const { lines, errors, status } = await run(synthesized(build));
  expect(errors).toBe('');
  return [status, ...lines.filter((line) => /^- (ok|too small|not checked|The)/.test(line))];
}

function templateOf(build: Build): string {
  return fs.readFileSync(path.join(synthesized(build), 'Serving.template.json'), 'utf8');
}

const CONSOLE =
  'https://us-east-1.console.aws.amazon.com/servicequotas/home/services/sagemaker/quotas/LMLG4DNXLARGEFORENDPOINTUSAGE';

test('a first deployment needs its fleet next to what other endpoints use', async () => {
  quotas = { 'ml.g5.xlarge for endpoint usage': 9, [G4DN]: 4 };
  running = { other: { type: 'ml.g4dn.xlarge', count: 2 }, cheap: { type: 'ml.c5.xlarge', count: 7 } };
  expect(await verdict(endpoint())).toEqual([
    0,
    `- ok: The quota "${G4DN}" is 4; the deployment needs 2, next to 2 in use by other endpoints. A later update needs up to 6, when scaling is at its maximum. Request an increase of LMLG4DNXLARGEFORENDPOINTUSAGE: ${CONSOLE}`,
  ]);
});

test('a quota that is too small is named with its code and the page on which an increase is requested', async () => {
  quotas = { [G4DN]: 3 };
  running = { other: { type: 'ml.g4dn.xlarge', count: 2 } };
  const [status, line] = await verdict(endpoint());
  expect(status).toBe(1);
  expect(line).toMatch(
    /^- too small: The quota .* is 3; the deployment needs 2, next to 2 in use by other endpoints\./,
  );
  expect(line).toContain(`Request an increase of LMLG4DNXLARGEFORENDPOINTUSAGE: ${CONSOLE}`);
});

test('an update needs both fleets, with the count that scaling has given the old one', async () => {
  quotas = { [G4DN]: 9 };
  running = { vision: { type: 'ml.g4dn.xlarge', count: 5 } };
  deployed = templateOf(endpoint());
  const scaling = Scaling.concurrentRequests({ maxCapacity: 8, requestsPerInstance: 4 });
  const [status, line] = await verdict(endpoint({ scaling, model: classifier({ maxBatchSize: 8 }) }));
  expect(line).toMatch(/^- too small: .* is 9; the deployment needs 10\. A later update needs up to 16/);
  expect(status).toBe(1);
});

test('a rolling update needs a batch more than the fleet, and a shadow variant counts', async () => {
  quotas = { [G4DN]: 5 };
  running = { vision: { type: 'ml.g4dn.xlarge', count: 4 } };
  const updateStrategy = UpdateStrategy.rolling({ maximumBatchSize: FleetShare.instances(1) });
  expect(await verdict(endpoint({ instanceCount: 4, updateStrategy }))).toEqual([
    0,
    `- ok: The quota "${G4DN}" is 5; the deployment needs 5.`,
  ]);
  running = {};
  const shadowVariants = [{ variantName: 'Shadow', instanceCount: 4 }];
  const [status, line] = await verdict(endpoint({ shadowVariants }));
  expect([status, line]).toEqual([1, expect.stringContaining('is 5; the deployment needs 6.')]);
});

test('a deployment without a new fleet needs nothing', async () => {
  running = { vision: { type: 'ml.g4dn.xlarge', count: 2 } };
  deployed = templateOf(endpoint());
  expect(await verdict(endpoint())).toEqual([0, '- The deployment starts no instances.']);
});

test('an endpoint whose template cannot be compared gets a new fleet: that of a nested stack, one that is deployed as YAML', async () => {
  quotas = { [G4DN]: 9 };
  running = { vision: { type: 'ml.g4dn.xlarge', count: 2 } };
  deployed = 'Resources: {}';
  expect((await verdict(endpoint()))[1]).toContain('the deployment needs 4.');
  deployed = templateOf((stack) => void endpoint()(new NestedStack(stack, 'Inner')));
  const app = new App({ outdir: newFolder() });
  endpoint()(new NestedStack(new Stack(app, 'Serving'), 'Inner'));
  const { lines } = await run(app.synth().directory, '--stack', 'Serving');
  expect(lines[0]).toMatch(/^Stack Serving\/Inner/);
  expect(lines[1]).toContain('the deployment needs 4.');
});

test('instances that an update of another endpoint is starting are in use, those of pools by their types', async () => {
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
  running = {
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
  const [, line] = await verdict(endpoint());
  expect(line).toContain('needs 2, next to 8 in use by other endpoints'); // 3 and 3, 1, 1, 0
});

test('a quota without an applied value has its default, and one that is not listed is not checked', async () => {
  defaults = { [G4DN]: 0 };
  expect((await verdict(endpoint()))[1]).toMatch(/^- too small: The quota .* is 0; the deployment needs 2\./);
  defaults = {};
  expect(await verdict(endpoint())).toEqual([2, `- not checked: The quota "${G4DN}" was not found in Service Quotas.`]);
});

test('stacks are deployed one after the other: the second finds the fleet of the first', async () => {
  quotas = { [G4DN]: 3 };
  const app = new App({ outdir: newFolder() });
  for (const name of ['First', 'Second']) {
    const props = { model: classifier(), instanceCount: 2, scaling: Scaling.none() };
    new TritonRealtimeEndpoint(new Stack(app, name), 'Vision', { endpointName: name.toLowerCase(), ...props });
  }
  const folder = app.synth().directory;
  const { lines, status } = await run(folder);
  expect(lines.filter((line) => /^(Stack|- ok|- too)/.test(line))).toEqual([
    'Stack First',
    expect.stringMatching(/^- ok: .* needs 2\. /),
    'Stack Second',
    expect.stringMatching(/^- too small: .* needs 2, next to 2 in use by other endpoints\./),
  ]);
  expect(status).toBe(1);
  expect((await run(folder, '--stack', 'Second')).status).toBe(0);
});

test('tests of Inference Recommender are endpoints, as many as run at the same time', async () => {
  quotas = { [G4DN]: 9, 'ml.g5.xlarge for endpoint usage': 9 };
  const sweep: Build = (stack) => {
    new InferenceRecommenderSweep(stack, 'Sweep', {
      model: classifier(),
      variations: ['one', 'two', 'three'].map((name) => ({ name, overrides: { maxBatchSize: name.length } })),
      instanceTypes: [InstanceType.G4DN_XLARGE, InstanceType.G5_XLARGE],
      trafficPattern: TrafficPattern.phases([{ initialUsers: 1, usersPerMinute: 1, duration: Duration.minutes(10) }]),
      maxParallelJobs: 2,
      maxParallelTests: 3,
      maxCostUsd: 1000,
    });
  };
  expect((await verdict(sweep)).slice(1)).toEqual([
    `- ok: The quota "${G4DN}" is 9; the deployment needs 6.`,
    '- ok: The quota "ml.g5.xlarge for endpoint usage" is 9; the deployment needs 6.',
  ]);
});

test('a template of other tools is read, too: engines need a job, unless they were built before', async () => {
  quotas = { 'ml.g5.xlarge for processing job usage': 0 };
  const engine = { Type: 'Custom::TritonEngine', Properties: { InstanceType: 'ml.g5.xlarge', Job: 'processing' } };
  const file = path.join(newFolder(), 'template.json');
  fs.writeFileSync(file, JSON.stringify({ Resources: { One: engine, Two: engine } }));
  const { lines, status } = await run(file);
  expect(lines[1]).toMatch(
    /^- too small: The quota "ml\.g5\.xlarge for processing job usage" is 0; the deployment needs 1 to build 2 engines one after the other, each within an hour, unless they were built before\. Request an increase/,
  );
  expect(status).toBe(1);
});

test('the quota of a second kind of job is shown, and fails nothing', async () => {
  quotas = { 'ml.g5.xlarge for processing job usage': 1, 'ml.g5.xlarge for training job usage': 0 };
  const Properties = { InstanceType: 'ml.g5.xlarge', Job: 'processing', OtherJob: 'training' };
  const file = path.join(newFolder(), 'template.json');
  fs.writeFileSync(file, JSON.stringify({ Resources: { One: { Type: 'Custom::TritonEngine', Properties } } }));
  const { lines, status } = await run(file);
  expect(lines[2]).toBe(
    '- ok: The quota "ml.g5.xlarge for training job usage" is 0; the deployment needs 0 to build engines, or 1 if the driver of processing jobs is too old for the image.',
  );
  expect(status).toBe(0);
});

test('what is not counted is said: endpoints without a configuration, and reservations', async () => {
  running = { lost: { type: '', count: 1 } };
  const mlReservationArn = `arn:aws:sagemaker:us-east-1:${ACCOUNT}:training-plan/spring`;
  const { lines, status } = await run(
    synthesized(endpoint({ mlReservationArn, instanceType: InstanceType.P5_48XLARGE })),
  );
  expect(status).toBe(0);
  expect(lines).toContain('- The deployment starts no instances.');
  expect(lines).toContain('- not counted: instances that start in a reservation (mlReservationArn)');
  expect(lines.at(-1)).toMatch(/^- not counted: endpoints whose endpoint configurations were deleted, .*: lost$/);
});

test('prints JSON for programs', async () => {
  quotas = { [G4DN]: 3 };
  const { lines } = await run(synthesized(endpoint()), '--format', 'json');
  expect(JSON.parse(lines.join('\n'))).toMatchObject({
    stacks: [
      { stack: 'Serving', quotas: [{ quota: G4DN, result: 'enough', value: 3, needed: 2, inUse: 0, url: CONSOLE }] },
    ],
  });
});

test('without the permission to read the account, prints the numbers that it would compare', async () => {
  account.denied = ['ListEndpoints'];
  const { lines, status, errors } = await run(synthesized(endpoint()));
  account.denied = [];
  expect(lines[1]).toBe(
    `- not checked: The deployment needs 2 of the quota "${G4DN}". A later update needs up to 4, when scaling is at its maximum.`,
  );
  expect(errors).toMatch(/^error: AccessDeniedException/);
  expect(status).toBe(2);
});

test('what cannot be read ends with 2 and says why: permissions, another account, no endpoint', async () => {
  account.denied = ['ListServiceQuotas'];
  expect(await run(synthesized(endpoint()))).toMatchObject({
    status: 2,
    errors: expect.stringContaining('AccessDeniedException: User is not authorized to perform ListServiceQuotas'),
  });
  account.denied = [];
  quotas = { [G4DN]: 3 };
  const app = new App({ outdir: newFolder() });
  endpoint()(new Stack(app, 'Serving', { env: { account: '444455556666', region: 'us-east-1' } }));
  expect((await run(app.synth().directory)).errors).toBe(
    `error: Serving is deployed to account 444455556666, but the credentials belong to account ${ACCOUNT}`,
  );
  expect((await run(synthesized(() => undefined))).errors).toContain('has no SageMaker endpoint');
});
