import { callsOf, DeployedTemplate, resourcesOf } from './deployed-template';
import { ENDPOINTS, MANY_SETTINGS } from './described-endpoints';
import { importCalls, synthesizeApp } from './written-app';

// Imports endpoints of public notebooks and endpoints with many settings, and synthesizes the apps.

process.env.CDK_VALIDATION = 'false';

type Properties = Record<string, unknown>;

test.each(Object.keys(ENDPOINTS).filter((name) => name !== 'many settings'))(
  '%s: the app has the settings of the endpoint, apart from those that it lists',
  (name) => {
    const { calls, configs, notCarriedOver } = ENDPOINTS[name];
    const app = importCalls(calls, configs);
    if (notCarriedOver) expect([...app.notCarriedOver].sort()).toEqual(notCarriedOver);
    const template = synthesizeApp(app);
    const propertiesOf = (type: string): Properties =>
      (Object.values(template.findResources(`AWS::SageMaker::${type}`))[0] as { Properties: Properties }).Properties;
    const container = calls.CreateModel[0].PrimaryContainer as Properties;
    const variants = calls.CreateEndpointConfig.ProductionVariants as Properties[];
    expect(propertiesOf('Endpoint')).toMatchObject({ EndpointName: calls.CreateEndpoint.EndpointName });
    expect(propertiesOf('EndpointConfig').ProductionVariants).toMatchObject(
      variants.map(({ VariantName, InstanceType, InitialInstanceCount, RoutingConfig }) => ({
        VariantName,
        InstanceType,
        InitialInstanceCount,
        RoutingConfig: RoutingConfig ?? { RoutingStrategy: 'RANDOM' },
      })),
    );
    const isMultiModel = container.Mode === 'MultiModel';
    const { SAGEMAKER_TRITON_DEFAULT_MODEL_NAME: _default, ...variables } = (container.Environment ?? {}) as Properties;
    const { PrimaryContainer } = propertiesOf('Model') as { PrimaryContainer: Properties };
    expect(PrimaryContainer).toMatchObject({
      ...(isMultiModel ? { Mode: 'MultiModel' } : {}),
      ...(container.ModelDataUrl && !isMultiModel ? { ModelDataUrl: container.ModelDataUrl } : {}),
      Environment: isMultiModel ? variables : (container.Environment ?? {}),
    });
    expect(JSON.stringify(PrimaryContainer.Image)).toContain(
      String(container.Image).replace(/^.*\.amazonaws\.com/, ''),
    );
  },
);

test('many settings result in the same properties of the resources', () => {
  const { calls, configs } = MANY_SETTINGS;
  const imported = synthesizeApp(importCalls(calls, configs)).toJSON() as DeployedTemplate;
  const [[id]] = resourcesOf(imported, 'SageMaker::Endpoint');
  const { CreateModel, CreateEndpointConfig, RegisterScalableTarget, PutScalingPolicy } = callsOf(imported, id);
  const { EndpointConfigName: _config, ProductionVariants, ...config } = calls.CreateEndpointConfig;
  const variants = (ProductionVariants as Properties[]).map(({ ModelName: _model, ...variant }) => variant);
  expect(CreateEndpointConfig).toMatchObject({ ...config, ProductionVariants: variants });
  const { ModelName: _name, ...model } = calls.CreateModel[0];
  for (const each of CreateModel) expect(each).toMatchObject(model);
  expect(RegisterScalableTarget).toMatchObject(calls.RegisterScalableTarget ?? []);
  const [{ PolicyName: _policy, ...policy }] = structuredClone(calls.PutScalingPolicy ?? []);
  delete (policy.TargetTrackingScalingPolicyConfiguration as Properties).DisableScaleIn; // false is the default
  expect(PutScalingPolicy).toMatchObject([policy]);
});
