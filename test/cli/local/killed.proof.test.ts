import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { App, Stack } from 'aws-cdk-lib';
import { ModelExample, TritonMultiModelEndpoint, TritonRealtimeEndpoint } from '../../../lib';
import { ARTIFACTS_FOLDER, classifier } from '../../endpoint/fixtures';
import { eventually } from '../../setup/eventually';
import { LocalCommand, isProcessRunning } from './command';
import { sample } from '../../setup/proof';

// Kills runs of the command `local`.

let folder: string;
let assembly: string;
beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'killed-'));
  assembly = path.join(folder, 'cdk.out');
  const app = new App({ outdir: assembly });
  const examples = [ModelExample.fromFile(path.join(ARTIFACTS_FOLDER, 'image-classifier', 'onnx.example.json'))];
  const model = classifier({ examples });
  new TritonRealtimeEndpoint(new Stack(app, 'One'), 'Endpoint', { model });
  new TritonMultiModelEndpoint(new Stack(app, 'Many'), 'Endpoint', { models: [model] });
  app.synth();
});
afterAll(() => fs.rmSync(folder, { recursive: true }));

const waitUntilServing = (command: LocalCommand): Promise<unknown> => command.waitForOutput(/AWS_ENDPOINT_URL=/);

const sharedMemoryOf = (workFolder: string): string[] =>
  fs.readdirSync('/dev/shm').filter((name) => name.startsWith(`${workFolder}-`));

/** Waits until the server process has started, before it loads a model. */
const waitUntilStarting = ({ child }: LocalCommand): Promise<void> =>
  eventually(() => expect(isProcessRunning('/bin/tritonserver', child.pid)).toBe(true));

const MOMENTS: [string, string, (command: LocalCommand) => Promise<unknown>][] = [
  ['while the server starts', 'One', waitUntilStarting],
  ['while it serves one model', 'One', waitUntilServing],
  ['while it serves several models', 'Many', waitUntilServing],
];

test.each(sample(MOMENTS, 1))(
  'a run that is killed %s leaves no server, file or shared memory behind',
  async (_, stack, waitForMoment) => {
    const temporaryFolder = fs.mkdtempSync(path.join(folder, 'tmp-'));
    const killed = new LocalCommand([assembly, '--stack', stack, '--keep'], { TMPDIR: temporaryFolder });
    await waitForMoment(killed);
    const [workFolder] = fs.readdirSync(temporaryFolder);
    expect(isProcessRunning(workFolder)).toBe(true);
    expect(sharedMemoryOf(workFolder)).toEqual([]); // the shared memory is private, so other users cannot read tensors
    killed.child.kill('SIGKILL');
    await killed.waitForEnd();
    await eventually(() => expect(isProcessRunning(workFolder)).toBe(false));
    expect(sharedMemoryOf(workFolder)).toEqual([]);
    expect(fs.readdirSync(temporaryFolder)).toEqual([]);
  },
);
