import * as fs from 'fs';
import * as os from 'os';
import * as path from 'path';
import { App, CliCredentialsStackSynthesizer, NestedStack, Stack, Stage } from 'aws-cdk-lib';
import { Annotations, Match } from 'aws-cdk-lib/assertions';
import { DISABLE_ASSET_STAGING_CONTEXT } from 'aws-cdk-lib/cx-api';
import { Construct } from 'constructs';
import {
  InferenceRecommenderJob,
  InstanceType,
  ModelFiles,
  TritonModel,
  TritonMultiModelEndpoint,
  TritonRealtimeEndpoint,
  TritonRealtimeEndpointProps,
} from '../../lib';
import { readAssembly } from '../../cli/assembly/stacks';
import { ARTIFACTS_FOLDER } from '../endpoint/fixtures';
import { bert, bertOnnxPath, PROFILE } from '../endpoint/engines/fixtures';

/** Context key that selects whether files are copied into the cloud assembly. */
const CONTEXT_KEY = 'cdk-sagemaker-triton:assetStaging';

let workFolder: string;
beforeEach(() => (workFolder = fs.mkdtempSync(path.join(os.tmpdir(), 'build-once-'))));
afterEach(() => fs.rmSync(workFolder, { recursive: true }));

/** A model whose ONNX file is larger than 1 MB. */
const largeModel = (): TritonModel => TritonModel.fromDirectory(path.join(ARTIFACTS_FOLDER, 'text-classifier', 'onnx'));

const createEndpoint = (scope: Construct, props: Partial<TritonRealtimeEndpointProps> = {}, id = 'Endpoint'): void => {
  new TritonRealtimeEndpoint(scope, id, { model: largeModel(), ...props });
};

/** Creates an endpoint with an engine that is built from an ONNX file with large weights. */
function createEngineEndpoint(scope: Construct): void {
  const folder = path.join(workFolder, 'bert');
  fs.cpSync(path.dirname(bertOnnxPath()), folder, { recursive: true });
  fs.writeFileSync(path.join(folder, 'bert.data'), Buffer.alloc(2_000_000));
  const files = ModelFiles.fromEngineBuild(path.join(folder, 'bert.onnx'), { profiles: [PROFILE] });
  createEndpoint(scope, { model: bert({ files }) });
}

/** Enables asset staging, which tests disable by default. */
const STAGING_ENABLED = { postCliContext: { [DISABLE_ASSET_STAGING_CONTEXT]: false } };

/** Names of the files that a deployment reads from outside the cloud assembly. */
function outsideFiles(staging: string | undefined, build: (app: App) => void): string[] {
  const context = staging === undefined ? {} : { [CONTEXT_KEY]: staging };
  const app = new App({ outdir: fs.mkdtempSync(path.join(workFolder, 'cdk.out-')), context, ...STAGING_ENABLED });
  build(app);
  const { assets } = readAssembly(app.synth().directory);
  const locations = assets.keys.map((key) => assets.locate(key));
  return locations.filter(({ isInside }) => !isInside).map(({ file }) => path.basename(file));
}

/** Apps, by the first column of the table in docs/ci.md. */
const APPS: Record<string, (app: App) => void> = {
  'real-time or asynchronous endpoint': (app) => createEndpoint(new Stack(app, 'Serving')),
  'endpoint in a nested stack': (app) => createEndpoint(new NestedStack(new Stack(app, 'Serving'), 'Nested')),
  'endpoint in a `Stage`': (app) => createEndpoint(new Stack(new Stage(app, 'Beta'), 'Serving')),
  'stack with `CliCredentialsStackSynthesizer`': (app) =>
    createEndpoint(new Stack(app, 'Serving', { synthesizer: new CliCredentialsStackSynthesizer() })),
  'TensorRT engine that is built from ONNX': (app) => createEngineEndpoint(new Stack(app, 'Serving')),
  'multi-model endpoint': (app) => {
    new TritonMultiModelEndpoint(new Stack(app, 'Serving'), 'Endpoint', { models: [largeModel()] });
  },
  'Inference Recommender job': (app) => {
    const instanceTypes = [InstanceType.G5_XLARGE];
    new InferenceRecommenderJob(new Stack(app, 'Serving'), 'Job', { model: largeModel(), instanceTypes });
  },
};

test('the table in docs/ci.md shows which apps read files from outside the cloud assembly', () => {
  const rows = Object.entries(APPS).map(([name, build]) => {
    const cells = [undefined, 'copy', 'inPlace'].map((staging) =>
      outsideFiles(staging, build).length === 0 ? 'yes' : 'no',
    );
    return `| ${[name, ...cells].join(' | ')} |`;
  });
  const page = fs.readFileSync(path.join(__dirname, '..', '..', 'docs', 'ci.md'), 'utf8');
  const [, table] = /^\| app .*\n\| --- .*\n((?:\|.*\n)+)/m.exec(page) ?? [];
  expect(table?.trim().split('\n')).toEqual(rows);
});

test('an invalid value in the context is rejected', () => {
  expect(() => outsideFiles('move', (app) => createEndpoint(new Stack(app, 'Serving')))).toThrow(
    /^Serving\/Endpoint.*: context key 'cdk-sagemaker-triton:assetStaging': got "move"; allowed: 'inPlace' or 'copy', .*files\.staging\)$/,
  );
});

describe('the message at synth', () => {
  /** The messages about files outside the cloud assembly, with the path of their stack. */
  function messages(context: Record<string, string>, build: (stack: Stack) => void): unknown[] {
    const stack = new Stack(new App({ context }), 'Serving');
    build(stack);
    const annotations = Annotations.fromStack(stack).findInfo('*', Match.stringLikeRegexp('files\\.outside'));
    return annotations.map(({ id, entry }) => [id, entry.data]);
  }

  test('lists the files of all models of a stack, and the context key that copies them', () => {
    const otherFolder = path.join(workFolder, 'other');
    fs.cpSync(path.join(ARTIFACTS_FOLDER, 'text-classifier', 'onnx'), otherFolder, { recursive: true });
    const actual = messages({}, (stack) => {
      createEndpoint(stack, {}, 'First');
      createEndpoint(stack, {}, 'Second');
      createEndpoint(stack, { model: TritonModel.fromDirectory(otherFolder) }, 'Third');
    });
    const names = [path.join(ARTIFACTS_FOLDER, 'text-classifier', 'onnx'), otherFolder].map((folder) =>
      path.relative(process.cwd(), path.join(folder, '1', 'model.onnx')),
    );
    expect(actual).toEqual([
      [
        '/Serving',
        `2 model files are not in the cloud assembly: ${names.join(', ')}. If the assembly is ` +
          "deployed from a different host or folder, set the context key 'cdk-sagemaker-triton:assetStaging' to 'copy', otherwise to " +
          "'inPlace' (https://cdk-sagemaker-triton.github.io/cdk-sagemaker-triton/rules/files.outside) " +
          '[ack: cdk-sagemaker-triton:files.outside]',
      ],
    ]);
  });

  test.each(['copy', 'inPlace'])('is not reported if the context is %s', (staging) => {
    expect(messages({ [CONTEXT_KEY]: staging }, (stack) => createEndpoint(stack))).toEqual([]);
  });
});
