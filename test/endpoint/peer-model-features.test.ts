import { spawnSync } from 'child_process';
import * as path from 'path';
import { Stack } from 'aws-cdk-lib';
import { Match, Template } from 'aws-cdk-lib/assertions';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import {
  Backend,
  BackendParameters,
  Batching,
  Ensemble,
  InstanceGroup,
  ModelFiles,
  Packaging,
  SequenceControl,
  Tensor,
  TritonModelProps,
  Warmup,
} from '../../lib';
import { definitionIn } from '../recommender/definition';
import { jobIn, newStack } from '../recommender/fixtures';
import { errorOf, pythonModel, templateOf } from './failures/outcome';
import { classifier } from './fixtures';
import { vision } from './multi-model/fixtures';

// What other modules that host models have: see peer-features.test.ts.

describe('config.pbtxt', () => {
  const scores = { model: classifier(), inputMap: { image: 'image' }, outputMap: { scores: 'scores' } };

  test.each<[string, Partial<TritonModelProps>, object]>([
    [
      'a typed configuration',
      { maxBatchSize: 8 },
      { backend: 'onnxruntime', max_batch_size: 8, input: [{ dims: ['3', '32', '32'] }] },
    ],
    [
      'dynamic batching, queue policies',
      { batching: Batching.dynamic({ preferredBatchSizes: [8], defaultQueuePolicy: { maxQueueSize: 10 } }) },
      { dynamic_batching: { preferred_batch_size: [8], default_queue_policy: { max_queue_size: 10 } } },
    ],
    [
      'sequence batching',
      { batching: Batching.sequenceDirect({ controlInputs: [SequenceControl.start('START')] }) },
      { sequence_batching: { direct: {}, control_input: [{ name: 'START' }] } },
    ],
    [
      'instance groups',
      { instanceGroups: [InstanceGroup.gpu({ count: 2 })] },
      { instance_group: [{ kind: 'KIND_GPU', count: 2 }] },
    ],
    [
      'ensembles',
      { name: 'pipeline', backend: Backend.ENSEMBLE, files: undefined, ensemble: Ensemble.of([scores]) },
      { platform: 'ensemble', ensemble_scheduling: { step: [{ model_name: 'image-classifier' }] } },
    ],
    [
      'warmup',
      { warmup: [Warmup.zeros({ batchSize: 8 })] },
      { model_warmup: [{ batch_size: 8, inputs: { image: { zero_data: true } } }] },
    ],
    [
      'backends and their parameters',
      { backend: Backend.PYTORCH, parameters: BackendParameters.pytorch({ inferenceMode: true }) },
      { backend: 'pytorch', parameters: { INFERENCE_MODE: { string_value: 'true' } } },
    ],
  ])('%s', (_, props, config) => {
    expect(classifier(props).config.toJson()).toMatchObject(config);
  });

  test('is validated', () => {
    const batching = Batching.dynamic({ preferredBatchSizes: [32] });
    expect(errorOf({ model: classifier({ batching }) })).toMatch(/\/dyn\.preferred-max\)/);
  });

  test('is compared with the model’s files', () => {
    const inputs = [Tensor.fp32('image', [3, 244, 244])];
    expect(errorOf({ model: classifier({ inputs }) })).toMatch(/\/onnx\.io-dims\)/);
  });
});

describe('the model of SageMaker', () => {
  const container = (PrimaryContainer: object) => ['AWS::SageMaker::Model', { PrimaryContainer }] as const;

  test('typed server settings', () => {
    templateOf({ server: { threadCount: 4 } }).hasResourceProperties(
      ...container({ Environment: { SAGEMAKER_TRITON_THREAD_COUNT: '4' } }),
    );
  });

  test('models that call others (BLS)', () => {
    const model = pythonModel('pass', { members: [pythonModel('pass', { name: 'tokenizer' })] });
    templateOf({ model }).hasResourceProperties(
      ...container({ Environment: { SAGEMAKER_TRITON_ADDITIONAL_ARGS: '--load-model=tokenizer' } }),
    );
  });

  test('packing of models', () => {
    templateOf({ packaging: Packaging.ARCHIVE }).hasResourceProperties(
      ...container({
        ModelDataUrl: {
          'Fn::Join': ['', Match.arrayWith([Match.stringLikeRegexp('/[0-9a-f]{64}/model\\.tar\\.gz$')])],
        },
      }),
    );
  });

  test('models that are in S3', () => {
    const bucket = (stack: Stack) => Bucket.fromBucketName(stack, 'Models', 'models');
    templateOf((stack) => ({
      model: classifier({ files: ModelFiles.fromS3(bucket(stack), 'model.tar.gz') }),
    })).hasResourceProperties(...container({ ModelDataUrl: 's3://models/model.tar.gz' }));
  });

  test('many models behind one endpoint', () => {
    Template.fromStack(vision().stack).hasResourceProperties(...container({ Mode: 'MultiModel' }));
  });
});

test('callers of named models only', () => {
  const endpoint = vision();
  endpoint.grantInvokeModel(
    new Role(endpoint.stack, 'Caller', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') }),
    'cat',
  );
  Template.fromStack(endpoint.stack).hasResourceProperties('AWS::IAM::Policy', {
    PolicyDocument: {
      Statement: [
        {
          Action: 'sagemaker:InvokeEndpoint',
          Condition: { StringEquals: { 'sagemaker:TargetModel': ['cat.tar.gz'] } },
        },
      ],
    },
  });
});

describe('benchmarks', () => {
  const stack = newStack('us-east-1');
  jobIn(stack);

  test('model packages', () => {
    Template.fromStack(stack).hasResourceProperties('AWS::SageMaker::ModelPackage', {
      InferenceSpecification: { SupportedRealtimeInferenceInstanceTypes: ['ml.g4dn.xlarge', 'ml.g4dn.2xlarge'] },
    });
  });

  test('Inference Recommender', () => {
    expect(definitionIn(stack).States.Jobs.Result?.[0].request).toMatchObject({
      JobType: 'Advanced',
      InputConfig: { TrafficPattern: { TrafficType: 'PHASES' } },
    });
  });
});

test('a server on this machine', () => {
  const command = path.join(__dirname, '..', '..', 'assets', 'cli', 'index.js');
  const { stdout } = spawnSync(process.execPath, [command, 'local', '--help'], { encoding: 'utf8' });
  expect(stdout).toMatch(/--keep .*server/);
});

test('other languages', () => {
  expect(Object.keys(require('../../package.json').jsii.targets)).toEqual(['java', 'python', 'dotnet', 'go']);
});
