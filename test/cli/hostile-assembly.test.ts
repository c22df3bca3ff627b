import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { AssemblyFiles, projectFolders } from '../../cli/assembly-files';
import { readStacks } from '../../cli/assembly-stacks';
import { readDeployments } from '../../cli/consequences/read-deployments';
import { readDashboards } from '../../cli/dashboard/read-dashboards';
import { readAssembly } from '../../cli/local/assembly';
import { layOut, PublishedFiles } from '../../cli/local/published-files';
import { Measurement, readMeasurements, saveMeasurement } from '../../cli/measurements';

// An assembly that somebody else has written leads the command to no file outside of it.

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

const manifestWith = (type: string, properties: object): string =>
  write('manifest.json', { artifacts: { It: { type, properties } } });

const stackWith = (Resources: object): string => {
  manifestWith('aws:cloudformation:stack', { templateFile: 'It.template.json' });
  return write('It.template.json', { Resources });
};

/** The object `bucket/key` of the assembly. */
function asset(source: string, allowed: string[] = []): AssemblyFiles {
  manifestWith('cdk:asset-manifest', { file: 'It.assets.json' });
  write('It.assets.json', {
    files: { it: { source: { path: source }, destinations: { here: { bucketName: 'bucket', objectKey: 'key' } } } },
  });
  return readStacks(assembly, allowed).objects;
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
  ])('%s is opened only where the user allows its folder', (_, source) => {
    const named = source();
    const refused = asset(named);
    for (const open of [() => refused.find('bucket/key'), () => refused.read('bucket/key')]) {
      expect(open).toThrow(
        /the assembly uploads .*secret.json; allowed: files inside .*if this is a file of your model, add --allow /,
      );
    }
    expect(asset(named, [folder]).find('bucket/key')).toBe(fs.realpathSync(secret));
  });

  test('files inside are opened', () => {
    write('asset.json', { inside: true });
    expect(asset('asset.json').read('bucket/key')?.toString()).toBe('{"inside":true}');
    expect(asset('missing.json').read('bucket/key')).toBeUndefined();
  });

  test('a pipe and a device are refused, and not waited for', () => {
    execFileSync('mkfifo', [path.join(assembly, 'pipe')]);
    expect(() => asset('pipe').read('bucket/key')).toThrow('a pipe, socket or device; allowed: a regular file');
    expect(() => asset('/dev/zero', ['/dev']).read('bucket/key')).toThrow('a pipe, socket or device');
  });

  test('the folder of the app in which the command runs is the user’s own', () => {
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
  ])('%s: %s that leads outside is refused', (type, property, name) => {
    manifestWith(type, { [property]: name });
    expect(() => readStacks(assembly)).toThrow(/secret\.json, which links to .*; allowed: a file inside/);
  });

  test('an assembly elsewhere is refused', () => {
    fs.mkdirSync(path.join(folder, 'other'));
    fs.writeFileSync(path.join(folder, 'other', 'manifest.json'), '{}');
    manifestWith('cdk:cloud-assembly', { directoryName: '../other' });
    expect(() => readStacks(assembly)).toThrow(/other.*; allowed: a file inside/);
  });

  test.each(['.', 'inner'])('an assembly that contains itself, as %s, is refused', (directoryName) => {
    if (directoryName === 'inner') fs.symlinkSync('.', path.join(assembly, 'inner'));
    manifestWith('cdk:cloud-assembly', { directoryName });
    expect(() => readStacks(assembly)).toThrow('manifest.json: the assembly contains itself');
  });

  test('a template that contains itself is refused', () => {
    asset('It.template.json');
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

  test.each([[undefined], [7], [{}]])('a template file called %j is refused', (templateFile) => {
    manifestWith('aws:cloudformation:stack', { templateFile });
    expect(() => readStacks(assembly)).toThrow('allowed: a path');
  });

  test('a manifest that is a pipe is refused, and one that is a device', () => {
    const manifest = path.join(assembly, 'manifest.json');
    execFileSync('mkfifo', [manifest]);
    expect(() => readStacks(assembly)).toThrow('allowed: a regular file');
    fs.rmSync(manifest);
    fs.symlinkSync('/dev/zero', manifest);
    expect(() => readStacks(assembly)).toThrow('allowed: a file inside');
  });

  test('a dashboard is drawn of templates inside the assembly only', () => {
    write('manifest.json', {});
    fs.symlinkSync(secret, path.join(assembly, 'link.template.json'));
    fs.symlinkSync('..', path.join(assembly, 'circle'));
    execFileSync('mkfifo', [path.join(assembly, 'pipe.template.json')]);
    expect(() => readDashboards(assembly)).toThrow('has no dashboard');
  });
});

describe('what stands in the place of something else', () => {
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
    ['a resource that is none', { It: null }, 'Resources.It: got null; allowed: an object'],
    ['a type that is none', { It: { Type: {} } }, 'Resources.It.Type: got {}; allowed: text'],
    ['properties that are none', endpoint(null), 'Resources.Endpoint.Properties: got null; allowed: an object'],
    ['a number of variants', config(7), 'Resources.Config.Properties.ProductionVariants: got 7; allowed: a list'],
    [
      'a variant without a name',
      config([{}]),
      'Resources.Config.Properties.ProductionVariants[0].VariantName: got nothing; allowed: text',
    ],
    ['policies that are text', policy('x'), 'Resources.Role.Properties.Policies: got "x"; allowed: a list'],
    ['thousands of levels', endpoint({ Tags: nested(1000) }), 'got JSON of more levels than 200'],
    [
      'a method',
      endpoint({ EndpointName: { toString: 1 } }),
      'got the key "toString"; allowed: keys that are no methods',
    ],
  ])('%s is an error with file, resource and property', (_, resources, message) => {
    const file = stackWith(resources as object);
    expect(() => readStacks(assembly)).toThrow(message);
    expect(() => readStacks(assembly)).toThrow(file);
  });

  test('texts that double with each level end with an error', () => {
    let value: unknown = 'x'.repeat(100);
    for (let level = 0; level < 60; level++) value = { 'Fn::Sub': ['${a}${a}', { a: value }] };
    stackWith(endpoint({ EndpointName: value }));
    expect(() => readStacks(assembly)).toThrow(
      /Resources.Endpoint: Fn::Sub, Fn::Join and Ref put in more than \d+ characters/,
    );
  });

  test.each([
    ['a function with arguments that it does not accept', { 'Fn::Join': 7 }],
    ['a function that only the deployment evaluates', { 'Fn::If': ['Condition', [], []] }],
    ['a property that is absent', { Ref: 'AWS::NoValue' }],
  ])('%s is no list of variants, and no error', (_, variants) => {
    stackWith({ ...config(variants), ...endpoint({ EndpointName: 'vision', EndpointConfigName: { Ref: 'Config' } }) });
    expect(readAssembly(assembly).variants).toEqual([]);
  });
});

describe('names', () => {
  const endpoint = (EndpointName: unknown, VariantName: string): object => ({
    Config: { Type: 'AWS::SageMaker::EndpointConfig', Properties: { ProductionVariants: [{ VariantName }] } },
    Endpoint: { Type: 'AWS::SageMaker::Endpoint', Properties: { EndpointName, EndpointConfigName: 'Config' } },
  });

  test.each<[string, unknown, string]>([
    ['endpoint', '../../.ssh/authorized_keys', 'AllTraffic'],
    ['variant', 'vision', '/../../x'],
    ['endpoint', 'a\u001b[2Jb', 'AllTraffic'],
  ])('an %s name that is no name is refused', (what, endpointName, variantName) => {
    stackWith(endpoint(endpointName, variantName));
    expect(() => readAssembly(assembly)).toThrow(new RegExp(`got the ${what} name ".*"; allowed: letters, digits and`));
  });

  test('a name that is only known at deployment is accepted', () => {
    stackWith(endpoint({ 'Fn::ImportValue': 'name' }, 'AllTraffic'));
    expect(readAssembly(assembly).variants).toEqual([]); // the model is not in the stack
  });

  const measurement = (endpointName: string): Measurement => ({
    endpointName,
    variantName: 'AllTraffic',
    source: 'test',
    at: '2026-01-01T00:00:00Z',
    requests: [],
  });

  test('measurements are files of the assembly', () => {
    saveMeasurement(assembly, measurement('vision'));
    expect(readMeasurements(assembly)).toEqual([measurement('vision')]);
    expect(() => saveMeasurement(assembly, measurement('../../vision'))).toThrow('got the endpoint name');
    fs.symlinkSync(secret, path.join(assembly, 'measurements', 'link.json'));
    expect(() => readMeasurements(assembly)).toThrow('allowed: a file inside');
  });

  test('a folder of measurements that is a link is refused', () => {
    fs.symlinkSync(folder, path.join(assembly, 'measurements'));
    expect(() => saveMeasurement(assembly, measurement('vision'))).toThrow('is a link; allowed: a folder');
  });
});

test('a path that is there twice does not write through the link to a model', () => {
  const published = {
    manifest: { copies: [{ path: 'm/model.onnx', key: 'key' }], texts: [{ path: 'm/model.onnx', content: 'gone' }] },
    fileOf: () => secret,
    read: () => undefined,
  } as unknown as PublishedFiles;
  const before = fs.readFileSync(secret, 'utf8');
  expect(() => layOut(published, path.join(folder, 'out'), true)).toThrow('EEXIST');
  expect(fs.readFileSync(secret, 'utf8')).toBe(before);
});
