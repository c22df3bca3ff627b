/**
 * Reproduces the requests of a notebook about a multi-model endpoint: SageMaker reads a model at its first request, and new models require
 * no update of the endpoint.
 */
import { example, notebook, ROLE } from './notebook';

export const SOURCE = example('sm-multi_model_endpoint_bring_your_own_container');

const ENDPOINT = 'DEMO-MultiModelEndpoint';
const PREFIX = 'demo-multimodel-endpoint';

async function deployEndpoint() {
  const aws = notebook();
  const { callSageMaker, untilSettled } = aws;
  await callSageMaker('CreateModel', {
    ModelName: 'DEMO-MultiModelModel',
    ExecutionRoleArn: ROLE,
    Containers: [
      {
        Image: '111122223333.dkr.ecr.us-east-1.amazonaws.com/demo-sagemaker-multimodel:latest',
        ModelDataUrl: `https://s3-us-east-1.amazonaws.com/sagemaker-us-east-1-111122223333/${PREFIX}/`,
        Mode: 'MultiModel',
      },
    ],
  });
  await callSageMaker('CreateEndpointConfig', {
    EndpointConfigName: 'DEMO-MultiModelEndpointConfig',
    ProductionVariants: [
      {
        InstanceType: 'ml.m5.xlarge',
        InitialInstanceCount: 2,
        InitialVariantWeight: 1,
        ModelName: 'DEMO-MultiModelModel',
        VariantName: 'AllTraffic',
      },
    ],
  });
  await callSageMaker('CreateEndpoint', {
    EndpointName: ENDPOINT,
    EndpointConfigName: 'DEMO-MultiModelEndpointConfig',
  });
  expect(await untilSettled(ENDPOINT)).toEqual(['Creating', 'InService']);
  const invoke = (TargetModel: string) =>
    callSageMaker('InvokeEndpoint', {
      EndpointName: ENDPOINT,
      ContentType: 'application/x-image',
      TargetModel,
      Body: 'a picture of a cat',
    });
  return { ...aws, invoke };
}

test('SageMaker reads a model only at its first request', async () => {
  const { invoke, objects } = await deployEndpoint();
  expect(objects('GetObject')).toEqual([]);
  await invoke('resnet_18.tar.gz');
  await invoke('resnet_18.tar.gz');
  expect(objects('GetObject')).toEqual([`${PREFIX}/resnet_18.tar.gz`]);
  await invoke('resnet_152.tar.gz');
  expect(objects('GetObject')).toEqual([`${PREFIX}/resnet_18.tar.gz`, `${PREFIX}/resnet_152.tar.gz`]);
});

test('models in a folder below the prefix can be invoked without an update of the endpoint', async () => {
  const { callSageMaker, describeEndpoint, invoke, objects } = await deployEndpoint();
  const models = Array.from({ length: 10 }, (_, copy) => `demo-subfolder/squeezenet_v1.0_${copy}.tar.gz`);
  for (const model of [...models, ...models]) await invoke(model);
  expect(objects('GetObject')).toEqual(models.map((model) => `${PREFIX}/${model}`));
  expect(await describeEndpoint(ENDPOINT)).toMatchObject({ EndpointStatus: 'InService' });

  await callSageMaker('DeleteEndpoint', { EndpointName: ENDPOINT });
  await callSageMaker('DeleteEndpointConfig', { EndpointConfigName: 'DEMO-MultiModelEndpointConfig' });
  await callSageMaker('DeleteModel', { ModelName: 'DEMO-MultiModelModel' });
});
