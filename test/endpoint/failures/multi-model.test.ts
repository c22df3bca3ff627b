import { ModelConfig } from '../../../lib';
import { classifier } from '../fixtures';
import { propertiesOf, multiModelTemplate, createVisionEndpoint, warningsOf } from '../multi-model/fixtures';

test('35: a model may load for six minutes before it responds, and the smoke test waits longer', () => {
  const { Spec } = propertiesOf(multiModelTemplate(createVisionEndpoint()), 'Custom::TritonSmokeTest');
  expect(JSON.parse(Spec).timeoutSeconds).toBeGreaterThan(360);
});

test('37: models that are invoked rarely can be unloaded after each request', () => {
  const { PrimaryContainer } = propertiesOf(
    multiModelTemplate(createVisionEndpoint({ modelCaching: false })),
    'AWS::SageMaker::Model',
  );
  expect(PrimaryContainer.MultiModelConfig).toEqual({ ModelCacheSetting: 'Disabled' });
});

test('44: a model that compiles when the first request arrives causes a warning', () => {
  const config = ModelConfig.fromText(
    'optimization { execution_accelerators { gpu_execution_accelerator [{ name: "tensorrt" }] } }',
  );
  const accelerated = classifier({ config });
  expect(warningsOf(createVisionEndpoint({ models: [accelerated] }))).toContainEqual(
    expect.stringMatching(/^models\[0\]\.warmup: got none; TensorRT builds its engines.*warm\.first-request/),
  );
});
