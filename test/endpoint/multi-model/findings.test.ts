import * as fs from 'fs';
import * as os from 'os';
import * as path from 'path';
import { App, Stack } from 'aws-cdk-lib';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import {
  Backend,
  Ensemble,
  InstanceType,
  ModelFiles,
  Tensor,
  TritonImage,
  TritonModel,
  TritonMultiModelEndpointProps,
} from '../../../lib';
import { classifier } from '../fixtures';
import {
  modelOfSize,
  classifierNamed,
  propertiesOf,
  multiModelTemplate,
  createVisionEndpoint,
  warningsOf,
} from './fixtures';

let workFolder: string;
beforeEach(() => (workFolder = fs.mkdtempSync(path.join(os.tmpdir(), 'multi-model-'))));
afterEach(() => fs.rmSync(workFolder, { recursive: true, force: true }));

const INPUTS = [Tensor.fp32('image', [3, 32, 32])];
const OUTPUTS = [Tensor.fp32('scores', [10])];

const ensembleOf = (name: string, member: TritonModel): TritonModel =>
  new TritonModel({
    name,
    backend: Backend.ENSEMBLE,
    maxBatchSize: 16,
    inputs: INPUTS,
    outputs: OUTPUTS,
    ensemble: Ensemble.of([{ model: member, inputMap: { image: 'image' }, outputMap: { scores: 'scores' } }]),
  });

/** Returns the only error of an endpoint. */
function problemOf(props: Partial<TritonMultiModelEndpointProps>, stack?: Stack): string {
  try {
    multiModelTemplate(createVisionEndpoint(props, stack));
  } catch (error) {
    const problems = (error as Error).message.split('\n').filter((line) => line.startsWith('  - '));
    expect(problems).toHaveLength(1);
    return problems[0];
  }
  throw new Error('the endpoint has no findings');
}

describe('a multi-model endpoint rejects', () => {
  test('an instance type with several GPUs', () => {
    expect(problemOf({ instanceType: InstanceType.G4DN_12XLARGE })).toMatch(
      /- instanceType: got ml\.g4dn\.12xlarge \(4 GPUs\); allowed for a multi-model endpoint: types with one GPU.*\/sm\.mme-gpu-type\)/,
    );
  });

  test('two models with the same name', () => {
    expect(problemOf({ models: [classifierNamed('cat'), classifierNamed('dog'), classifierNamed('cat')] })).toMatch(
      /- models\[2\]: got 'cat' twice; allowed: a unique name for each model \(\S+\/mme\.duplicate\)/,
    );
    const endpoint = createVisionEndpoint();
    expect(() => endpoint.addModel(classifierNamed('bird'), 'cat')).toThrow(
      /- addModel\(cat\): got 'cat' twice.*\/mme\.duplicate\)/,
    );
  });

  test('an archive with two models and no ensemble', () => {
    const [model, member] = [classifierNamed('one'), classifierNamed('two')];
    expect(problemOf({ models: [model.withOverrides({ members: [member] })] })).toMatch(
      /- models\[0\]\.members: got 2 models without an ensemble \(one, two\); allowed: one model, or one ensemble.*\/mme\.archive-many\)/,
    );
  });

  test('an ensemble in an ensemble, because the container would load only one of them', () => {
    expect(problemOf({ models: [ensembleOf('outer', ensembleOf('inner', classifierNamed('cat')))] })).toMatch(
      /got 2 configurations with 'platform: "ensemble"' \(outer, inner\) among outer, inner, cat.*\/mme\.archive-many\)/,
    );
  });

  test('files in S3', () => {
    const stack = new Stack(new App(), 'Stack');
    const files = ModelFiles.fromS3(Bucket.fromBucketName(stack, 'Models', 'models'), 'cat/', '1');
    expect(problemOf({ models: [classifier({ files })] }, stack)).toMatch(
      /- models\[0\]\.files: got 'cat\/' in S3 \(ModelDataSource\); allowed on a multi-model endpoint: local files.*\/sm\.mme-datasource\)/,
    );
  });

  test('a model larger than the GPU', () => {
    expect(problemOf({ models: [modelOfSize(workFolder, 'giant', 17)] })).toMatch(
      /- models\[0\]: 'giant' needs at least 17\.0 GiB; allowed: at most the 15\.0 GiB of GPU memory of ml\.g4dn\.xlarge.*\/mme\.model-memory\)/,
    );
  });

  test('a decoupled model, which can send any number of responses', () => {
    expect(
      problemOf({ models: [classifier({ backend: Backend.PYTHON, files: pythonFile(), decoupled: true })] }),
    ).toMatch(/decoupled: got true.*\/mme\.decoupled\)/);
  });

  test('a name with a slash, which releases from 26.03 reject', () => {
    const endpoint = createVisionEndpoint({
      image: TritonImage.forRelease('26.05'),
      instanceType: InstanceType.G5_XLARGE,
    });
    expect(() => endpoint.addModel(classifierNamed('cat'), 'team/cat')).toThrow(
      /without '\/', or a release before 26\.03 \(\S+\/mme\.target-slash\)/,
    );
  });

  test('a name that no request can contain', () => {
    expect(() => createVisionEndpoint().addModel(classifierNamed('cat'), 'a cat')).toThrow(
      /got 'a cat'; allowed: .*\/mme\.target-name\)/,
    );
  });

  test('an empty list of models, unless the prefix is open', () => {
    expect(() => multiModelTemplate(createVisionEndpoint({ models: [] }))).toThrow(
      /models: got none; allowed: at least one.*\/mme\.models\)/,
    );
    expect(() => multiModelTemplate(createVisionEndpoint({ models: [], openPrefix: true }))).not.toThrow();
  });

  test('a grant to add models at run time if the prefix is not open', () => {
    const endpoint = createVisionEndpoint();
    expect(() => endpoint.grantPublish(endpoint.role)).toThrow(/requires openPrefix: true \(\S+\/mme\.open-prefix\)/);
  });
});

describe('a multi-model endpoint warns about', () => {
  test('a single instance', () => {
    expect(warningsOf(createVisionEndpoint({ instanceCount: 1 })).join()).toMatch(
      /instanceCount: got 1; with 2 or more.*mme\.one-instance/,
    );
    expect(warningsOf(createVisionEndpoint()).join()).not.toContain('mme.one-instance');
  });

  test('a newer type with one GPU, which AWS does not document', () => {
    expect(warningsOf(createVisionEndpoint({ instanceType: InstanceType.G6_XLARGE })).join()).toMatch(
      /got ml\.g6\.xlarge; AWS lists p2, p3, g4dn and g5 types.*sm\.mme-gpu-type/,
    );
  });

  test('a type that is not in the table', () => {
    const endpoint = createVisionEndpoint({ instanceType: InstanceType.of('ml.g99.xlarge') });
    expect(warningsOf(endpoint).join()).toMatch(/ml\.g99\.xlarge.*sm\.variant-type/);
    expect(propertiesOf(multiModelTemplate(endpoint), 'AWS::ApplicationAutoScaling::ScalingPolicy')).toMatchObject({
      TargetTrackingScalingPolicyConfiguration: { TargetValue: 60 },
    });
  });

  test('a model that may take longer to load than a request waits', () => {
    expect(warningsOf(createVisionEndpoint({ models: [modelOfSize(workFolder, 'large', 3)] })).join()).toMatch(
      /models\[0\]: got 3\.0 GiB of files, which may take 97 s to load; a request waits 60 s.*ModelNotReadyException.*mme\.cold-load/,
    );
    expect(warningsOf(createVisionEndpoint({ models: [modelOfSize(workFolder, 'small', 1)] })).join()).not.toContain(
      'mme.cold-load',
    );
  });
});

function pythonFile(): ModelFiles {
  const file = path.join(workFolder, 'model.py');
  fs.writeFileSync(file, 'class TritonPythonModel: pass\n');
  return ModelFiles.fromFile(file);
}
