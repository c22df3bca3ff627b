import * as fs from 'node:fs';
import * as path from 'node:path';
import { App, Stack } from 'aws-cdk-lib';
import { TritonRealtimeEndpoint } from '../../../lib';
import { classifier } from '../../endpoint/fixtures';
import { createNestedFolders, createLink, createPipe, createSparseFile, writeFiles } from './files';
import type { HostileInput } from './hostile-run';

/** Hostile cloud assemblies, that is, folders that look as if `cdk synth` had written them. */

type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
type JsonObject = { [key: string]: Json };

/** The arguments of the subcommands that read an assembly, by the name of the subcommand. */
const SUBCOMMANDS: Record<string, (assembly: string) => string[]> = {
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

/** The files of an assembly. A file that is omitted is valid. */
interface AssemblyFiles {
  readonly manifest?: Json | string;
  readonly template?: Json | string;
  readonly assets?: Json | string;
  readonly otherFiles?: Record<string, string | Buffer>;
}

/** JSON as text. A string is already the text to write, which may be invalid JSON. */
const textOf = (json: Json): string => (typeof json === 'string' ? json : JSON.stringify(json));

function writeAssembly(
  folder: string,
  { manifest = MANIFEST, template = { Resources: {} }, assets = { files: {} }, otherFiles = {} }: AssemblyFiles,
): string {
  const assembly = path.join(folder, 'cdk.out');
  writeFiles(assembly, {
    'cdk.out': '{"version":"36.0.0"}',
    'manifest.json': textOf(manifest),
    'It.template.json': textOf(template),
    'It.assets.json': textOf(assets),
    ...otherFiles,
  });
  return assembly;
}

/** The template of an endpoint as CDK writes it, with hostile values for some properties. */
function endpointTemplate(
  overrides: {
    name?: Json;
    variant?: JsonObject;
    container?: JsonObject;
    otherResources?: JsonObject;
    sections?: JsonObject;
  } = {},
): JsonObject {
  return {
    ...overrides.sections,
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
      ...overrides.otherResources,
    },
  };
}

/** The template of a CloudWatch dashboard with the body. */
const dashboardTemplate = (body: Json, name: Json = 'vision'): JsonObject => ({
  Resources: {
    D: {
      Type: 'AWS::CloudWatch::Dashboard',
      Properties: { DashboardName: name, DashboardBody: typeof body === 'string' ? body : JSON.stringify(body) },
    },
  },
});
const widget = (properties: Json, overrides: JsonObject = {}): JsonObject => ({
  type: 'metric',
  x: 0,
  y: 0,
  width: 6,
  height: 6,
  properties,
  ...overrides,
});

const ESCAPES = '\u001b[2J\u001b]0;owned\u0007\u202e\u009b31m';
const MARKUP = '</script><script>alert(1)</script><img src=x onerror=alert(1)>';
/** Creates an item for each index from 0 to the count (exclusive). */
const repeat = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

/** The resources of a template, with the number appended to each logical ID. */
function numberedResources({ Resources }: JsonObject, index: number): [string, Json][] {
  return Object.entries(Resources as JsonObject).map(([id, resource]) => [
    `${id}${index}`,
    JSON.parse(JSON.stringify(resource).replace(/"(Model|Config)"/g, `"$1${index}"`)) as Json,
  ]);
}

/** A template with two nested stacks, each of which has two nested stacks, and so on (like the "billion laughs" attack). */
function billionLaughs(levels: number): AssemblyFiles {
  const assetEntry = (index: number): [string, Json] => [
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
    assets: { files: Object.fromEntries(repeat(levels, assetEntry)) },
    otherFiles: Object.fromEntries(repeat(levels, (index) => [`t${index}.json`, JSON.stringify(template(index + 1))])),
  };
}

/** An assembly with one asset. */
const assemblyWithAsset = (
  source: Json,
  destinations: Json = { here: { bucketName: 'bucket', objectKey: 'key' } },
): AssemblyFiles => ({
  template: endpointTemplate(),
  assets: { files: { it: { source, destinations } } },
});
const MEGABYTE = 'x'.repeat(1 << 20);

const ASSEMBLIES: Record<string, AssemblyFiles | ((folder: string, elsewhere: string) => unknown)> = {
  'has a manifest that is null': { manifest: null },
  'has a manifest that is a list': { manifest: [] },
  'has a manifest that is a string': { manifest: '"x"' },
  'has a manifest that is empty': { manifest: '' },
  'has a manifest nested 200,000 deep': { manifest: '{"artifacts":'.repeat(200_000) },
  'has a manifest with a byte order mark': { manifest: `\ufeff${JSON.stringify(MANIFEST)}` },
  'has artifacts that are null': { manifest: { artifacts: null } },
  'has artifacts that are a string': { manifest: { artifacts: 'text' } },
  'has an artifact that is null': { manifest: { artifacts: { It: null } } },
  'has an artifact without properties': {
    manifest: { artifacts: { It: { type: 'aws:cloudformation:stack', properties: null } } },
  },
  'has an environment of the wrong type': {
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
  'has dependencies of the wrong type': {
    manifest: {
      artifacts: {
        It: { type: 'aws:cloudformation:stack', dependencies: 7, properties: { templateFile: 'It.template.json' } },
      },
    },
  },
  'has a stack named __proto__': { manifest: JSON.stringify(MANIFEST).replaceAll('"It"', '"__proto__"') },
  'has a stack with escape sequences': {
    manifest: JSON.stringify(MANIFEST).replace(
      '"environment"',
      `"displayName":${JSON.stringify(ESCAPES)},"environment"`,
    ),
    template: endpointTemplate(),
  },
  'has a region with escape sequences': {
    manifest: JSON.stringify(MANIFEST).replace(
      'unknown-account/unknown-region',
      `1/${JSON.stringify(ESCAPES).slice(1, -1)}`,
    ),
    template: endpointTemplate(),
  },
  'has a region that is a host': {
    manifest: JSON.stringify(MANIFEST).replace('unknown-account/unknown-region', '1/x.evil.example#'),
    template: endpointTemplate(),
  },
  'has a template outside of the assembly': {
    manifest: JSON.stringify(MANIFEST).replace('It.template.json', '../../elsewhere/secret.json'),
  },
  'has a template with NUL in its name': {
    manifest: JSON.stringify(MANIFEST).replace('It.template.json', 'a\\u0000b'),
  },
  'has a template with a name of 100,000 characters': {
    manifest: JSON.stringify(MANIFEST).replace('It.template.json', 'x'.repeat(100_000)),
  },
  'has a template that is missing': { manifest: JSON.stringify(MANIFEST).replace('It.template.json', 'missing.json') },
  'has a template that is the assembly folder': { manifest: JSON.stringify(MANIFEST).replace('It.template.json', '.') },
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
  'has 3,000 folders inside each other': (folder) =>
    createNestedFolders(writeAssembly(folder, { template: endpointTemplate() }), 3000),
  'has 50,000 stacks with one template': {
    manifest: {
      artifacts: Object.fromEntries(
        repeat(50_000, (index) => [
          `S${index}`,
          { type: 'aws:cloudformation:stack', properties: { templateFile: 'It.template.json' } },
        ]),
      ),
    },
    template: endpointTemplate(),
  },
  'has a template that is null': { template: null },
  'has a template that is a list': { template: [] },
  'has resources that are a list': { template: { Resources: [null] } },
  'has a resource that is null': { template: { Resources: { R: null } } },
  'has a resource of the wrong type': { template: { Resources: { R: { Type: { a: 1 }, Properties: 7 } } } },
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
  'has 3,000 endpoints with models and configurations': {
    template: {
      Resources: Object.fromEntries(
        repeat(3000, (index) => numberedResources(endpointTemplate({ name: `e${index}` }), index)).flat(),
      ),
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
  'has a Ref to nothing': { template: endpointTemplate({ name: { Ref: null } }) },
  'has Refs to members of prototypes': {
    template: endpointTemplate({
      name: { Ref: '__proto__' },
      container: { Image: { Ref: 'constructor' }, ModelDataUrl: { Ref: 'toString' } },
    }),
  },
  'has parameters of wrong types': {
    template: endpointTemplate({ sections: { Parameters: { P: null, Q: 7 } }, name: { Ref: 'P' } }),
  },
  'has a parameter whose default is an object': {
    template: endpointTemplate({
      sections: { Parameters: { P: { Default: { a: 1 } } } },
      name: { Ref: 'P' },
      container: { ModelDataUrl: { Ref: 'P' } },
    }),
  },
  'has a Join of null': { template: endpointTemplate({ container: { ModelDataUrl: { 'Fn::Join': null } } }) },
  'has a Join without a list': {
    template: endpointTemplate({ container: { ModelDataUrl: { 'Fn::Join': ['', { Ref: 'AWS::Region' }] } } }),
  },
  'has a Join of a number': { template: endpointTemplate({ container: { ModelDataUrl: { 'Fn::Join': 7 } } }) },
  'has a Join of objects': {
    template: endpointTemplate({ container: { ModelDataUrl: { 'Fn::Join': [{}, [{}, null, [[]]]] } } }),
  },
  'has a Select of null': { template: endpointTemplate({ container: { ModelDataUrl: { 'Fn::Select': [3, null] } } }) },
  'has a Select beyond the end': {
    template: endpointTemplate({ container: { ModelDataUrl: { 'Fn::Select': [1e9, ['a']] } } }),
  },
  'has a Select with the index "constructor"': {
    template: endpointTemplate({ container: { ModelDataUrl: { 'Fn::Select': ['constructor', ['a']] } } }),
  },
  'has a Split of null': { template: endpointTemplate({ container: { ModelDataUrl: { 'Fn::Split': [null, null] } } }) },
  'has a Sub of null': { template: endpointTemplate({ container: { ModelDataUrl: { 'Fn::Sub': null } } }) },
  'has a Sub of an empty list': { template: endpointTemplate({ container: { ModelDataUrl: { 'Fn::Sub': [] } } }) },
  'has a Sub with variables named like members of prototypes': {
    template: endpointTemplate({
      container: { ModelDataUrl: { 'Fn::Sub': ['${__proto__}${constructor}${toString}', {}] } },
    }),
  },
  'has a FindInMap of a member of a prototype': {
    template: endpointTemplate({
      sections: { Mappings: {} },
      container: { ModelDataUrl: { 'Fn::FindInMap': ['__proto__', 'constructor', 'name'] } },
    }),
  },
  'has a FindInMap of null': { template: endpointTemplate({ container: { ModelDataUrl: { 'Fn::FindInMap': null } } }) },
  'has functions named like methods of objects': {
    template: endpointTemplate({
      name: { toString: ['x'] },
      container: {
        Image: { constructor: 'x' },
        ModelDataUrl: { valueOf: 1 },
        Environment: { hasOwnProperty: { isPrototypeOf: 1 } },
      },
    }),
  },
  'has a function called __defineGetter__': {
    template: endpointTemplate({ container: { ModelDataUrl: { __defineGetter__: ['a', 'b'] } } }),
  },
  'has a key called __proto__': {
    template: JSON.stringify(endpointTemplate()).replace('"Environment":{', '"Environment":{"__proto__":{"a":"b"},'),
  },
  'has a text that Refs expand to 3 GB': {
    template: endpointTemplate({
      sections: { Parameters: { P: { Default: MEGABYTE } } },
      container: { ModelDataUrl: { 'Fn::Join': ['', repeat(3000, () => ({ Ref: 'P' }))] } },
    }),
  },
  'has a text that a Sub expands to 100 GB': {
    template: endpointTemplate({
      container: { ModelDataUrl: { 'Fn::Sub': ['${v}'.repeat(100_000), { v: MEGABYTE }] } },
    }),
  },
  'has a text that 12 nested Subs expand': {
    template: endpointTemplate({
      container: {
        ModelDataUrl: repeat(12, (index) => index).reduce<Json>(
          (inner) => ({ 'Fn::Sub': ['${v}${v}${v}${v}${v}${v}${v}${v}', { v: inner }] }),
          'x'.repeat(100),
        ),
      },
    }),
  },
  'has a Join with a separator of 1 MB and 100,000 items': {
    template: endpointTemplate({ container: { ModelDataUrl: { 'Fn::Join': [MEGABYTE, repeat(100_000, () => '')] } } }),
  },
  'has 3,000,000 unclosed placeholders': {
    template: endpointTemplate({ container: { ModelDataUrl: { 'Fn::Sub': '${'.repeat(3_000_000) } } }),
  },
  'has nested stacks that double 25 times': billionLaughs(25),
  'has a nested stack whose template is null': { ...billionLaughs(1), otherFiles: { 't0.json': 'null' } },
  'has a nested stack whose template is not JSON': { ...billionLaughs(1), otherFiles: { 't0.json': '{' } },
  'has 2,000 nested stacks in a chain': (folder) => {
    const levels = 2000;
    const { assets } = billionLaughs(levels);
    const nested = (index: number): JsonObject => ({
      Resources: {
        A: { Type: 'AWS::CloudFormation::Stack', Properties: { TemplateURL: `https://s3/bucket/t${index}.json` } },
      },
    });
    writeAssembly(folder, {
      template: nested(0),
      assets,
      otherFiles: Object.fromEntries(repeat(levels, (index) => [`t${index}.json`, JSON.stringify(nested(index + 1))])),
    });
  },
  'has an endpoint with escape sequences': { template: endpointTemplate({ name: ESCAPES }) },
  'has an instance type with escape sequences': { template: endpointTemplate({ variant: { InstanceType: ESCAPES } }) },
  'has an instance type named like members of prototypes': {
    template: endpointTemplate({ variant: { InstanceType: 'ml.__proto__.constructor' } }),
  },
  'has instance counts that are not numbers': {
    template: endpointTemplate({ variant: { InitialInstanceCount: { Ref: 'x' } } }),
  },
  'has an instance count of 1e308': {
    template: endpointTemplate({ variant: { InitialInstanceCount: 1e308, InitialVariantWeight: -1 } }),
  },
  'has variants that are not a list': {
    template: JSON.stringify(endpointTemplate()).replace(
      /"ProductionVariants":\[(\{.*?\})\]/,
      '"ProductionVariants":$1',
    ),
  },
  'has a variant that is null': {
    template: JSON.stringify(endpointTemplate()).replace('"ProductionVariants":[', '"ProductionVariants":[null,'),
  },
  'has variants without names': { template: endpointTemplate({ variant: { VariantName: null } }) },
  'has environment variables that run code': {
    template: endpointTemplate({
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
    template: endpointTemplate({
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
  'has an environment that is a list': { template: endpointTemplate({ container: { Environment: ['x'] } }) },
  'has environment variables of 20 MB': {
    template: endpointTemplate({
      container: { Environment: { SAGEMAKER_TRITON_ADDITIONAL_ARGS: MEGABYTE.repeat(20) } },
    }),
  },
  'has server arguments that are commands': {
    template: endpointTemplate({
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
    template: endpointTemplate({
      otherResources: { S: { Type: 'Custom::TritonSmokeTest', Properties: { EndpointName: 'vision' } } },
    }),
  },
  'has a smoke test with a specification of null': {
    template: endpointTemplate({
      otherResources: { S: { Type: 'Custom::TritonSmokeTest', Properties: { EndpointName: 'vision', Spec: 'null' } } },
    }),
  },
  'has a smoke test with a deeply nested specification': {
    template: endpointTemplate({
      otherResources: {
        S: { Type: 'Custom::TritonSmokeTest', Properties: { EndpointName: 'vision', Spec: '['.repeat(200_000) } },
      },
    }),
  },
  'has a smoke test of variants that are not a list': {
    template: endpointTemplate({
      otherResources: {
        S: {
          Type: 'Custom::TritonSmokeTest',
          Properties: { EndpointName: 'vision', Spec: '{"variants":7,"models":null}' },
        },
      },
    }),
  },
  'has a publication without a manifest': {
    template: endpointTemplate({
      container: { ModelDataUrl: null, ModelDataSource: { S3DataSource: { S3Uri: 's3://b/p/' } } },
      otherResources: { P: { Type: 'Custom::TritonModelPublication', Properties: { Bucket: 'b', Prefix: 'p/' } } },
    }),
  },
  'has a publication with wrong types': {
    template: endpointTemplate({
      container: { ModelDataUrl: null, ModelDataSource: { S3DataSource: { S3Uri: 's3://b/p/' } } },
      otherResources: {
        P: {
          Type: 'Custom::TritonModelPublication',
          Properties: { Bucket: 'b', Prefix: 'p/', Manifest: [], SourceBucket: {}, SourceKey: 7 },
        },
      },
    }),
  },
  'has model data that is null': {
    template: endpointTemplate({ container: { ModelDataUrl: null, ModelDataSource: {} } }),
  },
  'has scaling of wrong types': {
    template: endpointTemplate({
      otherResources: {
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
    template: endpointTemplate({
      otherResources: {
        R: { Type: 'AWS::IAM::Role', Properties: { Policies: 'x', AssumeRolePolicyDocument: [] } },
        P: { Type: 'AWS::IAM::Policy', Properties: { PolicyDocument: { Statement: { Action: 7 } }, Roles: {} } },
      },
    }),
  },
  'has an update policy of wrong types': {
    template: JSON.stringify(endpointTemplate()).replace(
      '"EndpointName":"vision"',
      '"EndpointName":"vision","DeploymentConfig":{"BlueGreenUpdatePolicy":7,"RollingUpdatePolicy":{"MaximumBatchSize":null},"AutoRollbackConfiguration":[]}',
    ),
  },
  'has assets that are null': { assets: null, template: endpointTemplate() },
  'has asset files that are a list': { assets: { files: [null] }, template: endpointTemplate() },
  'has an asset without a source': { assets: { files: { a: { destinations: {} } } }, template: endpointTemplate() },
  'has an asset without destinations': {
    assets: { files: { a: { source: { path: 'x' } } } },
    template: endpointTemplate(),
  },
  'has an asset whose path is a number': assemblyWithAsset({ path: 7 }),
  'has an asset with NUL in its path': assemblyWithAsset({ path: 'a\u0000b' }),
  'has an asset with a path of 100,000 characters': assemblyWithAsset({ path: 'x'.repeat(100_000) }),
  'has an asset outside of the assembly': assemblyWithAsset({ path: '../../elsewhere/secret.json' }),
  'has an asset that is the root of the file system': assemblyWithAsset({ path: '/' }),
  'has an asset that is the assembly': assemblyWithAsset({ path: '.' }),
  'has an asset with escape sequences': assemblyWithAsset({ path: ESCAPES }),
  'has destinations of wrong types': assemblyWithAsset({ path: 'It.template.json' }, { a: null }),
  'has buckets of wrong types': assemblyWithAsset(
    { path: 'It.template.json' },
    { a: { bucketName: 7, objectKey: [] } },
  ),
  'has 300,000 assets': {
    template: endpointTemplate(),
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
  'has an asset that is a pipe': (folder) =>
    createPipe(path.join(writeAssembly(folder, assemblyWithAsset({ path: 'pipe' })), 'pipe')),
  'has an asset that links to /dev/zero': (folder) =>
    createLink(path.join(writeAssembly(folder, assemblyWithAsset({ path: 'zero' })), 'zero'), '/dev/zero'),
  'has a manifest of 100 GB': (folder) =>
    createSparseFile(path.join(writeAssembly(folder, {}), 'manifest.json'), 100 * 2 ** 30),
  'has a template of 100 GB': (folder) =>
    createSparseFile(path.join(writeAssembly(folder, {}), 'It.template.json'), 100 * 2 ** 30),
  'has a measurement of wrong types': {
    template: endpointTemplate(),
    otherFiles: { 'measurements/a.json': 'null', 'measurements/b.json': '[]', 'measurements/c.json': '{"requests":7}' },
  },
  'has a measurements folder that is a file': { template: endpointTemplate(), otherFiles: { measurements: 'x' } },
};

const DASHBOARDS: Record<string, AssemblyFiles> = {
  'is not JSON': { template: dashboardTemplate('{') },
  'is null': { template: dashboardTemplate('null') },
  'has no widgets': { template: dashboardTemplate('{}') },
  'has widgets that are null': { template: dashboardTemplate({ widgets: [null, 7, 'x', []] }) },
  'has widgets without properties': { template: dashboardTemplate({ widgets: [{ type: 'metric' }] }) },
  'has widgets of wrong types': {
    template: dashboardTemplate({
      widgets: [widget({ metrics: 'x', title: {}, alarms: 7, annotations: [], yAxis: null })],
    }),
  },
  'has metrics that are null': {
    template: dashboardTemplate({ widgets: [widget({ metrics: [null, [null], [7], [{}], ['...', 'x']] })] }),
  },
  'has markup everywhere': {
    template: dashboardTemplate(
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
  'has positions that are markup': {
    template: dashboardTemplate({
      widgets: [
        widget(
          { title: 'x' },
          { x: MARKUP, y: `1;background:url(//evil)`, width: '"><script>alert(1)</script>', height: -1e308 },
        ),
      ],
    }),
  },
  'has 200,000 widgets': { template: dashboardTemplate({ widgets: repeat(200_000, () => widget({})) }) },
  'has 300,000 metrics': {
    template: dashboardTemplate({ widgets: [widget({ metrics: repeat(300_000, (index) => [`n${index}`, 'm']) })] }),
  },
  'has metrics that repeat the previous metric': {
    template: dashboardTemplate({
      widgets: [widget({ metrics: [repeat(3000, (index) => `${index}`), ...repeat(3000, () => ['...', 'x'])] })],
    }),
  },
  'has measurements with markup': {
    template: dashboardTemplate({
      widgets: [
        widget({ metrics: [['AWS/SageMaker', 'ModelLatency', 'EndpointName', 'vision', 'VariantName', 'AllTraffic']] }),
      ],
    }),
    otherFiles: {
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
    template: dashboardTemplate({
      widgets: [
        widget({ metrics: [['AWS/SageMaker', 'ModelLatency', 'EndpointName', 'vision', 'VariantName', 'AllTraffic']] }),
      ],
    }),
    otherFiles: { 'measurements/a.json': 'null' },
  },
  'has measurements of 1e308 ms': {
    template: dashboardTemplate({
      widgets: [
        widget({ metrics: [['AWS/SageMaker', 'ModelLatency', 'EndpointName', 'vision', 'VariantName', 'AllTraffic']] }),
      ],
    }),
    otherFiles: {
      'measurements/a.json':
        '{"endpointName":"vision","variantName":"AllTraffic","source":"x","at":"not a date","requests":[{"atMilliseconds":1e308,"milliseconds":-1e308},{"atMilliseconds":null}]}',
    },
  },
  'has 400,000 measurements': {
    template: dashboardTemplate({
      widgets: [
        widget({ metrics: [['AWS/SageMaker', 'ModelLatency', 'EndpointName', 'vision', 'VariantName', 'AllTraffic']] }),
      ],
    }),
    otherFiles: {
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

/** Returns the injected scripts that an HTML page would run. */
export function findInjectedScripts(page: string): string[] {
  if (!fs.existsSync(page)) return [];
  const found = [/<script>alert\(1\)/, /<img src=x onerror/, /href=["']?javascript:/].filter((pattern) =>
    pattern.test(fs.readFileSync(page, 'utf8')),
  );
  return found.map((pattern) => `the page has ${pattern}`);
}

/** Creates a function that writes the assembly to a folder. */
const createWriter =
  (assembly: (typeof ASSEMBLIES)[string]): HostileInput['write'] =>
  (folder, { elsewhere }) =>
    typeof assembly === 'function' ? assembly(folder, elsewhere) : writeAssembly(folder, assembly);

/** Creates an input for a subcommand. */
const inputFor = (description: string, subcommand: string, write: HostileInput['write']): HostileInput => ({
  name: `${subcommand} of an assembly that ${description}`,
  write,
  args: (folder) => SUBCOMMANDS[subcommand](path.join(folder, 'cdk.out')),
  mayWrite: /^dashboard\.html$/,
  allowsLongLines: subcommand.endsWith('JSON'),
  findFileProblems: (folder) => findInjectedScripts(path.join(folder, 'dashboard.html')),
});

/** The subcommands for the inputs: each input uses the next subcommand of the list. */
const subcommands = Object.keys(SUBCOMMANDS);

/** Creates inputs from a valid assembly, each with one changed value. */
function mutatedAssemblies(count: number): HostileInput[] {
  const outputFolder = fs.mkdtempSync(path.join(fs.realpathSync(process.env.TMPDIR ?? '/tmp'), 'm-'));
  const app = new App({ outdir: outputFolder, context: { 'aws:cdk:disable-asset-staging': true } });
  new TritonRealtimeEndpoint(new Stack(app, 'It'), 'Vision', { model: classifier() });
  app.synth();
  const files = Object.fromEntries(
    fs
      .readdirSync(outputFolder)
      .filter((name) => /\.json$|^cdk\.out$/.test(name))
      .map((name) => [name, fs.readFileSync(path.join(outputFolder, name), 'utf8')]),
  );
  fs.rmSync(outputFolder, { recursive: true });
  const template = JSON.parse(files['It.template.json']) as Json;
  const paths = pathsOf(template).filter(
    (keys) =>
      /SageMaker|Triton|AutoScaling|CloudWatch|EndpointConfig|Nested/.test(
        JSON.stringify([valueAt(template, keys.slice(0, 2)), keys]),
      ) && keys.length > 2,
  );
  const hostileValues: Json[] = [null, 7, [], {}, ['x'], { 'Fn::Join': null }, { Ref: [] }, -1, '', true];
  return Array.from({ length: count }, (_, index) => {
    const keys = paths[Math.floor((index * paths.length) / count)];
    const value = hostileValues[index % hostileValues.length];
    const subcommand = ['consequences', 'local', 'consequences in JSON', 'preflight', 'dashboard'][index % 5];
    const changed = structuredClone(template);
    (valueAt(changed, keys.slice(0, -1)) as JsonObject)[keys[keys.length - 1]] = value;
    return inputFor(`has ${JSON.stringify(value)} at ${keys.join('.')}`, subcommand, (folder) =>
      writeFiles(path.join(folder, 'cdk.out'), { ...files, 'It.template.json': JSON.stringify(changed) }),
    );
  });
}

/** The paths of all values in JSON, as lists of keys. */
function pathsOf(json: Json, parentKeys: string[] = []): string[][] {
  if (typeof json !== 'object' || json === null) return [parentKeys];
  return [parentKeys, ...Object.entries(json).flatMap(([key, inner]) => pathsOf(inner as Json, [...parentKeys, key]))];
}

function valueAt(json: Json, keys: string[]): Json {
  return keys.reduce<Json>((inner, key) => (inner as JsonObject)[key], json);
}

export const assemblies: HostileInput[] = [
  ...Object.entries(ASSEMBLIES).map(([description, assembly], index) =>
    inputFor(description, subcommands[index % subcommands.length], createWriter(assembly)),
  ),
  ...Object.entries(ASSEMBLIES)
    .filter((_, index) => index % 2 === 0)
    .map(([description, assembly], index) =>
      inputFor(description, subcommands[(index * 2 + 3) % subcommands.length], createWriter(assembly)),
    ),
  ...Object.entries(DASHBOARDS).map(([description, assembly]) =>
    inputFor(`has a dashboard that ${description}`, 'dashboard', createWriter(assembly)),
  ),
  ...mutatedAssemblies(70),
];
