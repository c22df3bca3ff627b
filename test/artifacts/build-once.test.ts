import * as fs from 'fs';
import * as os from 'os';
import * as path from 'path';
import { App, CliCredentialsStackSynthesizer, NestedStack, Stack, Stage } from 'aws-cdk-lib';
import { Annotations, Match } from 'aws-cdk-lib/assertions';
import { DISABLE_ASSET_STAGING_CONTEXT } from 'aws-cdk-lib/cx-api';
import { Construct } from 'constructs';
import {
  AssetStaging,
  InferenceRecommenderJob,
  InstanceType,
  ModelFiles,
  Packaging,
  TritonModel,
  TritonMultiModelEndpoint,
  TritonRealtimeEndpoint,
  TritonRealtimeEndpointProps,
} from '../../lib';
import { readStacks } from '../../cli/assembly-stacks';
import { ARTIFACTS } from '../endpoint/fixtures';
import { bert, bertOnnx, PROFILE } from '../endpoint/engines/fixtures';

const KEY = 'cdk-sagemaker-triton:assetStaging';

let work: string;
beforeEach(() => (work = fs.mkdtempSync(path.join(os.tmpdir(), 'build-once-'))));
afterEach(() => fs.rmSync(work, { recursive: true }));

/** A model whose ONNX file is larger than 1 MB. */
const large = (): TritonModel => TritonModel.fromDirectory(path.join(ARTIFACTS, 'text-classifier', 'onnx'));

const serve = (scope: Construct, props: Partial<TritonRealtimeEndpointProps> = {}, id = 'Endpoint'): void => {
  new TritonRealtimeEndpoint(scope, id, { model: large(), ...props });
};

/** An engine that is built from an ONNX file with large weights. */
function engine(scope: Construct): void {
  const folder = path.join(work, 'bert');
  fs.cpSync(path.dirname(bertOnnx()), folder, { recursive: true });
  fs.writeFileSync(path.join(folder, 'bert.data'), Buffer.alloc(2_000_000));
  const files = ModelFiles.engineFrom(path.join(folder, 'bert.onnx'), { profiles: [PROFILE] });
  serve(scope, { model: bert({ files }) });
}

/** The tests' own is true. */
const STAGED = { postCliContext: { [DISABLE_ASSET_STAGING_CONTEXT]: false } };

/** Names of the files that the deployment of an app reads from outside its assembly. */
function outside(staging: AssetStaging | undefined, build: (app: App) => void): string[] {
  const context = staging === undefined ? {} : { [KEY]: staging };
  const app = new App({ outdir: fs.mkdtempSync(path.join(work, 'cdk.out-')), context, ...STAGED });
  build(app);
  const { objects } = readStacks(app.synth().directory);
  const places = objects.keys.map((key) => objects.placeOf(key));
  return places.filter(({ isInside }) => !isInside).map(({ file }) => path.basename(file));
}

/** What the page says of an app, by the first column of its table. */
const APPS: Record<string, (app: App) => void> = {
  'real-time or asynchronous endpoint': (app) => serve(new Stack(app, 'Serving')),
  'endpoint in a nested stack': (app) => serve(new NestedStack(new Stack(app, 'Serving'), 'Nested')),
  'endpoint in a `Stage`': (app) => serve(new Stack(new Stage(app, 'Beta'), 'Serving')),
  'stack with `CliCredentialsStackSynthesizer`': (app) =>
    serve(new Stack(app, 'Serving', { synthesizer: new CliCredentialsStackSynthesizer() })),
  'TensorRT engine that is built from ONNX': (app) => engine(new Stack(app, 'Serving')),
  '`Packaging.ARCHIVE`': (app) => serve(new Stack(app, 'Serving'), { packaging: Packaging.ARCHIVE }),
  'multi-model endpoint': (app) => {
    new TritonMultiModelEndpoint(new Stack(app, 'Serving'), 'Endpoint', { models: [large()] });
  },
  'Inference Recommender job': (app) => {
    const instanceTypes = [InstanceType.G5_XLARGE];
    new InferenceRecommenderJob(new Stack(app, 'Serving'), 'Job', { model: large(), instanceTypes });
  },
};

test('the page has what each app leaves outside its assembly, without and with the context key', () => {
  const rows = Object.entries(APPS).map(([name, build]) => {
    const cells = [undefined, AssetStaging.COPY, AssetStaging.IN_PLACE].map((staging) =>
      outside(staging, build).length === 0 ? 'yes' : 'no',
    );
    return `| ${[name, ...cells].join(' | ')} |`;
  });
  const page = fs.readFileSync(path.join(__dirname, '..', '..', 'docs', 'build-once.md'), 'utf8');
  const [, table] = /^\| app .*\n\| --- .*\n((?:\|.*\n)+)/m.exec(page) ?? [];
  expect(table?.trim().split('\n')).toEqual(rows);
});

test('what an endpoint sets decides before the context does', () => {
  const left = outside(AssetStaging.COPY, (app) => {
    const stack = new Stack(app, 'Serving');
    serve(stack, { assetStaging: AssetStaging.IN_PLACE }, 'First');
    serve(stack, {}, 'Second');
  });
  expect(left).toEqual(['model.onnx']);
});

test('another value is an error that names the key and its values', () => {
  expect(() => outside('move' as AssetStaging, (app) => serve(new Stack(app, 'Serving')))).toThrow(
    /^Serving\/Endpoint.*: context key 'cdk-sagemaker-triton:assetStaging': got "move"; allowed: 'inPlace' or 'copy', .*files\.staging\)$/,
  );
});

describe('the line at synthesis', () => {
  /** The information about files outside of the assembly, by stack. */
  function lines(context: Record<string, string>, build: (stack: Stack) => void): unknown[] {
    const stack = new Stack(new App({ context }), 'Serving');
    build(stack);
    const found = Annotations.fromStack(stack).findInfo('*', Match.stringLikeRegexp('files\\.outside'));
    return found.map(({ id, entry }) => [id, entry.data]);
  }

  test('names the files of all models of a stack, and what brings them into the assembly', () => {
    const other = path.join(work, 'other');
    fs.cpSync(path.join(ARTIFACTS, 'text-classifier', 'onnx'), other, { recursive: true });
    const said = lines({}, (stack) => {
      serve(stack, {}, 'First');
      serve(stack, {}, 'Second');
      serve(stack, { model: TritonModel.fromDirectory(other) }, 'Third');
    });
    const names = [path.join(ARTIFACTS, 'text-classifier', 'onnx'), other].map((folder) =>
      path.relative(process.cwd(), path.join(folder, '1', 'model.onnx')),
    );
    expect(said).toEqual([
      [
        '/Serving',
        `2 model files are not in the cloud assembly: ${names.join(', ')}. If the assembly is ` +
          "deployed from a different host or folder, set the context key 'cdk-sagemaker-triton:assetStaging' to 'copy', otherwise to " +
          "'inPlace' (https://cdk-sagemaker-triton.github.io/cdk-sagemaker-triton/rules/files.outside) " +
          '[ack: cdk-sagemaker-triton:files.outside]',
      ],
    ]);
  });

  test.each([
    ['without such a file', {}, { packaging: Packaging.ARCHIVE }],
    ['when the app has decided', { [KEY]: 'inPlace' }, {}],
    ['when the endpoint has decided', {}, { assetStaging: AssetStaging.IN_PLACE }],
  ])('is not there %s', (_, context, props) => {
    expect(lines(context, (stack) => serve(stack, props))).toEqual([]);
  });
});
