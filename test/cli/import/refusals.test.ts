import { describe as describeCalls, Calls, Responses } from './described';
import { importResponses } from './written-app';

// Endpoints that cannot be imported: the error has the reason and what to do.

const CONTAINER = {
  Image: '763104351884.dkr.ecr.us-east-1.amazonaws.com/sagemaker-tritonserver:24.09-py3',
  ModelDataUrl: 's3://bucket-of-net/net.tar.gz',
};

const endpoint = (model: object, variant: object = {}, config: object = {}): Calls => ({
  CreateModel: [{ ModelName: 'model', ExecutionRoleArn: 'arn:aws:iam::111122223333:role/Serving', ...model }],
  CreateEndpointConfig: {
    EndpointConfigName: 'config',
    ProductionVariants: [
      {
        VariantName: 'AllTraffic',
        ModelName: 'model',
        InstanceType: 'ml.g5.xlarge',
        InitialInstanceCount: 1,
        ...variant,
      },
    ],
    ...config,
  },
  CreateEndpoint: { EndpointName: 'net', EndpointConfigName: 'config' },
});

const valid = describeCalls(endpoint({ PrimaryContainer: CONTAINER }));
const inState = (state: object): Responses => ({ ...valid, endpoint: { ...valid.endpoint, ...state } });
const withContainer = (container: object, config?: object): Responses =>
  describeCalls(endpoint({ PrimaryContainer: { ...CONTAINER, ...container } }, {}, config));
const twice = (container: object, config: object = {}): Responses => {
  const [variant] = endpoint({}).CreateEndpointConfig.ProductionVariants as object[];
  const ProductionVariants = ['A', 'B'].map((VariantName) => ({ ...variant, VariantName }));
  return withContainer(container, { ProductionVariants, ...config });
};

test.each<[string, Responses, RegExp]>([
  [
    'an endpoint that is being updated',
    inState({ EndpointStatus: 'Updating' }),
    /EndpointStatus: got "Updating"; allowed: InService: wait until SageMaker has finished a change/,
  ],
  [
    'a serverless endpoint',
    describeCalls(
      endpoint(
        { Containers: [CONTAINER] },
        { InstanceType: undefined, ServerlessConfig: { MemorySizeInMB: 4096, MaxConcurrency: 1 } },
      ),
    ),
    /InstanceType: got nothing; allowed: text/,
  ],
  [
    'inference components',
    describeCalls(endpoint({}, { ModelName: undefined })),
    /ModelName: got nothing; allowed: a model: describe inference components with TritonInferenceComponents/,
  ],
  [
    'a different server',
    withContainer({ Image: '683313688378.dkr.ecr.us-east-1.amazonaws.com/sagemaker-xgboost:1.5-1' }),
    /Image: got ".*sagemaker-xgboost:1\.5-1"; allowed: an image of Triton.*use init/,
  ],
  [
    'an inference pipeline',
    describeCalls(endpoint({ Containers: [CONTAINER, CONTAINER] })),
    /got 2 containers .*allowed: one: an inference pipeline cannot be imported/,
  ],
  [
    'a model package',
    withContainer({ ModelPackageName: 'arn:aws:sagemaker:us-east-1:865070037744:model-package/product/1' }),
    /ModelPackageName: .*allowed: model data of one source in S3/,
  ],
  [
    'an archive whose name does not end with .tar.gz',
    withContainer({ ModelDataUrl: 's3://bucket-of-net/model' }),
    /ModelDataUrl: got "s3:\/\/bucket-of-net\/model"; allowed: .* an archive that ends with \.tar\.gz/,
  ],
  [
    'an endpoint of a stack',
    { ...valid, tags: { Tags: [{ Key: 'aws:cloudformation:stack-name', Value: 'Serving' }] } },
    /belongs to the stack Serving; .*DeletionPolicy Retain/,
  ],
  [
    'a model that is not described',
    { ...valid, 'model-0': { Tags: [] } },
    /ModelName: got "model"; .*add the output of 'aws sagemaker describe-model --model-name model'/,
  ],
  [
    'a configuration that the endpoint no longer has',
    inState({ EndpointConfigName: 'newer' }),
    /got the endpoint configuration config, and the endpoint net has newer; allowed: the current configuration/,
  ],
  [
    'two variants with multi-model containers',
    twice({ Mode: 'MultiModel' }),
    /variants: got 2; allowed: one variant: .*without multi-model containers/,
  ],
  [
    'names that are commands of a shell',
    withContainer({}, { ProductionVariants: [{ VariantName: 'A', ModelName: 'model; rm -rf ~' }] }),
    /a name: got "model; rm -rf ~"; allowed: letters, digits and hyphens/,
  ],
  [
    'the ARN of another endpoint',
    inState({ EndpointArn: 'arn:aws:sagemaker:us-east-1:111122223333:endpoint/other' }),
    /EndpointArn: got "arn:.*other"; allowed: the ARN of the endpoint net/,
  ],
  [
    'an unknown file',
    { ...valid, 'other.json': { Something: 1 } },
    /other\.json is not a known description; allowed: the JSON output of/,
  ],
  [
    'two endpoints',
    { ...valid, another: { ...valid.endpoint, EndpointName: 'other' } },
    /got 2 outputs of 'aws sagemaker describe-endpoint'/,
  ],
])('%s', (_, responses, message) => {
  expect(() => importResponses(responses, { net: 'backend: "python"' })).toThrow(message);
});

test('a model without its configuration', () => {
  expect(() => importResponses(valid)).toThrow(
    /the configuration of the model that the server loads is not known: .* use: aws s3 cp s3:\/\/bucket-of-net\/net\.tar\.gz - \| tar -xz --wildcards '\*\/config\.pbtxt'/,
  );
});

const ensembleOf = (...steps: string[]): string =>
  `platform: "ensemble"\nensemble_scheduling { ${steps.map((step) => `step { model_name: "${step}" }`).join(' ')} }`;
const NET: object = { Environment: { SAGEMAKER_TRITON_DEFAULT_MODEL_NAME: 'net' } };

test.each<[string, Record<string, string>]>([
  ['net -> net', { net: ensembleOf('net') }],
  ['net -> other -> net', { net: ensembleOf('other'), other: ensembleOf('net') }],
])('an ensemble that runs itself: %s', (path, configs) => {
  expect(() => importResponses(withContainer(NET), configs)).toThrow(
    `the ensemble runs itself: ${path}; break the cycle`,
  );
});

test('ensembles that use the ensembles of the next layer several times, whose code would be endless', () => {
  const layers = Array.from({ length: 30 }, (_, index) => [`a${index}`, `b${index}`]);
  const configs = layers.flatMap((names, index) =>
    names.map((name) => [name, index < 29 ? ensembleOf(...layers[index + 1]) : 'backend: "python"']),
  );
  expect(() => importResponses(withContainer(NET), { net: ensembleOf('a0'), ...Object.fromEntries(configs) })).toThrow(
    'got more than 500 models, with each use by an ensemble; allowed: at most 500',
  );
});

test.each(['../../outside', '..', 'a/b'])(
  'a configuration of a model whose name would be outside the app: %s',
  (name) => {
    expect(() => importResponses(valid, { [name]: 'backend: "python"' })).toThrow(
      `got a configuration of the model "${name}"; allowed: the name of a folder`,
    );
  },
);
