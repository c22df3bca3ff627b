import { execFileSync, spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { App, NestedStack, Stack, Stage } from 'aws-cdk-lib';
import { consequencesOf } from '../../../cli/consequences/consequences';
import { renderText } from '../../../cli/consequences/text';
import { Batching, TritonMultiModelEndpoint } from '../../../lib';
import { ARTIFACTS, classifier } from '../../endpoint/fixtures';
import { endpoint, newFolder, removeFolders, synthesized } from './synthesized';

afterEach(removeFolders);

function written(name: string, content: string): string {
  const file = path.join(newFolder(), name);
  fs.writeFileSync(file, content);
  return file;
}

test('what is deployed may be given as its template', () => {
  const before = path.join(synthesized(endpoint()), 'Serving.template.json');
  const after = synthesized(endpoint({ instanceCount: 3 }));
  const [{ endpoints }] = consequencesOf(after, { against: before });
  expect(endpoints[0].reasons).toEqual(['instanceCount changes from 2 to 3']);
});

test("a template may be wrapped as 'aws cloudformation get-template' prints it, and has no model files", () => {
  const TemplateBody = JSON.parse(
    fs.readFileSync(path.join(synthesized(endpoint()), 'Serving.template.json'), 'utf8'),
  ) as unknown;
  const changed = JSON.parse(
    JSON.stringify(TemplateBody).replace(/(image-classifier\/)[0-9a-f]{64}/g, '$1old'),
  ) as unknown;
  const against = written('deployed.json', JSON.stringify({ TemplateBody: changed }));
  const [{ endpoints }] = consequencesOf(synthesized(endpoint()), { against });
  expect(endpoints[0].reasons).toEqual(['the model data changes']);
});

test('endpoints of stages and of nested stacks are found, too', () => {
  const app = new App({ outdir: newFolder() });
  endpoint()(new Stack(new Stage(app, 'Beta'), 'Serving'));
  endpoint()(new NestedStack(new Stack(app, 'Outer'), 'Inner') as Stack);
  const { directory } = app.synth();
  const found = consequencesOf(directory).map(({ stack, endpoints }) => [stack, endpoints[0].endpoint]);
  expect(found).toEqual([
    [expect.stringMatching(/^Outer\/Inner/), 'vision'],
    ['Beta/Serving', 'vision'],
  ]);
});

test.each(['Beta/Serving', 'Beta-Serving'])('the stack of a stage is found as %s', (stack) => {
  const app = new App({ outdir: newFolder() });
  endpoint()(new Stack(new Stage(app, 'Beta'), 'Serving'));
  endpoint()(new Stack(new Stage(app, 'Prod'), 'Serving'));
  const { directory } = app.synth();
  expect(consequencesOf(directory, { stack }).map(({ stack: name }) => name)).toEqual(['Beta/Serving']);
  expect(() => consequencesOf(directory, { stack: 'Serving' })).toThrow(
    'has no stack Serving; its stacks: Beta/Serving, Prod/Serving',
  );
});

test('sentences name their endpoint where a stack has several', () => {
  const before = synthesized((stack) => {
    endpoint()(stack);
    new TritonMultiModelEndpoint(stack, 'Other', { endpointName: 'other', models: [classifier()] });
  });
  expect(renderText(consequencesOf(before, { against: before }))).toBe(
    'Stack Serving\n- vision: Nothing changes: no new fleet.\n- other: Nothing changes: no new fleet.',
  );
});

describe('is refused:', () => {
  const assembly = (): string => synthesized(endpoint());

  test.each([
    [
      'a folder that is no assembly',
      () => consequencesOf(newFolder()),
      /has no manifest\.json: pass the folder that 'cdk synth' wrote/,
    ],
    [
      'an unknown stack',
      () => consequencesOf(assembly(), { stack: 'Other' }),
      /has no stack Other; its stacks: Serving/,
    ],
    ['an assembly without endpoints', () => consequencesOf(synthesized(() => undefined)), /has no SageMaker endpoint/],
    [
      'a file that is no JSON',
      () => consequencesOf(assembly(), { against: written('t.yaml', 'Resources:\n') }),
      /t\.yaml is not a CloudFormation template in JSON/,
    ],
    [
      'JSON that is no template',
      () => consequencesOf(assembly(), { against: written('t.json', 'null') }),
      /t\.json is not a CloudFormation template in JSON/,
    ],
    ['a file that is not there', () => consequencesOf(assembly(), { against: 'absent' }), /ENOENT/],
  ])('%s', (_, run, message) => {
    expect(run).toThrow(message);
  });

  test('one template for several stacks with endpoints', () => {
    const app = new App({ outdir: newFolder() });
    for (const name of ['One', 'Two']) endpoint({ endpointName: name })(new Stack(app, name));
    const against = written('t.json', '{"Resources": {}}');
    expect(() => consequencesOf(app.synth().directory, { against })).toThrow(
      /is the template of one stack: choose the stack with --stack; the stacks are One, Two/,
    );
  });
});

describe('the command', () => {
  const COMMAND = path.join(__dirname, '..', '..', '..', 'assets', 'cli', 'index.js');

  test('prints JSON', () => {
    const folder = synthesized(endpoint());
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

  test('says in one sentence what it cannot use', () => {
    const { status, stderr } = spawnSync(process.execPath, [COMMAND, 'consequences', newFolder()], {
      encoding: 'utf8',
    });
    expect(status).toBe(2);
    expect(stderr).toMatch(/^error: \S+ has no manifest\.json: .*\n$/);
  });
});

test('what the assembly of before has is not uploaded again, and is copied to the new prefix', () => {
  const batching = (maxQueueDelayMicroseconds: number): string =>
    synthesized(endpoint({ model: classifier({ batching: Batching.dynamic({ maxQueueDelayMicroseconds }) }) }));
  const bytes = (after: string, against?: string): unknown =>
    consequencesOf(after, { against })[0].consequences.find(({ about }) => about === 'modelData')?.facts;
  const model = fs.statSync(path.join(ARTIFACTS, 'image-classifier', 'onnx', '1', 'model.onnx')).size;
  const [first, update] = [bytes(batching(100)), bytes(batching(500), batching(100))] as Record<string, number>[];
  expect(first.uploadedBytes).toBeGreaterThan(model);
  expect(update.uploadedBytes).toBeLessThan(model);
  expect(update.copiedBytes).toBeGreaterThan(model);
});

test('the example in the documentation is what the command prints', () => {
  const batching = (maxQueueDelayMicroseconds: number): string =>
    synthesized(endpoint({ model: classifier({ batching: Batching.dynamic({ maxQueueDelayMicroseconds }) }) }));
  const printed = renderText(consequencesOf(batching(500), { against: batching(100) }));
  const page = fs.readFileSync(path.join(__dirname, '..', '..', '..', 'docs', 'consequences.md'), 'utf8');
  const [, example] = /```text\n([^]*?)\n```/.exec(page) ?? [];
  const withoutSizes = (text: string): string => text.replace(/[\d.]+ (bytes?|kB)/g, '<size>');
  expect(withoutSizes(example)).toBe(withoutSizes(printed));
});
