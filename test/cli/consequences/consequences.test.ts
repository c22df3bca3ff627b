import { execFileSync, spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { App, NestedStack, Stack, Stage } from 'aws-cdk-lib';
import { consequencesOf } from '../../../cli/consequences/consequences';
import { renderText } from '../../../cli/consequences/stack-consequences';
import { Batching, TritonMultiModelEndpoint } from '../../../lib';
import { ARTIFACTS_FOLDER, classifier } from '../../endpoint/fixtures';
import { endpointBuilder, createTemporaryFolder, removeTemporaryFolders, synthesizeServing } from './synthesized';

afterEach(removeTemporaryFolders);

function createFile(name: string, content: string): string {
  const file = path.join(createTemporaryFolder(), name);
  fs.writeFileSync(file, content);
  return file;
}

test.each([
  ['the template of the deployed stack', (template: string) => template],
  ["the output of 'aws cloudformation get-template'", (template: string) => `{"TemplateBody":${template}}`],
])('%s, which contains no model files, is accepted as the previous version', (_, contentFor) => {
  const folder = synthesizeServing(endpointBuilder());
  const template = fs.readFileSync(path.join(folder, 'Serving.template.json'), 'utf8');
  const before = template.replace(/(image-classifier\/)[0-9a-f]{64}/g, '$1old');
  const [{ endpoints }] = consequencesOf(folder, { against: createFile('deployed.json', contentFor(before)) });
  expect(endpoints[0].reasons).toEqual(['the model data changes']);
});

test('endpoints in CDK stages and nested stacks are found', () => {
  const app = new App({ outdir: createTemporaryFolder() });
  endpointBuilder()(new Stack(new Stage(app, 'Beta'), 'Serving'));
  endpointBuilder()(new NestedStack(new Stack(app, 'Outer'), 'Inner') as Stack);
  const { directory } = app.synth();
  const endpointsByStack = consequencesOf(directory).map(({ stack, endpoints }) => [stack, endpoints[0].endpoint]);
  expect(endpointsByStack).toEqual([
    [expect.stringMatching(/^Outer\/Inner/), 'vision'],
    ['Beta/Serving', 'vision'],
  ]);
});

test.each(['Beta/Serving', 'Beta-Serving'])('a stack in a CDK stage is found by the name %s', (stack) => {
  const app = new App({ outdir: createTemporaryFolder() });
  endpointBuilder()(new Stack(new Stage(app, 'Beta'), 'Serving'));
  endpointBuilder()(new Stack(new Stage(app, 'Prod'), 'Serving'));
  const { directory } = app.synth();
  expect(consequencesOf(directory, { stack }).map(({ stack: name }) => name)).toEqual(['Beta/Serving']);
  expect(() => consequencesOf(directory, { stack: 'Serving' })).toThrow(
    'has no stack Serving; its stacks: Beta/Serving, Prod/Serving',
  );
});

test('if a stack has several endpoints, each sentence begins with the name of its endpoint', () => {
  const before = synthesizeServing((stack) => {
    endpointBuilder()(stack);
    new TritonMultiModelEndpoint(stack, 'Other', { endpointName: 'other', models: [classifier()] });
  });
  expect(renderText(consequencesOf(before, { against: before }))).toBe(
    'Stack Serving\n- vision: Nothing changes: no new fleet.\n- other: Nothing changes: no new fleet.',
  );
});

describe('the command rejects', () => {
  const assembly = (): string => synthesizeServing(endpointBuilder());

  test.each([
    [
      'a folder that is not an assembly',
      () => consequencesOf(createTemporaryFolder()),
      /has no manifest\.json: pass the folder that 'cdk synth' wrote/,
    ],
    [
      'an unknown stack',
      () => consequencesOf(assembly(), { stack: 'Other' }),
      /has no stack Other; its stacks: Serving/,
    ],
    [
      'an assembly without endpoints',
      () => consequencesOf(synthesizeServing(() => undefined)),
      /has no SageMaker endpoint/,
    ],
    [
      'a file that is not JSON',
      () => consequencesOf(assembly(), { against: createFile('t.yaml', 'Resources:\n') }),
      /t\.yaml is not a CloudFormation template in JSON/,
    ],
    [
      'JSON that is not a template',
      () => consequencesOf(assembly(), { against: createFile('t.json', 'null') }),
      /t\.json is not a CloudFormation template in JSON/,
    ],
    ['a missing file', () => consequencesOf(assembly(), { against: 'absent' }), /ENOENT/],
    ['a device', () => consequencesOf(assembly(), { against: '/dev/null' }), /device; allowed: a regular file/],
  ])('%s', (_, run, message) => {
    expect(run).toThrow(message);
  });

  test('one template for several stacks with endpoints', () => {
    const app = new App({ outdir: createTemporaryFolder() });
    for (const name of ['One', 'Two']) endpointBuilder({ endpointName: name })(new Stack(app, name));
    const against = createFile('t.json', '{"Resources": {}}');
    expect(() => consequencesOf(app.synth().directory, { against })).toThrow(
      /is the template of one stack: choose the stack with --stack; the stacks are One, Two/,
    );
  });
});

describe('the command', () => {
  const COMMAND = path.join(__dirname, '..', '..', '..', 'assets', 'cli', 'index.js');

  test('prints JSON', () => {
    const folder = synthesizeServing(endpointBuilder());
    const stdout = execFileSync(
      process.execPath,
      [COMMAND, 'consequences', folder, '--against', folder, '--format', 'json'],
      {
        encoding: 'utf8',
      },
    );
    expect(JSON.parse(stdout)).toEqual({
      stacks: [
        {
          stack: 'Serving',
          endpoints: [{ endpoint: 'vision', change: 'unchanged', newFleet: 'no', reasons: [] }],
          consequences: [
            {
              about: 'fleet',
              endpoint: 'vision',
              sentence: 'Nothing changes: no new fleet.',
              facts: { newFleet: 'no', reasons: [] },
            },
          ],
        },
      ],
    });
  });

  test('knows which properties contain permissions, and which replace a resource', () => {
    const [before, after] = ['vision', 'eyes'].map((endpointName) =>
      synthesizeServing(endpointBuilder({ endpointName })),
    );
    const options = ['--against', before, '--fail-on', 'permissions,data-loss'];
    const { status, stderr } = spawnSync(process.execPath, [COMMAND, 'consequences', after, ...options], {
      encoding: 'utf8',
    });
    expect(status).toBe(1);
    expect(stderr).toMatch(/^--fail-on permissions: .* asks for approval/);
    expect(stderr).toMatch(/^--fail-on data-loss: .* log group .* is replaced/m);
  });
});

const batching = (maxQueueDelayMicroseconds: number): string =>
  synthesizeServing(
    endpointBuilder({ model: classifier({ batching: Batching.dynamic({ maxQueueDelayMicroseconds }) }) }),
  );

test('model files that were already deployed are copied inside S3, and not uploaded again', () => {
  const modelDataFacts = (after: string, against?: string): unknown =>
    consequencesOf(after, { against })[0].consequences.find(({ about }) => about === 'modelData')?.facts;
  const model = fs.statSync(path.join(ARTIFACTS_FOLDER, 'image-classifier', 'onnx', '1', 'model.onnx')).size;
  const [first, update] = [modelDataFacts(batching(100)), modelDataFacts(batching(500), batching(100))] as Record<
    string,
    number
  >[];
  expect(first.uploadedBytes).toBeGreaterThan(model);
  expect(update.uploadedBytes).toBeLessThan(model);
  expect(update.copiedBytes).toBeGreaterThan(model);
});

test('the example in the documentation equals the output of the command', () => {
  const output = renderText(consequencesOf(batching(500), { against: batching(100) }));
  const page = fs.readFileSync(path.join(__dirname, '..', '..', '..', 'docs', 'ci.md'), 'utf8');
  const [, example] = /```text\n([^]*?)\n```/.exec(page) ?? [];
  const withoutSizes = (text: string): string => text.replace(/[\d.]+ (bytes?|kB)/g, '<size>');
  expect(withoutSizes(example)).toBe(withoutSizes(output));
});
