import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { create } from 'tar';
import { importCommand } from '../../../cli/import';
import { configurationsIn } from '../../../cli/import/read-model-data';
import { provideSimulatedAws } from '../aws-on-loopback';
import { CommandResult, runCommand } from '../run-command';
import { describe as describeCalls } from './described';
import { descriptionOf, MANY_SETTINGS } from './described-endpoints';
import { notCarriedOverIn, readAppFile, synthesizeApp } from './written-app';

// Reads an endpoint from an account, which a local server simulates.

process.env.CDK_VALIDATION = 'false';

const CONFIG =
  'name: "net"\nbackend: "python"\nmax_batch_size: 8\ninput { name: "x" data_type: TYPE_FP32 dims: [4] }\noutput { name: "y" data_type: TYPE_FP32 dims: [2] }\n';
const RESOURCE = 'endpoint/shop/variant/AllTraffic';

let folder: string;
let modelData: string;
let archive: Buffer;

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'import-'));
  modelData = 's3://models-of-shop/net.tar.gz';
  archive = packRepository();
});
afterEach(() => fs.rmSync(folder, { recursive: true }));

/** An archive in which a large file precedes the configuration. */
function packRepository(): Buffer {
  const repository = path.join(folder, 'repository');
  fs.mkdirSync(path.join(repository, 'net', '1'), { recursive: true });
  fs.writeFileSync(path.join(repository, 'net', '1', 'model.py'), Buffer.alloc(3_000_000, 'x'));
  fs.writeFileSync(path.join(repository, 'net', 'config.pbtxt'), CONFIG);
  const file = path.join(folder, 'net.tar.gz');
  create({ gzip: true, file, cwd: repository, sync: true }, ['net/1/model.py', 'net/config.pbtxt']);
  return fs.readFileSync(file);
}

const responses = () =>
  describeCalls({
    CreateModel: [
      {
        ModelName: 'model',
        ExecutionRoleArn: 'arn:aws:iam::111122223333:role/Serving',
        PrimaryContainer: {
          Image: '763104351884.dkr.ecr.us-east-1.amazonaws.com/sagemaker-tritonserver:24.09-py3',
          ...(modelData.endsWith('.tar.gz')
            ? { ModelDataUrl: modelData }
            : {
                ModelDataSource: {
                  S3DataSource: { S3Uri: modelData, S3DataType: 'S3Prefix', CompressionType: 'None' },
                },
              }),
        },
        VpcConfig: { Subnets: ['subnet-1'], SecurityGroupIds: ['sg-1'] },
      },
    ],
    CreateEndpointConfig: {
      EndpointConfigName: 'config',
      ProductionVariants: [
        { VariantName: 'AllTraffic', ModelName: 'model', InstanceType: 'ml.g5.xlarge', InitialInstanceCount: 1 },
      ],
    },
    CreateEndpoint: { EndpointName: 'shop', EndpointConfigName: 'config' },
    RegisterScalableTarget: [{ ResourceId: RESOURCE, MinCapacity: 1, MaxCapacity: 4 }],
    Tags: [{ Key: 'team', Value: 'shop' }],
  });

const account = provideSimulatedAws(({ operation, input, url }, response) => {
  const all = responses();
  const json: Record<string, object> = {
    DescribeEndpoint: all.endpoint,
    DescribeEndpointConfig: all.config,
    DescribeModel: all['model-0'],
    ListInferenceComponents: { InferenceComponents: [] },
    ListTags: all.tags,
    DescribeScalableTargets: all.targets,
    DescribeScalingPolicies: all.policies,
    DescribeScheduledActions: all.actions,
    GetResource: {
      ResourceDescription: {
        Identifier: input.Identifier,
        Properties: JSON.stringify({ SubnetId: input.Identifier, VpcId: 'vpc-1', AvailabilityZone: 'us-east-1b' }),
      },
    },
  };
  if (input.EndpointName === 'missing') {
    response
      .writeHead(400)
      .end(JSON.stringify({ __type: 'ValidationException', message: 'Could not find endpoint "missing".' }));
  } else if (operation in json) response.end(JSON.stringify(times(json[operation])));
  else if (url.includes('list-type=2'))
    response.end(
      '<ListBucketResult><Contents><Key>net/net/config.pbtxt</Key></Contents><Contents><Key>net/net/1/model.py</Key></Contents></ListBucketResult>',
    );
  else if (url.includes('config.pbtxt')) response.end(CONFIG);
  else response.writeHead(200, { ETag: '"abc123"', 'x-amz-version-id': 'null' }).end(archive);
});

/** The API returns times as numbers. */
const times = (value: object): object =>
  JSON.parse(JSON.stringify(value), (key, each) => (/Time$/.test(key) ? 1_767_225_600 : each));

const importShop = (...args: string[]): Promise<CommandResult> =>
  runCommand(importCommand(), ['shop', '--region', 'us-east-1', '--output', path.join(folder, 'app'), ...args]);

test('reads the endpoint, its scaling, its network and the configuration in the archive of its model', async () => {
  const { stderr } = await importShop();
  expect(stderr).toBe('');
  const code = readAppFile(folder, 'endpoint-stack.ts');
  expect(code).toContain("ModelFiles.fromS3(modelBucket, 'net.tar.gz', 'abc123')");
  expect(code).toContain("vpcId: 'vpc-1', availabilityZones: ['us-east-1b']");
  expect(code).toContain("Tags.of(endpoint).add('team', 'shop')");
  expect(readAppFile(folder, 'models/net/config.pbtxt')).toBe(CONFIG);
  expect(notCarriedOverIn(folder)).toEqual([`DescribeScalableTargets ${RESOURCE}: MaxCapacity`]);
  expect(readAppFile(folder, 'README.md')).toContain('## Move to a new endpoint\n');
  synthesizeApp(folder);
});

test('reads the configuration from uncompressed files', async () => {
  modelData = 's3://models-of-shop/net/';
  await importShop();
  expect(readAppFile(folder, 'models/net/config.pbtxt')).toBe(CONFIG);
  expect(readAppFile(folder, 'endpoint-stack.ts')).toContain("ModelFiles.fromS3(modelBucket, 'net/')");
});

test('the saved description results in the same app without the account', async () => {
  const saved = path.join(folder, 'shop.json');
  await importShop('--save', saved);
  const again = path.join(folder, 'again');
  const { stderr } = await runCommand(importCommand(), ['--description', saved, '--output', again]);
  expect(stderr).toBe('');
  for (const file of ['endpoint-stack.ts', 'README.md', 'NOT-CARRIED-OVER.md', 'models/net/config.pbtxt'])
    expect(fs.readFileSync(path.join(again, file), 'utf8')).toBe(readAppFile(folder, file));
});

test('the saved description of scripts/check-wheel.sh is current', () => {
  const saved = JSON.parse(fs.readFileSync(path.join(__dirname, 'saved.json'), 'utf8')) as unknown;
  const { calls, configs } = MANY_SETTINGS;
  expect(saved).toEqual(JSON.parse(JSON.stringify(descriptionOf(calls, configs))));
});

test('what cannot be read is listed', async () => {
  account.denied.push('ListTags', 'DescribeScheduledActions');
  await importShop();
  expect(readAppFile(folder, 'NOT-CARRIED-OVER.md')).toMatch(/the tags cannot be read: AccessDeniedException/);
  expect(readAppFile(folder, 'NOT-CARRIED-OVER.md')).toMatch(/the scheduled actions cannot be read/);
});

test('an endpoint or a model that cannot be described is an error', async () => {
  const missing = await runCommand(importCommand(), ['missing', '--region', 'us-east-1']);
  expect([missing.status, missing.stderr]).toEqual([
    2,
    expect.stringContaining(
      'import: the endpoint missing cannot be described: ValidationException: Could not find endpoint "missing".',
    ),
  ]);
  account.denied.push('DescribeModel');
  const denied = await importShop();
  expect(denied.stderr).toMatch(/import: the model model cannot be described: AccessDeniedException/);
  expect(fs.existsSync(path.join(folder, 'app'))).toBe(false);
});

test('an archive that is not one is reported with the option that replaces it', async () => {
  archive = Buffer.from('not an archive');
  const { stderr } = await importShop();
  expect(stderr).toMatch(
    /the configuration of the model that the server loads is not known .*net\.tar\.gz cannot be read: .* --config/,
  );
});

test('a configuration in an archive is found by its path only', async () => {
  const file = path.join(folder, 'deep.tar.gz');
  fs.mkdirSync(path.join(folder, 'net', 'sub'), { recursive: true });
  for (const name of ['config.pbtxt', 'net/config.pbtxt', 'net/sub/config.pbtxt'])
    fs.writeFileSync(path.join(folder, name), CONFIG);
  create({ gzip: true, file, cwd: folder, sync: true }, [
    './config.pbtxt',
    './net/config.pbtxt',
    'net/sub/config.pbtxt',
  ]);
  expect([...(await configurationsIn(fs.createReadStream(file)))]).toEqual([['net', CONFIG]]);
});
