import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { AssemblyAssets, projectFolders } from '../../cli/assembly/assets';
import { readAssembly } from '../../cli/assembly/stacks';
import { readDeployments } from '../../cli/assembly/deployments';
import { readDashboards } from '../../cli/dashboard/read-dashboards';
import { readLocalAssembly } from '../../cli/local/local-variants';
import { writePublishedFiles, PublishedFiles } from '../../cli/local/published-files';
import { Measurement, readMeasurements, saveMeasurement } from '../../cli/assembly/measurements';

// The commands open no file outside an untrusted assembly, and reject invalid values in its files.

let folder: string;
let assembly: string;
let secret: string;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hostile-'));
  assembly = path.join(folder, 'cdk.out');
  fs.mkdirSync(assembly);
  secret = path.join(folder, 'secret.json');
  fs.writeFileSync(secret, '{"Resources":{},"artifacts":{},"files":{}}');
});
afterEach(() => fs.rmSync(folder, { recursive: true }));

function write(name: string, content: object): string {
  const file = path.join(assembly, name);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, JSON.stringify(content));
  return file;
}

const writeManifest = (type: string, properties: object): string =>
  write('manifest.json', { artifacts: { It: { type, properties } } });

const writeStack = (Resources: object): string => {
  writeManifest('aws:cloudformation:stack', { templateFile: 'It.template.json' });
  return write('It.template.json', { Resources });
};

/** Writes an assembly that uploads the file `source` as `bucket/key`. Returns the assets of the assembly. */
function writeAsset(source: string, allowed: string[] = []): AssemblyAssets {
  writeManifest('cdk:asset-manifest', { file: 'It.assets.json' });
  write('It.assets.json', {
    files: { it: { source: { path: source }, destinations: { here: { bucketName: 'bucket', objectKey: 'key' } } } },
  });
  return readAssembly(assembly, allowed).assets;
}

describe('files that would be uploaded', () => {
  test.each<[string, () => string]>([
    ['a path that leaves the assembly', () => '../secret.json'],
    ['an absolute path', () => secret],
    [
      'a link',
      () => {
        fs.symlinkSync(secret, path.join(assembly, 'asset.json'));
        return 'asset.json';
      },
    ],
  ])('%s is opened only if the user allows the folder of the file', (_, source) => {
    const sourcePath = source();
    const assets = writeAsset(sourcePath);
    for (const open of [() => assets.find('bucket/key'), () => assets.read('bucket/key')]) {
      expect(open).toThrow(
        /the assembly uploads .*secret.json; allowed: files inside .*if this is a file of your model, add --allow /,
      );
    }
    expect(writeAsset(sourcePath, [folder]).find('bucket/key')).toBe(fs.realpathSync(secret));
  });

  test('files inside the assembly are opened', () => {
    write('asset.json', { inside: true });
    expect(writeAsset('asset.json').read('bucket/key')?.toString()).toBe('{"inside":true}');
    expect(writeAsset('missing.json').read('bucket/key')).toBeUndefined();
  });

  test('a pipe and a device are rejected without reading them', () => {
    execFileSync('mkfifo', [path.join(assembly, 'pipe')]);
    expect(() => writeAsset('pipe').read('bucket/key')).toThrow('a pipe, socket or device; allowed: a regular file');
    expect(() => writeAsset('/dev/zero', ['/dev']).read('bucket/key')).toThrow('a pipe, socket or device');
  });

  test('files in the folder of the current CDK app are allowed', () => {
    const inner = path.join(folder, 'app', 'service');
    fs.mkdirSync(inner, { recursive: true });
    fs.writeFileSync(path.join(folder, 'app', 'cdk.json'), '{}');
    expect(projectFolders(inner)).toEqual([path.join(folder, 'app')]);
    expect(projectFolders(folder)).toEqual([]);
  });
});

describe('parts of an assembly', () => {
  test.each([
    ['aws:cloudformation:stack', 'templateFile', '../secret.json'],
    ['cdk:asset-manifest', 'file', '../secret.json'],
  ])('%s: %s is rejected if it is a path outside the assembly', (type, property, name) => {
    writeManifest(type, { [property]: name });
    expect(() => readAssembly(assembly)).toThrow(/secret\.json, which links to .*; allowed: a file inside/);
  });

  test('a nested assembly outside the folder is rejected', () => {
    fs.mkdirSync(path.join(folder, 'other'));
    fs.writeFileSync(path.join(folder, 'other', 'manifest.json'), '{}');
    writeManifest('cdk:cloud-assembly', { directoryName: '../other' });
    expect(() => readAssembly(assembly)).toThrow(/other.*; allowed: a file inside/);
  });

  test.each(['.', 'inner'])('an assembly that contains itself as %s is rejected', (directoryName) => {
    if (directoryName === 'inner') fs.symlinkSync('.', path.join(assembly, 'inner'));
    writeManifest('cdk:cloud-assembly', { directoryName });
    expect(() => readAssembly(assembly)).toThrow('manifest.json: the assembly contains itself');
  });

  test('a template that contains itself is rejected', () => {
    writeAsset('It.template.json');
    write('manifest.json', {
      artifacts: {
        Assets: { type: 'cdk:asset-manifest', properties: { file: 'It.assets.json' } },
        It: { type: 'aws:cloudformation:stack', properties: { templateFile: 'It.template.json' } },
      },
    });
    const nested = { Type: 'AWS::CloudFormation::Stack', Properties: { TemplateURL: 'https://s3/bucket/key' } };
    write('It.template.json', { Resources: { Inner: nested } });
    expect(() => readDeployments(assembly)).toThrow('It/Inner/Inner: the template bucket/key contains itself');
  });

  test.each([[undefined], [7], [{}]])('a template file named %j is rejected', (templateFile) => {
    writeManifest('aws:cloudformation:stack', { templateFile });
    expect(() => readAssembly(assembly)).toThrow('allowed: a path');
  });

  test('a manifest that is a pipe or a device is rejected', () => {
    const manifest = path.join(assembly, 'manifest.json');
    execFileSync('mkfifo', [manifest]);
    expect(() => readAssembly(assembly)).toThrow('allowed: a regular file');
    fs.rmSync(manifest);
    fs.symlinkSync('/dev/zero', manifest);
    expect(() => readAssembly(assembly)).toThrow('allowed: a file inside');
  });

  test('a dashboard is drawn only from templates inside the assembly', () => {
    write('manifest.json', {});
    fs.symlinkSync(secret, path.join(assembly, 'link.template.json'));
    fs.symlinkSync('..', path.join(assembly, 'circle'));
    execFileSync('mkfifo', [path.join(assembly, 'pipe.template.json')]);
    expect(() => readDashboards(assembly)).toThrow('has no dashboard');
  });
});

describe('an invalid value in a template:', () => {
  const endpoint = (properties: unknown): object => ({
    Endpoint: { Type: 'AWS::SageMaker::Endpoint', Properties: properties },
  });
  const config = (ProductionVariants: unknown): object => ({
    Config: { Type: 'AWS::SageMaker::EndpointConfig', Properties: { ProductionVariants } },
  });
  const policy = (Policies: unknown): object => ({ Role: { Type: 'AWS::IAM::Role', Properties: { Policies } } });
  const nested = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels));

  test.each<[string, unknown, string]>([
    ['no resources', null, 'Resources: got null; allowed: an object'],
    ['a resource that is not an object', { It: null }, 'Resources.It: got null; allowed: an object'],
    ['a type that is not text', { It: { Type: {} } }, 'Resources.It.Type: got {}; allowed: text'],
    [
      'properties that are not an object',
      endpoint(null),
      'Resources.Endpoint.Properties: got null; allowed: an object',
    ],
    ['variants that are a number', config(7), 'Resources.Config.Properties.ProductionVariants: got 7; allowed: a list'],
    [
      'a variant without a name',
      config([{}]),
      'Resources.Config.Properties.ProductionVariants[0].VariantName: got nothing; allowed: text',
    ],
    ['policies that are text', policy('x'), 'Resources.Role.Properties.Policies: got "x"; allowed: a list'],
    ['thousands of nested lists', endpoint({ Tags: nested(1000) }), 'got JSON of more levels than 200'],
    [
      'a key that is the name of a method',
      endpoint({ EndpointName: { toString: 1 } }),
      'got the key "toString"; allowed: keys that are no methods',
    ],
  ])('%s causes an error that names the file, the resource and the property', (_, resources, message) => {
    const file = writeStack(resources as object);
    expect(() => readAssembly(assembly)).toThrow(message);
    expect(() => readAssembly(assembly)).toThrow(file);
  });

  test('text that doubles with each level is rejected', () => {
    let value: unknown = 'x'.repeat(100);
    for (let level = 0; level < 60; level++) value = { 'Fn::Sub': ['${a}${a}', { a: value }] };
    writeStack(endpoint({ EndpointName: value }));
    expect(() => readAssembly(assembly)).toThrow(
      /Resources.Endpoint: Fn::Sub, Fn::Join and Ref put in more than \d+ characters/,
    );
  });

  test.each([
    ['a function with arguments that it does not accept', { 'Fn::Join': 7 }],
    ['a function that only the deployment evaluates', { 'Fn::If': ['Condition', [], []] }],
    ['a property that is absent', { Ref: 'AWS::NoValue' }],
  ])('%s in place of the list of variants causes no error', (_, variants) => {
    writeStack({ ...config(variants), ...endpoint({ EndpointName: 'vision', EndpointConfigName: { Ref: 'Config' } }) });
    expect(readLocalAssembly(assembly).variants).toEqual([]);
  });
});

describe('names in an assembly:', () => {
  const endpoint = (EndpointName: unknown, VariantName: string): object => ({
    Config: { Type: 'AWS::SageMaker::EndpointConfig', Properties: { ProductionVariants: [{ VariantName }] } },
    Endpoint: { Type: 'AWS::SageMaker::Endpoint', Properties: { EndpointName, EndpointConfigName: 'Config' } },
  });

  test.each<[string, unknown, string]>([
    ['endpoint', '../../.ssh/authorized_keys', 'AllTraffic'],
    ['variant', 'vision', '/../../x'],
    ['endpoint', 'a\u001b[2Jb', 'AllTraffic'],
  ])('the invalid name of an %s is rejected', (kind, endpointName, variantName) => {
    writeStack(endpoint(endpointName, variantName));
    expect(() => readLocalAssembly(assembly)).toThrow(
      new RegExp(`got the ${kind} name ".*"; allowed: letters, digits and`),
    );
  });

  test('a name that is known only during deployment is accepted', () => {
    writeStack(endpoint({ 'Fn::ImportValue': 'name' }, 'AllTraffic'));
    expect(readLocalAssembly(assembly).variants).toEqual([]); // no variants, because the model is not in the stack
  });

  const measurement = (endpointName: string): Measurement => ({
    endpointName,
    variantName: 'AllTraffic',
    source: 'test',
    at: '2026-01-01T00:00:00Z',
    requests: [],
  });

  test('measurements are written and read only inside the assembly', () => {
    saveMeasurement(assembly, measurement('vision'));
    expect(readMeasurements(assembly)).toEqual([measurement('vision')]);
    expect(() => saveMeasurement(assembly, measurement('../../vision'))).toThrow('got the endpoint name');
    fs.symlinkSync(secret, path.join(assembly, 'measurements', 'link.json'));
    expect(() => readMeasurements(assembly)).toThrow('allowed: a file inside');
  });

  test('a folder of measurements that is a link is rejected', () => {
    fs.symlinkSync(folder, path.join(assembly, 'measurements'));
    expect(() => saveMeasurement(assembly, measurement('vision'))).toThrow('is a link; allowed: a folder');
  });
});

test('if two files have the same path, the second is not written through the link to the first', () => {
  const published = {
    manifest: { copies: [{ path: 'm/model.onnx', key: 'key' }], texts: [{ path: 'm/model.onnx', content: 'gone' }] },
    assetPath: () => secret,
    read: () => undefined,
  } as unknown as PublishedFiles;
  const before = fs.readFileSync(secret, 'utf8');
  expect(() => writePublishedFiles(published, path.join(folder, 'out'), true)).toThrow('EEXIST');
  expect(fs.readFileSync(secret, 'utf8')).toBe(before);
});
