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
import { locked, named, propertiesOf, templateOf, vision, warningsOf } from './fixtures';

let work: string;
beforeEach(() => (work = fs.mkdtempSync(path.join(os.tmpdir(), 'multi-model-'))));
afterEach(() => fs.rmSync(work, { recursive: true, force: true }));

const X = [Tensor.fp32('image', [3, 32, 32])];
const Y = [Tensor.fp32('scores', [10])];

const ensembleOf = (name: string, member: TritonModel): TritonModel =>
  new TritonModel({
    name,
    backend: Backend.ENSEMBLE,
    maxBatchSize: 16,
    inputs: X,
    outputs: Y,
    ensemble: Ensemble.of([{ model: member, inputMap: { image: 'image' }, outputMap: { scores: 'scores' } }]),
  });

/** The only problem of an endpoint. */
function problemOf(props: Partial<TritonMultiModelEndpointProps>, stack?: Stack): string {
  try {
    templateOf(vision(props, stack));
  } catch (error) {
    const problems = (error as Error).message.split('\n').filter((line) => line.startsWith('  - '));
    expect(problems).toHaveLength(1);
    return problems[0];
  }
  throw new Error('nothing was wrong');
}

describe('one clear error for', () => {
  test('an instance type without GPUs', () => {
    expect(problemOf({ instanceType: InstanceType.of('ml.m5.xlarge') })).toMatch(
      /- instanceType: got ml\.m5\.xlarge \(no GPU\); allowed: types with one GPU.*multi-model-support\.html.*\/sm\.mme-gpu-type\)/,
    );
  });

  test('an instance type with several GPUs', () => {
    expect(problemOf({ instanceType: InstanceType.G4DN_12XLARGE })).toMatch(
      /- instanceType: got ml\.g4dn\.12xlarge \(4 GPUs\); allowed for a multi-model endpoint: types with one GPU.*\/sm\.mme-gpu-type\)/,
    );
  });

  test('two models of one name', () => {
    expect(problemOf({ models: [named('cat'), named('dog'), named('cat')] })).toMatch(
      /- models\[2\]: got 'cat' twice; allowed: a unique name for each model \(\S+\/mme\.duplicate\)/,
    );
    const endpoint = vision();
    expect(() => endpoint.addModel(named('bird'), 'cat')).toThrow(
      /- addModel\(cat\): got 'cat' twice.*\/mme\.duplicate\)/,
    );
  });

  test('an archive with two models and no ensemble', () => {
    const [one, two] = [named('one'), named('two')];
    expect(problemOf({ models: [one.withOverrides({ members: [two] })] })).toMatch(
      /- models\[0\]\.members: got 2 models without an ensemble \(one, two\); allowed: one model, or one ensemble.*\/mme\.archive-many\)/,
    );
  });

  test('an ensemble of an ensemble, of which the container would take either', () => {
    expect(problemOf({ models: [ensembleOf('outer', ensembleOf('inner', named('cat')))] })).toMatch(
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
    expect(problemOf({ models: [locked(work, 'giant', 17)] })).toMatch(
      /- models\[0\]: 'giant' needs at least 17\.0 GiB; allowed: at most the 15\.0 GiB of GPU memory of ml\.g4dn\.xlarge.*\/mme\.model-memory\)/,
    );
  });

  test('a model that gives any number of answers', () => {
    expect(problemOf({ models: [classifier({ backend: Backend.PYTHON, files: python(), decoupled: true })] })).toMatch(
      /decoupled: got true.*\/mme\.decoupled\)/,
    );
  });

  test('a name in folders where the release takes none', () => {
    const endpoint = vision({ image: TritonImage.forRelease('26.05'), instanceType: InstanceType.G5_XLARGE });
    expect(() => endpoint.addModel(named('cat'), 'team/cat')).toThrow(
      /without '\/', or a release before 26\.03 \(\S+\/mme\.target-slash\)/,
    );
  });

  test('a name that no request could have', () => {
    expect(() => vision().addModel(named('cat'), 'a cat')).toThrow(/got 'a cat'; allowed: .*\/mme\.target-name\)/);
  });

  test('no model at all, unless others may add some', () => {
    expect(() => templateOf(vision({ models: [] }))).toThrow(
      /models: got none; allowed: at least one.*\/mme\.models\)/,
    );
    expect(() => templateOf(vision({ models: [], openPrefix: true }))).not.toThrow();
  });

  test('adding at run time under a prefix that never changes', () => {
    const endpoint = vision();
    expect(() => endpoint.grantPublish(endpoint.role)).toThrow(/requires openPrefix: true \(\S+\/mme\.open-prefix\)/);
  });
});

test('all errors of all models come at once', () => {
  const models = [named('cat'), named('cat'), locked(work, 'giant', 17)];
  expect(() => vision({ models, instanceType: InstanceType.G4DN_12XLARGE })).toThrow(/3 problems/);
});

describe('a warning for', () => {
  test('one instance', () => {
    expect(warningsOf(vision({ instanceCount: 1 })).join()).toMatch(
      /instanceCount: got 1; with 2 or more.*mme\.one-instance/,
    );
    expect(warningsOf(vision()).join()).not.toContain('mme.one-instance');
  });

  test('a newer type with one GPU, of which AWS has said nothing', () => {
    expect(warningsOf(vision({ instanceType: InstanceType.G6_XLARGE })).join()).toMatch(
      /got ml\.g6\.xlarge; AWS lists p2, p3, g4dn and g5 types.*sm\.mme-gpu-type/,
    );
  });

  test('a type that is newer than the table', () => {
    const endpoint = vision({ instanceType: InstanceType.of('ml.g99.xlarge') });
    expect(warningsOf(endpoint).join()).toMatch(/ml\.g99\.xlarge.*sm\.variant-type/);
    expect(propertiesOf(templateOf(endpoint), 'AWS::ApplicationAutoScaling::ScalingPolicy')).toMatchObject({
      TargetTrackingScalingPolicyConfiguration: { TargetValue: 60 },
    });
  });

  test('a model that may not be loaded in the time that a request waits', () => {
    expect(warningsOf(vision({ models: [locked(work, 'large', 3)] })).join()).toMatch(
      /models\[0\]: got 3\.0 GiB of files, which may take 97 s to load; a request waits 60 s.*ModelNotReadyException.*mme\.cold-load/,
    );
    expect(warningsOf(vision({ models: [locked(work, 'small', 1)] })).join()).not.toContain('mme.cold-load');
  });

  test('models that push each other out, once', () => {
    const models = [locked(work, 'one', 9), locked(work, 'two', 8), locked(work, 'three', 7)];
    const told = warningsOf(vision({ models })).filter((text) => text.includes('mme.memory'));
    expect(told).toEqual([
      expect.stringContaining(
        "'one' and 'two' need at least 17.0 GiB together; ml.g4dn.xlarge has 15.0 GiB of GPU memory",
      ),
    ]);
    expect(warningsOf(vision({ models: models.slice(1) })).join()).not.toContain('mme.memory');
  });
});

function python(): ModelFiles {
  const file = path.join(work, 'model.py');
  fs.writeFileSync(file, 'class TritonPythonModel: pass\n');
  return ModelFiles.fromFile(file);
}
