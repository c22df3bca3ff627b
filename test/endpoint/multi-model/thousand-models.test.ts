import * as fs from 'fs';
import * as os from 'os';
import * as path from 'path';
import { App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Backend, ModelFiles, TritonModel, TritonMultiModelEndpoint } from '../../../lib';
import { classifier } from '../fixtures';

const COUNT = 1000;
let work: string;
beforeAll(() => {
  work = fs.mkdtempSync(path.join(os.tmpdir(), 'thousand-'));
  for (let index = 0; index < COUNT; index++) {
    fs.mkdirSync(path.join(work, `${index}`));
    fs.writeFileSync(path.join(work, `${index}`, 'model.py'), 'class TritonPythonModel:\n    pass\n');
    fs.writeFileSync(path.join(work, `${index}`, 'weights.bin'), Buffer.alloc(1_200_000, `model ${index}`));
  }
});
afterAll(() => fs.rmSync(work, { recursive: true }));

/** Synthesizes in a folder that stays, and measures the processor's time: others may be at work on the machine. */
function synth(): { template: Template; seconds: number } {
  const begin = process.cpuUsage();
  const app = new App({ outdir: path.join(work, 'cdk.out') });
  const models = Array.from({ length: COUNT }, (_, index): TritonModel =>
    classifier({
      name: `model-${index}`,
      backend: Backend.PYTHON,
      files: ModelFiles.fromDirectory(path.join(work, `${index}`)),
    }),
  );
  const stack = new Stack(app, 'Stack');
  new TritonMultiModelEndpoint(stack, 'Vision', { models });
  app.synth();
  const { user, system } = process.cpuUsage(begin);
  return { template: Template.fromStack(stack), seconds: (user + system) / 1e6 };
}

test('1,000 models whose content is known: less than 5 s, one publication, no resource for each, less than 200 KB', () => {
  synth();
  const archives = fs.readdirSync(path.join(work, 'cdk.out')).filter((file) => file.endsWith('.tar.gz'));
  expect(archives).toHaveLength(COUNT);
  const packedAt = fs.statSync(path.join(work, 'cdk.out', archives[0])).mtimeMs;

  const { template, seconds } = synth();
  expect(seconds).toBeLessThan(5);
  expect(fs.statSync(path.join(work, 'cdk.out', archives[0])).mtimeMs).toBe(packedAt);
  template.resourceCountIs('Custom::TritonModelPublication', 1);
  expect(Object.keys(template.toJSON().Resources).length).toBeLessThan(60);
  expect(fs.statSync(path.join(work, 'cdk.out', 'Stack.template.json')).size).toBeLessThan(200_000);
}, 180_000);
