import { callsOf, DeployedTemplate, resourcesOf } from './deployed-template';
import { MANY_SETTINGS } from './described-endpoints';
import { configsOf, EXAMPLES, templateOf } from './examples';
import { importCalls, synthesizeApp } from './written-app';

// The examples are deployed, described and imported. The template of the imported app then has the same endpoint.

process.env.CDK_VALIDATION = 'false';

/** What a template says about the endpoint, apart from the differences in the comments. */
function endpointIn(template: DeployedTemplate, id: string) {
  const calls = callsOf(template, id);
  const normalize = (key: string, value: unknown): unknown => {
    // The order of the arguments has no effect.
    if (key === 'SAGEMAKER_TRITON_ADDITIONAL_ARGS') return String(value).split(' ').sort().join(' ');
    // The archives of a multi-model endpoint are copied to a prefix of the app.
    if (key === 'ModelDataUrl' && String(value).endsWith('/')) return 'prefix';
    return value;
  };
  const normalized = <T>(value: T): T => JSON.parse(JSON.stringify(value), normalize) as T;
  // Names of models are generated.
  const models = new Map(calls.CreateModel.map(({ ModelName, ...model }) => [ModelName, normalized(model)]));
  const withModels = (value: unknown): unknown =>
    JSON.parse(JSON.stringify(value), (key, each) => (/^ModelName/.test(key) ? models.get(each) : each));
  const { EndpointConfigName: _, ...config } = calls.CreateEndpointConfig;
  return {
    name: calls.CreateEndpoint.EndpointName,
    config: withModels(config),
    targets: normalized(calls.RegisterScalableTarget),
    policies: normalized(calls.PutScalingPolicy ?? [])
      .map(({ PolicyName: _name, ...policy }) => JSON.stringify(policy))
      .sort(),
    actions: calls.PutScheduledAction,
  };
}

test.each(EXAMPLES)('%s', async (file) => {
  const template = await templateOf(file);
  for (const [id] of resourcesOf(template, 'SageMaker::Endpoint')) {
    const calls = callsOf(template, id);
    const imported = synthesizeApp(importCalls(calls, configsOf(calls))).toJSON() as DeployedTemplate;
    const [[importedId]] = resourcesOf(imported, 'SageMaker::Endpoint');
    expect(endpointIn(imported, importedId)).toEqual(endpointIn(template, id));
  }
});

test('many settings that the examples do not have', () => {
  const { calls, configs } = MANY_SETTINGS;
  const imported = synthesizeApp(importCalls(calls, configs)).toJSON() as DeployedTemplate;
  const [[id]] = resourcesOf(imported, 'SageMaker::Endpoint');
  const { CreateModel, CreateEndpointConfig, RegisterScalableTarget, PutScalingPolicy } = callsOf(imported, id);
  const { EndpointConfigName: _config, ProductionVariants, ...config } = calls.CreateEndpointConfig;
  const variants = (ProductionVariants as Record<string, unknown>[]).map(
    ({ ModelName: _model, ...variant }) => variant,
  );
  expect(CreateEndpointConfig).toMatchObject({ ...config, ProductionVariants: variants });
  const { ModelName: _name, ...model } = calls.CreateModel[0];
  for (const each of CreateModel) expect(each).toMatchObject(model);
  expect(RegisterScalableTarget).toMatchObject(calls.RegisterScalableTarget ?? []);
  const [{ PolicyName: _policy, ...policy }] = structuredClone(calls.PutScalingPolicy ?? []);
  delete (policy.TargetTrackingScalingPolicyConfiguration as Record<string, unknown>).DisableScaleIn; // false is the default
  expect(PutScalingPolicy).toMatchObject([policy]);
});
