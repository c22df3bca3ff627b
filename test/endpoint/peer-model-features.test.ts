import { spawnSync } from 'child_process';
import * as path from 'path';
import { Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { Backend, Batching, Ensemble, InstanceGroup, ModelFiles, Tensor, TritonModelProps, Warmup } from '../../lib';
import { definitionIn } from '../recommender/definition';
import { createJob, newStack } from '../recommender/fixtures';
import { errorOf, pythonModel, endpointTemplate } from './failures/outcome';
import { classifier } from './fixtures';
import { createVisionEndpoint } from './multi-model/fixtures';

// Features that other projects for hosting models have: see peer-features.test.ts.

describe('config.pbtxt', () => {
  const ensembleStep = { model: classifier(), inputMap: { image: 'image' }, outputMap: { scores: 'scores' } };

  test.each<[string, Partial<TritonModelProps>, object]>([
    [
      'typed fields',
      { maxBatchSize: 8 },
      { backend: 'onnxruntime', max_batch_size: 8, input: [{ dims: ['3', '32', '32'] }] },
    ],
    [
      'dynamic batching and limits of the queue',
      { batching: Batching.dynamic({ preferredBatchSizes: [8], maxQueueSize: 10 }) },
      { dynamic_batching: { preferred_batch_size: [8], default_queue_policy: { max_queue_size: 10 } } },
    ],
    ['sequence batching', { batching: Batching.sequenceDirect() }, { sequence_batching: { direct: {} } }],
    [
      'instance groups',
      { instanceGroups: [InstanceGroup.gpu({ count: 2 })] },
      { instance_group: [{ kind: 'KIND_GPU', count: 2 }] },
    ],
    [
      'ensembles',
      { name: 'pipeline', backend: Backend.ENSEMBLE, files: undefined, ensemble: Ensemble.of([ensembleStep]) },
      { platform: 'ensemble', ensemble_scheduling: { step: [{ model_name: 'image-classifier' }] } },
    ],
    [
      'warmup requests',
      { warmup: [Warmup.zeros({ batchSize: 8 })] },
      { model_warmup: [{ batch_size: 8, inputs: { image: { zero_data: true } } }] },
    ],
    [
      'backends and their parameters',
      { backend: Backend.PYTORCH, parameters: { INFERENCE_MODE: 'true' } },
      { backend: 'pytorch', parameters: { INFERENCE_MODE: { string_value: 'true' } } },
    ],
  ])('can contain %s', (_, props, config) => {
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

describe('the SageMaker model', () => {
  const primaryContainer = (PrimaryContainer: object) => ['AWS::SageMaker::Model', { PrimaryContainer }] as const;

  test('has typed server settings', () => {
    endpointTemplate({ server: { threadCount: 4 } }).hasResourceProperties(
      ...primaryContainer({ Environment: { SAGEMAKER_TRITON_THREAD_COUNT: '4' } }),
    );
  });

  test('loads models that the main model calls (BLS)', () => {
    const model = pythonModel('pass', { members: [pythonModel('pass', { name: 'tokenizer' })] });
    endpointTemplate({ model }).hasResourceProperties(
      ...primaryContainer({ Environment: { SAGEMAKER_TRITON_ADDITIONAL_ARGS: '--load-model=tokenizer' } }),
    );
  });

  test('can read files that are already in S3', () => {
    const bucket = (stack: Stack) => Bucket.fromBucketName(stack, 'Models', 'models');
    endpointTemplate((stack) => ({
      model: classifier({ files: ModelFiles.fromS3(bucket(stack), 'model.tar.gz') }),
    })).hasResourceProperties(...primaryContainer({ ModelDataUrl: 's3://models/model.tar.gz' }));
  });

  test('can serve many models behind one endpoint', () => {
    Template.fromStack(createVisionEndpoint().stack).hasResourceProperties(...primaryContainer({ Mode: 'MultiModel' }));
  });
});

test('a caller can be restricted to particular models', () => {
  const endpoint = createVisionEndpoint();
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

describe('a benchmark creates', () => {
  const stack = newStack('us-east-1');
  createJob(stack);

  test('a model package', () => {
    Template.fromStack(stack).hasResourceProperties('AWS::SageMaker::ModelPackage', {
      InferenceSpecification: { SupportedRealtimeInferenceInstanceTypes: ['ml.g4dn.xlarge', 'ml.g4dn.2xlarge'] },
    });
  });

  test('a job of Inference Recommender', () => {
    expect(definitionIn(stack).States.Create.Parameters).toMatchObject({
      JobType: 'Advanced',
      InputConfig: { TrafficPattern: { TrafficType: 'PHASES' } },
    });
  });
});

test('the command `local` can start a server', () => {
  const command = path.join(__dirname, '..', '..', 'assets', 'cli', 'index.js');
  const { stdout } = spawnSync(process.execPath, [command, 'local', '--help'], { encoding: 'utf8' });
  expect(stdout).toMatch(/--keep .*server/);
});

test('the library is published for Java, Python, .NET and Go', () => {
  expect(Object.keys(require('../../package.json').jsii.targets)).toEqual(['java', 'python', 'dotnet', 'go']);
});
