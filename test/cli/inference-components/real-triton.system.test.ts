import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { Backend, ModelExample, ModelFiles, Tensor } from '../../../lib';
import { ARTIFACTS_FOLDER, classifier } from '../../endpoint/fixtures';
import { LocalCommand } from '../local/command';
import { synthesizeComponents, twoComponents } from './fixtures';

// Starts a real Triton server for each component. If the server is not installed, these tests fail with the command that installs it.

const EXAMPLES = path.join(ARTIFACTS_FOLDER, 'image-classifier');
let folder: string;
let command: LocalCommand;
beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'components-'));
  const [onnx, torchscript] = twoComponents();
  const assembly = synthesizeComponents(path.join(folder, 'cdk.out'), {
    components: [
      {
        ...onnx,
        model: classifier({ examples: [ModelExample.fromFile(path.join(EXAMPLES, 'onnx.example.json'))] }),
      },
      {
        ...torchscript,
        model: classifier({
          name: 'torchscript',
          backend: Backend.PYTORCH,
          files: ModelFiles.fromDirectory(path.join(EXAMPLES, 'torchscript')),
          inputs: [Tensor.fp32('INPUT__0', [3, 32, 32])],
          outputs: [Tensor.fp32('OUTPUT__0', [10])],
        }),
      },
    ],
  });
  command = new LocalCommand([assembly, '--keep']);
  await command.waitForOutput(/AWS_ENDPOINT_URL=(\S+)[^]*AWS_ENDPOINT_URL=/);
});
afterAll(async () => {
  command.child.kill('SIGINT');
  await command.waitForEnd();
  fs.rmSync(folder, { recursive: true });
});

test('the smoke test of each component runs on its own server', () => {
  const reports = command.output.split('┌').map((table) => table.replace(/[─│├┤┬┴┼└┘┐\s]+/g, ' '));
  const reportOf = (component: string) => reports.find((each) => each.includes(`inference component ${component} `));
  expect(reportOf('shared-classifier')).toMatch(/image-classifier \(onnxruntime\).*PASSED: 1 of 1/);
  expect(reportOf('shared-detector')).toMatch(/torchscript \(pytorch\).*PASSED: 1 of 1/);
  expect(command.output).toContain('Requests of an AWS SDK require InferenceComponentName shared-classifier');
});
