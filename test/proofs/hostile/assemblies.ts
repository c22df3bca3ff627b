import * as fs from 'node:fs';
import * as path from 'node:path';
import { App, Stack } from 'aws-cdk-lib';
import { Packaging, TritonRealtimeEndpoint } from '../../../lib';
import { classifier } from '../../endpoint/fixtures';
import { deepFolders, link, pipe, sparse, writeFiles } from './files';
import type { HostileInput } from './hostile-run';

/** Assemblies: folders that `cdk synth` is said to have written. */

type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
type JsonObject = { [key: string]: Json };

/** What commands print of an assembly. */
const VERBS: Record<string, (assembly: string) => string[]> = {
  consequences: (assembly) => ['consequences', assembly],
  'consequences in JSON': (assembly) => ['consequences', '--format=json', assembly],
  preflight: (assembly) => ['preflight', assembly],
  dashboard: (assembly) => ['dashboard', '--html', path.join(path.dirname(assembly), 'dashboard.html'), assembly],
  local: (assembly) => ['local', '--no-install', assembly],
  check: (assembly) => ['check', assembly],
};

const MANIFEST: JsonObject = {
  version: '36.0.0',
  artifacts: {
    'It.assets': { type: 'cdk:asset-manifest', properties: { file: 'It.assets.json' } },
    It: {
      type: 'aws:cloudformation:stack',
      environment: 'aws://unknown-account/unknown-region',
      properties: { templateFile: 'It.template.json' },
      dependencies: ['It.assets'],
    },
  },
};

interface Parts {
  readonly manifest?: Json | string;
  readonly template?: Json | string;
  readonly assets?: Json | string;
  readonly more?: Record<string, string | Buffer>;
}

/** Text is written as it is. */
const textOf = (json: Json): string => (typeof json === 'string' ? json : JSON.stringify(json));

function writeAssembly(
  folder: string,
  { manifest = MANIFEST, template = { Resources: {} }, assets = { files: {} }, more = {} }: Parts,
): string {
  const assembly = path.join(folder, 'cdk.out');
  writeFiles(assembly, {
    'cdk.out': '{"version":"36.0.0"}',
    'manifest.json': textOf(manifest),
    'It.template.json': textOf(template),
    'It.assets.json': textOf(assets),
    ...more,
  });
  return assembly;
}

/** An endpoint as CDK writes it, with room for what is hostile. */
function endpoint(
  overrides: { name?: Json; variant?: JsonObject; container?: JsonObject; more?: JsonObject; parts?: JsonObject } = {},
): JsonObject {
  return {
    ...overrides.parts,
    Resources: {
      Model: {
        Type: 'AWS::SageMaker::Model',
        Properties: {
          PrimaryContainer: {
            Image: 'x',
            ModelDataUrl: 's3://bucket/key',
            Environment: { SAGEMAKER_TRITON_DEFAULT_MODEL_NAME: 'm' },
            ...overrides.container,
          },
        },
      },
      Config: {
        Type: 'AWS::SageMaker::EndpointConfig',
        Properties: {
          ProductionVariants: [
            {
              VariantName: 'AllTraffic',
              ModelName: { Ref: 'Model' },
              InstanceType: 'ml.g5.xlarge',
              InitialInstanceCount: 1,
              ...overrides.variant,
            },
          ],
        },
      },
      Endpoint: {
        Type: 'AWS::SageMaker::Endpoint',
        Properties: {
          EndpointName: overrides.name ?? 'vision',
          EndpointConfigName: { 'Fn::GetAtt': ['Config', 'EndpointConfigName'] },
        },
      },
      ...overrides.more,
    },
  };
}

const dashboard = (body: Json, name: Json = 'vision'): JsonObject => ({
  Resources: {
    D: {
      Type: 'AWS::CloudWatch::Dashboard',
      Properties: { DashboardName: name, DashboardBody: typeof body === 'string' ? body : JSON.stringify(body) },
    },
  },
});
const widget = (properties: Json, more: JsonObject = {}): JsonObject => ({
  type: 'metric',
  x: 0,
  y: 0,
  width: 6,
  height: 6,
  properties,
  ...more,
});

const ESCAPES = '\u001b[2J\u001b]0;owned\u0007\u202e\u009b31m';
const MARKUP = '</script><script>alert(1)</script><img src=x onerror=alert(1)>';
const repeat = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

/** The resources of a template with numbers behind their ids. */
function renumbered({ Resources }: JsonObject, index: number): [string, Json][] {
  return Object.entries(Resources as JsonObject).map(([id, resource]) => [
    `${id}${index}`,
    JSON.parse(JSON.stringify(resource).replace(/"(Model|Config)"/g, `"$1${index}"`)) as Json,
  ]);
}

/** Each of two nested stacks has two more, and so on. */
function laughs(levels: number): Parts {
  const asset = (index: number): [string, Json] => [
    `a${index}`,
    { source: { path: `t${index}.json` }, destinations: { d: { bucketName: 'bucket', objectKey: `t${index}.json` } } },
  ];
  const nested = (index: number): JsonObject => ({
    Type: 'AWS::CloudFormation::Stack',
    Properties: { TemplateURL: `https://s3/bucket/t${index}.json` },
  });
  const template = (index: number): JsonObject => ({
    Resources: index < levels ? { A: nested(index), B: nested(index) } : {},
  });
  return {
    template: template(0),
    assets: { files: Object.fromEntries(repeat(levels, asset)) },
    more: Object.fromEntries(repeat(levels, (index) => [`t${index}.json`, JSON.stringify(template(index + 1))])),
  };
}

const asset = (source: Json, destinations: Json = { here: { bucketName: 'bucket', objectKey: 'key' } }): Parts => ({
  template: endpoint(),
  assets: { files: { it: { source, destinations } } },
});
const big = 'x'.repeat(1 << 20);

const PARTS: Record<string, Parts | ((folder: string, elsewhere: string) => unknown)> = {
  'has a manifest that is null': { manifest: null },
  'has a manifest that is a list': { manifest: [] },
  'has a manifest that is a text': { manifest: '"x"' },
  'has a manifest that is empty': { manifest: '' },
  'has a manifest nested 200,000 deep': { manifest: '{"artifacts":'.repeat(200_000) },
  'has a manifest with a byte order mark': { manifest: `\ufeff${JSON.stringify(MANIFEST)}` },
  'has artifacts that are null': { manifest: { artifacts: null } },
  'has artifacts that are a text': { manifest: { artifacts: 'text' } },
  'has an artifact that is null': { manifest: { artifacts: { It: null } } },
  'has an artifact without properties': {
    manifest: { artifacts: { It: { type: 'aws:cloudformation:stack', properties: null } } },
  },
  'has an environment of a wrong type': {
    manifest: {
      artifacts: {
        It: {
          type: 'aws:cloudformation:stack',
          environment: 7,
          displayName: {},
          dependencies: 'x',
          properties: { templateFile: 'It.template.json', stackName: [] },
        },
      },
    },
  },
  'has dependencies of a wrong type': {
    manifest: {
      artifacts: {
        It: { type: 'aws:cloudformation:stack', dependencies: 7, properties: { templateFile: 'It.template.json' } },
      },
    },
  },
  'has stacks with names of prototypes': { manifest: JSON.stringify(MANIFEST).replaceAll('"It"', '"__proto__"') },
  'has a stack with escape sequences': {
    manifest: JSON.stringify(MANIFEST).replace(
      '"environment"',
      `"displayName":${JSON.stringify(ESCAPES)},"environment"`,
    ),
    template: endpoint(),
  },
  'has a region with escape sequences': {
    manifest: JSON.stringify(MANIFEST).replace(
      'unknown-account/unknown-region',
      `1/${JSON.stringify(ESCAPES).slice(1, -1)}`,
    ),
    template: endpoint(),
  },
  'has a region that is a host': {
    manifest: JSON.stringify(MANIFEST).replace('unknown-account/unknown-region', '1/x.evil.example#'),
    template: endpoint(),
  },
  'has a template outside': {
    manifest: JSON.stringify(MANIFEST).replace('It.template.json', '../../elsewhere/secret.json'),
  },
  'has a template with NUL in its name': {
    manifest: JSON.stringify(MANIFEST).replace('It.template.json', 'a\\u0000b'),
  },
  'has a template with a name of 100,000 characters': {
    manifest: JSON.stringify(MANIFEST).replace('It.template.json', 'x'.repeat(100_000)),
  },
  'has a template that is missing': { manifest: JSON.stringify(MANIFEST).replace('It.template.json', 'missing.json') },
  'has a template that is its folder': { manifest: JSON.stringify(MANIFEST).replace('It.template.json', '.') },
  'has 1,500 assemblies inside each other': (folder) => {
    const assembly = writeAssembly(folder, {
      manifest: { artifacts: { Inner: { type: 'cdk:cloud-assembly', properties: { directoryName: 'i' } } } },
    });
    let inner = assembly;
    for (let level = 0; level < 1500; level++) {
      inner += '/i';
      fs.mkdirSync(inner);
      fs.copyFileSync(path.join(assembly, 'manifest.json'), `${inner}/manifest.json`);
    }
  },
  'has 3,000 folders inside each other': (folder) => deepFolders(writeAssembly(folder, { template: endpoint() }), 3000),
  'has 50,000 stacks of one template': {
    manifest: {
      artifacts: Object.fromEntries(
        repeat(50_000, (index) => [
          `S${index}`,
          { type: 'aws:cloudformation:stack', properties: { templateFile: 'It.template.json' } },
        ]),
      ),
    },
    template: endpoint(),
  },
  'has a template that is null': { template: null },
  'has a template that is a list': { template: [] },
  'has resources that are a list': { template: { Resources: [null] } },
  'has a resource that is null': { template: { Resources: { R: null } } },
  'has a resource of a wrong type': { template: { Resources: { R: { Type: { a: 1 }, Properties: 7 } } } },
  'has a template nested 100,000 deep': {
    template: `{"Resources":{"R":{"Type":"AWS::SageMaker::Endpoint","Properties":{"EndpointName":${'['.repeat(100_000)}${']'.repeat(100_000)}}}}}`,
  },
  'has a template nested 5,000 deep': {
    template: `{"Resources":{"R":{"Type":"AWS::SageMaker::Endpoint","Properties":{"EndpointName":${'{"Fn::Join":["",['.repeat(5000)}${']]}'.repeat(5000)}}}}}`,
  },
  'has a template of 60 MB of numbers': { template: `{"Resources":{},"x":[${'1,'.repeat(30_000_000)}1]}` },
  'has 200,000 endpoints': {
    template: {
      Resources: Object.fromEntries(
        repeat(200_000, (index) => [
          `E${index}`,
          { Type: 'AWS::SageMaker::Endpoint', Properties: { EndpointName: `e${index}`, EndpointConfigName: 'Config' } },
        ]),
      ),
    },
  },
  'has 3,000 endpoints with their parts': {
    template: {
      Resources: Object.fromEntries(repeat(3000, (index) => renumbered(endpoint({ name: `e${index}` }), index)).flat()),
    },
  },
  'has resources that depend on themselves': {
    template: {
      Resources: {
        Endpoint: {
          Type: 'AWS::SageMaker::Endpoint',
          DependsOn: 'Endpoint',
          Properties: { EndpointConfigName: { Ref: 'Endpoint' } },
        },
      },
    },
  },
  'has a Ref to nothing': { template: endpoint({ name: { Ref: null } }) },
  'has a Ref to a prototype': {
    template: endpoint({
      name: { Ref: '__proto__' },
      container: { Image: { Ref: 'constructor' }, ModelDataUrl: { Ref: 'toString' } },
    }),
  },
  'has parameters of wrong types': {
    template: endpoint({ parts: { Parameters: { P: null, Q: 7 } }, name: { Ref: 'P' } }),
  },
  'has a parameter whose default is an object': {
    template: endpoint({
      parts: { Parameters: { P: { Default: { a: 1 } } } },
      name: { Ref: 'P' },
      container: { ModelDataUrl: { Ref: 'P' } },
    }),
  },
  'has a Join of null': { template: endpoint({ container: { ModelDataUrl: { 'Fn::Join': null } } }) },
  'has a Join without a list': {
    template: endpoint({ container: { ModelDataUrl: { 'Fn::Join': ['', { Ref: 'AWS::Region' }] } } }),
  },
  'has a Join of a number': { template: endpoint({ container: { ModelDataUrl: { 'Fn::Join': 7 } } }) },
  'has a Join of objects': {
    template: endpoint({ container: { ModelDataUrl: { 'Fn::Join': [{}, [{}, null, [[]]]] } } }),
  },
  'has a Select of null': { template: endpoint({ container: { ModelDataUrl: { 'Fn::Select': [3, null] } } }) },
  'has a Select beyond the end': {
    template: endpoint({ container: { ModelDataUrl: { 'Fn::Select': [1e9, ['a']] } } }),
  },
  'has a Select of length': {
    template: endpoint({ container: { ModelDataUrl: { 'Fn::Select': ['constructor', ['a']] } } }),
  },
  'has a Split of null': { template: endpoint({ container: { ModelDataUrl: { 'Fn::Split': [null, null] } } }) },
  'has a Sub of null': { template: endpoint({ container: { ModelDataUrl: { 'Fn::Sub': null } } }) },
  'has a Sub of an empty list': { template: endpoint({ container: { ModelDataUrl: { 'Fn::Sub': [] } } }) },
  'has a Sub with variables of prototypes': {
    template: endpoint({ container: { ModelDataUrl: { 'Fn::Sub': ['${__proto__}${constructor}${toString}', {}] } } }),
  },
  'has a FindInMap of a prototype': {
    template: endpoint({
      parts: { Mappings: {} },
      container: { ModelDataUrl: { 'Fn::FindInMap': ['__proto__', 'constructor', 'name'] } },
    }),
  },
  'has a FindInMap of null': { template: endpoint({ container: { ModelDataUrl: { 'Fn::FindInMap': null } } }) },
  'has functions called as methods of objects': {
    template: endpoint({
      name: { toString: ['x'] },
      container: {
        Image: { constructor: 'x' },
        ModelDataUrl: { valueOf: 1 },
        Environment: { hasOwnProperty: { isPrototypeOf: 1 } },
      },
    }),
  },
  'has a function called __defineGetter__': {
    template: endpoint({ container: { ModelDataUrl: { __defineGetter__: ['a', 'b'] } } }),
  },
  'has a key called __proto__': {
    template: JSON.stringify(endpoint()).replace('"Environment":{', '"Environment":{"__proto__":{"a":"b"},'),
  },
  'has texts that grow a millionfold by Ref': {
    template: endpoint({
      parts: { Parameters: { P: { Default: big } } },
      container: { ModelDataUrl: { 'Fn::Join': ['', repeat(3000, () => ({ Ref: 'P' }))] } },
    }),
  },
  'has texts that grow a millionfold by Sub': {
    template: endpoint({ container: { ModelDataUrl: { 'Fn::Sub': ['${v}'.repeat(100_000), { v: big }] } } }),
  },
  'has texts that grow by a Sub in a Sub': {
    template: endpoint({
      container: {
        ModelDataUrl: repeat(12, (index) => index).reduce<Json>(
          (inner) => ({ 'Fn::Sub': ['${v}${v}${v}${v}${v}${v}${v}${v}', { v: inner }] }),
          'x'.repeat(100),
        ),
      },
    }),
  },
  'has texts that grow by the separator of a Join': {
    template: endpoint({ container: { ModelDataUrl: { 'Fn::Join': [big, repeat(100_000, () => '')] } } }),
  },
  'has placeholders without end': {
    template: endpoint({ container: { ModelDataUrl: { 'Fn::Sub': '${'.repeat(3_000_000) } } }),
  },
  'has nested stacks that double 25 times': laughs(25),
  'has a nested stack whose template is null': { ...laughs(1), more: { 't0.json': 'null' } },
  'has a nested stack whose template is no JSON': { ...laughs(1), more: { 't0.json': '{' } },
  'has 2,000 nested stacks in a chain': (folder) => {
    const levels = 2000;
    const { assets } = laughs(levels);
    const nested = (index: number): JsonObject => ({
      Resources: {
        A: { Type: 'AWS::CloudFormation::Stack', Properties: { TemplateURL: `https://s3/bucket/t${index}.json` } },
      },
    });
    writeAssembly(folder, {
      template: nested(0),
      assets,
      more: Object.fromEntries(repeat(levels, (index) => [`t${index}.json`, JSON.stringify(nested(index + 1))])),
    });
  },
  'has an endpoint with escape sequences': { template: endpoint({ name: ESCAPES }) },
  'has an instance type with escape sequences': { template: endpoint({ variant: { InstanceType: ESCAPES } }) },
  'has an instance type of a prototype': {
    template: endpoint({ variant: { InstanceType: 'ml.__proto__.constructor' } }),
  },
  'has instance counts that are no numbers': {
    template: endpoint({ variant: { InitialInstanceCount: { Ref: 'x' } } }),
  },
  'has instance counts beyond all': {
    template: endpoint({ variant: { InitialInstanceCount: 1e308, InitialVariantWeight: -1 } }),
  },
  'has variants that are no list': {
    template: JSON.stringify(endpoint()).replace(/"ProductionVariants":\[(\{.*?\})\]/, '"ProductionVariants":$1'),
  },
  'has a variant that is null': {
    template: JSON.stringify(endpoint()).replace('"ProductionVariants":[', '"ProductionVariants":[null,'),
  },
  'has variants without names': { template: endpoint({ variant: { VariantName: null } }) },
  'has environment variables that run code': {
    template: endpoint({
      container: {
        Environment: {
          LD_PRELOAD: '/tmp/x.so',
          PYTHONSTARTUP: '/tmp/x.py',
          BASH_ENV: '/tmp/x',
          NODE_OPTIONS: '--require /tmp/x',
          PATH: '/tmp',
          'BASH_FUNC_x%%': '() { touch owned; }',
        },
      },
    }),
  },
  'has environment variables of wrong types': {
    template: endpoint({
      container: {
        Environment: {
          A: null,
          B: 7,
          C: {},
          D: ['x'],
          'a=b': 'c',
          '': 'x',
          'x\u0000': 'y',
          SAGEMAKER_TRITON_LOG_VERBOSE: { Ref: 'AWS::NoValue' },
        },
      },
    }),
  },
  'has an environment that is a list': { template: endpoint({ container: { Environment: ['x'] } }) },
  'has environment variables of 20 MB': {
    template: endpoint({ container: { Environment: { SAGEMAKER_TRITON_ADDITIONAL_ARGS: big.repeat(20) } } }),
  },
  'has arguments of the server that are commands': {
    template: endpoint({
      container: {
        Environment: {
          SAGEMAKER_TRITON_DEFAULT_MODEL_NAME: '../../x; touch owned',
          SAGEMAKER_TRITON_ADDITIONAL_ARGS: '$(touch owned) --model-repository=/etc',
          SAGEMAKER_BIND_TO_PORT: '-1',
          SAGEMAKER_SAFE_PORT_RANGE: 'x-y',
        },
      },
    }),
  },
  'has a smoke test without a specification': {
    template: endpoint({ more: { S: { Type: 'Custom::TritonSmokeTest', Properties: { EndpointName: 'vision' } } } }),
  },
  'has a smoke test with a specification of null': {
    template: endpoint({
      more: { S: { Type: 'Custom::TritonSmokeTest', Properties: { EndpointName: 'vision', Spec: 'null' } } },
    }),
  },
  'has a smoke test with a deep specification': {
    template: endpoint({
      more: {
        S: { Type: 'Custom::TritonSmokeTest', Properties: { EndpointName: 'vision', Spec: '['.repeat(200_000) } },
      },
    }),
  },
  'has a smoke test of variants that are no list': {
    template: endpoint({
      more: {
        S: {
          Type: 'Custom::TritonSmokeTest',
          Properties: { EndpointName: 'vision', Spec: '{"variants":7,"models":null}' },
        },
      },
    }),
  },
  'has a publication without a manifest': {
    template: endpoint({
      container: { ModelDataUrl: null, ModelDataSource: { S3DataSource: { S3Uri: 's3://b/p/' } } },
      more: { P: { Type: 'Custom::TritonModelPublication', Properties: { Bucket: 'b', Prefix: 'p/' } } },
    }),
  },
  'has a publication with wrong types': {
    template: endpoint({
      container: { ModelDataUrl: null, ModelDataSource: { S3DataSource: { S3Uri: 's3://b/p/' } } },
      more: {
        P: {
          Type: 'Custom::TritonModelPublication',
          Properties: { Bucket: 'b', Prefix: 'p/', Manifest: [], SourceBucket: {}, SourceKey: 7 },
        },
      },
    }),
  },
  'has model data that is null': { template: endpoint({ container: { ModelDataUrl: null, ModelDataSource: {} } }) },
  'has scaling of wrong types': {
    template: endpoint({
      more: {
        T: {
          Type: 'AWS::ApplicationAutoScaling::ScalableTarget',
          Properties: {
            ResourceId: 'endpoint/vision/variant/AllTraffic',
            MinCapacity: {},
            MaxCapacity: 'x',
            ScalableDimension: null,
            ServiceNamespace: [],
          },
        },
        U: {
          Type: 'AWS::ApplicationAutoScaling::ScalingPolicy',
          Properties: { ScalingTargetId: 7, TargetTrackingScalingPolicyConfiguration: null },
        },
      },
    }),
  },
  'has roles of wrong types': {
    template: endpoint({
      more: {
        R: { Type: 'AWS::IAM::Role', Properties: { Policies: 'x', AssumeRolePolicyDocument: [] } },
        P: { Type: 'AWS::IAM::Policy', Properties: { PolicyDocument: { Statement: { Action: 7 } }, Roles: {} } },
      },
    }),
  },
  'has an update policy of wrong types': {
    template: JSON.stringify(endpoint()).replace(
      '"EndpointName":"vision"',
      '"EndpointName":"vision","DeploymentConfig":{"BlueGreenUpdatePolicy":7,"RollingUpdatePolicy":{"MaximumBatchSize":null},"AutoRollbackConfiguration":[]}',
    ),
  },
  'has assets that are null': { assets: null, template: endpoint() },
  'has files of assets that are a list': { assets: { files: [null] }, template: endpoint() },
  'has an asset without a source': { assets: { files: { a: { destinations: {} } } }, template: endpoint() },
  'has an asset without destinations': { assets: { files: { a: { source: { path: 'x' } } } }, template: endpoint() },
  'has an asset whose path is a number': asset({ path: 7 }),
  'has an asset with NUL in its path': asset({ path: 'a\u0000b' }),
  'has an asset with a path of 100,000 characters': asset({ path: 'x'.repeat(100_000) }),
  'has an asset outside': asset({ path: '../../elsewhere/secret.json' }),
  'has an asset that is the root of the system': asset({ path: '/' }),
  'has an asset that is the assembly': asset({ path: '.' }),
  'has an asset with escape sequences': asset({ path: ESCAPES }),
  'has destinations of wrong types': asset({ path: 'It.template.json' }, { a: null }),
  'has buckets of wrong types': asset({ path: 'It.template.json' }, { a: { bucketName: 7, objectKey: [] } }),
  'has 300,000 assets': {
    template: endpoint(),
    assets: {
      files: Object.fromEntries(
        repeat(300_000, (index) => [
          `a${index}`,
          { source: { path: `${index}` }, destinations: { d: { bucketName: 'b', objectKey: `${index}` } } },
        ]),
      ),
    },
  },
  'has 3,000 nested stacks and 20,000 assets': {
    template: {
      Resources: Object.fromEntries(
        repeat(3000, (index) => [
          `N${index}`,
          { Type: 'AWS::CloudFormation::Stack', Properties: { TemplateURL: `https://x/${index}` } },
        ]),
      ),
    },
    assets: {
      files: Object.fromEntries(
        repeat(20_000, (index) => [
          `a${index}`,
          { source: { path: `${index}` }, destinations: { d: { bucketName: 'b', objectKey: `k${index}` } } },
        ]),
      ),
    },
  },
  'has an asset that is a pipe': (folder) => pipe(path.join(writeAssembly(folder, asset({ path: 'pipe' })), 'pipe')),
  'has an asset that links to /dev/zero': (folder) =>
    link(path.join(writeAssembly(folder, asset({ path: 'zero' })), 'zero'), '/dev/zero'),
  'has a manifest of 100 GB': (folder) => sparse(path.join(writeAssembly(folder, {}), 'manifest.json'), 100 * 2 ** 30),
  'has a template of 100 GB': (folder) =>
    sparse(path.join(writeAssembly(folder, {}), 'It.template.json'), 100 * 2 ** 30),
  'has a measurement of wrong types': {
    template: endpoint(),
    more: { 'measurements/a.json': 'null', 'measurements/b.json': '[]', 'measurements/c.json': '{"requests":7}' },
  },
  'has a folder of measurements that is a file': { template: endpoint(), more: { measurements: 'x' } },
};

const DASHBOARDS: Record<string, Parts> = {
  'is no JSON': { template: dashboard('{') },
  'is null': { template: dashboard('null') },
  'has no widgets': { template: dashboard('{}') },
  'has widgets that are null': { template: dashboard({ widgets: [null, 7, 'x', []] }) },
  'has widgets without properties': { template: dashboard({ widgets: [{ type: 'metric' }] }) },
  'has widgets of wrong types': {
    template: dashboard({ widgets: [widget({ metrics: 'x', title: {}, alarms: 7, annotations: [], yAxis: null })] }),
  },
  'has metrics that are null': {
    template: dashboard({ widgets: [widget({ metrics: [null, [null], [7], [{}], ['...', 'x']] })] }),
  },
  'has markup everywhere': {
    template: dashboard(
      {
        widgets: [
          widget({
            title: MARKUP,
            metrics: [[MARKUP, MARKUP, MARKUP, MARKUP, { label: MARKUP, stat: MARKUP }]],
            yAxis: { left: { label: MARKUP } },
            annotations: { horizontal: [{ value: 1, label: MARKUP }] },
          }),
          widget({ markdown: `${MARKUP}\n[x](javascript:alert(1))` }, { type: 'text' }),
          widget({ query: MARKUP }, { type: 'log' }),
          widget({ alarms: [MARKUP] }, { type: 'alarm' }),
        ],
      },
      MARKUP,
    ),
  },
  'has places that are markup': {
    template: dashboard({
      widgets: [
        widget(
          { title: 'x' },
          { x: MARKUP, y: `1;background:url(//evil)`, width: '"><script>alert(1)</script>', height: -1e308 },
        ),
      ],
    }),
  },
  'has 200,000 widgets': { template: dashboard({ widgets: repeat(200_000, () => widget({})) }) },
  'has 300,000 metrics': {
    template: dashboard({ widgets: [widget({ metrics: repeat(300_000, (index) => [`n${index}`, 'm']) })] }),
  },
  'has metrics that repeat those above': {
    template: dashboard({
      widgets: [widget({ metrics: [repeat(3000, (index) => `${index}`), ...repeat(3000, () => ['...', 'x'])] })],
    }),
  },
  'has measurements with markup': {
    template: dashboard({
      widgets: [
        widget({ metrics: [['AWS/SageMaker', 'ModelLatency', 'EndpointName', 'vision', 'VariantName', 'AllTraffic']] }),
      ],
    }),
    more: {
      'measurements/a.json': JSON.stringify({
        endpointName: 'vision',
        variantName: 'AllTraffic',
        source: MARKUP,
        at: MARKUP,
        requests: [{ atMilliseconds: 0, milliseconds: MARKUP }],
      }),
    },
  },
  'has measurements of wrong types': {
    template: dashboard({
      widgets: [
        widget({ metrics: [['AWS/SageMaker', 'ModelLatency', 'EndpointName', 'vision', 'VariantName', 'AllTraffic']] }),
      ],
    }),
    more: { 'measurements/a.json': 'null' },
  },
  'has measurements beyond all numbers': {
    template: dashboard({
      widgets: [
        widget({ metrics: [['AWS/SageMaker', 'ModelLatency', 'EndpointName', 'vision', 'VariantName', 'AllTraffic']] }),
      ],
    }),
    more: {
      'measurements/a.json':
        '{"endpointName":"vision","variantName":"AllTraffic","source":"x","at":"not a date","requests":[{"atMilliseconds":1e308,"milliseconds":-1e308},{"atMilliseconds":null}]}',
    },
  },
  'has 400,000 measurements': {
    template: dashboard({
      widgets: [
        widget({ metrics: [['AWS/SageMaker', 'ModelLatency', 'EndpointName', 'vision', 'VariantName', 'AllTraffic']] }),
      ],
    }),
    more: {
      'measurements/a.json': JSON.stringify({
        endpointName: 'vision',
        variantName: 'AllTraffic',
        source: 'x',
        at: '2026-01-01T00:00:00Z',
        requests: repeat(400_000, (index) => ({ atMilliseconds: index, milliseconds: 1 })),
      }),
    },
  },
};

/** Whether a page would run what a name says. */
export function scriptsIn(page: string): string[] {
  if (!fs.existsSync(page)) return [];
  const found = [/<script>alert\(1\)/, /<img src=x onerror/, /href=["']?javascript:/].filter((each) =>
    each.test(fs.readFileSync(page, 'utf8')),
  );
  return found.map((each) => `the page has ${each}`);
}

const writer =
  (parts: (typeof PARTS)[string]): HostileInput['write'] =>
  (folder, { elsewhere }) =>
    typeof parts === 'function' ? parts(folder, elsewhere) : writeAssembly(folder, parts);

const read = (what: string, verb: string, write: HostileInput['write']): HostileInput => ({
  name: `${verb} of an assembly that ${what}`,
  write,
  args: (folder) => VERBS[verb](path.join(folder, 'cdk.out')),
  mayWrite: /^dashboard\.html$/,
  longLines: verb.endsWith('JSON'),
  judgeFiles: (folder) => scriptsIn(path.join(folder, 'dashboard.html')),
});

const names = Object.keys(VERBS);

/** An assembly that `cdk synth` really wrote, with one value changed. */
function mutated(count: number): HostileInput[] {
  const outdir = fs.mkdtempSync(path.join(fs.realpathSync(process.env.TMPDIR ?? '/tmp'), 'm-'));
  const app = new App({ outdir, context: { 'aws:cdk:disable-asset-staging': true } });
  new TritonRealtimeEndpoint(new Stack(app, 'It'), 'Vision', {
    model: classifier(),
    packaging: Packaging.UNCOMPRESSED,
  });
  app.synth();
  const files = Object.fromEntries(
    fs
      .readdirSync(outdir)
      .filter((name) => /\.json$|^cdk\.out$/.test(name))
      .map((name) => [name, fs.readFileSync(path.join(outdir, name), 'utf8')]),
  );
  fs.rmSync(outdir, { recursive: true });
  const template = JSON.parse(files['It.template.json']) as Json;
  const paths = pathsOf(template).filter(
    (each) =>
      /SageMaker|Triton|AutoScaling|CloudWatch|EndpointConfig|Nested/.test(
        JSON.stringify([valueAt(template, each.slice(0, 2)), each]),
      ) && each.length > 2,
  );
  const VALUES: Json[] = [null, 7, [], {}, ['x'], { 'Fn::Join': null }, { Ref: [] }, -1, '', true];
  return Array.from({ length: count }, (_, index) => {
    const place = paths[Math.floor((index * paths.length) / count)];
    const value = VALUES[index % VALUES.length];
    const verb = ['consequences', 'local', 'consequences in JSON', 'preflight', 'dashboard'][index % 5];
    const changed = structuredClone(template);
    (valueAt(changed, place.slice(0, -1)) as JsonObject)[place[place.length - 1]] = value;
    return read(`has ${JSON.stringify(value)} at ${place.join('.')}`, verb, (folder) =>
      writeFiles(path.join(folder, 'cdk.out'), { ...files, 'It.template.json': JSON.stringify(changed) }),
    );
  });
}

function pathsOf(json: Json, above: string[] = []): string[][] {
  if (typeof json !== 'object' || json === null) return [above];
  return [above, ...Object.entries(json).flatMap(([key, inner]) => pathsOf(inner as Json, [...above, key]))];
}

function valueAt(json: Json, place: string[]): Json {
  return place.reduce<Json>((inner, key) => (inner as JsonObject)[key], json);
}

export const assemblies: HostileInput[] = [
  ...Object.entries(PARTS).map(([what, parts], index) => read(what, names[index % names.length], writer(parts))),
  ...Object.entries(PARTS)
    .filter((_, index) => index % 2 === 0)
    .map(([what, parts], index) => read(what, names[(index * 2 + 3) % names.length], writer(parts))),
  ...Object.entries(DASHBOARDS).map(([what, parts]) =>
    read(`has a dashboard that ${what}`, 'dashboard', writer(parts)),
  ),
  ...mutated(70),
];
