import { callsOf, DeployedTemplate, resourcesOf } from './deployed-template';
import { ENDPOINTS } from './described-endpoints';
import { importCalls, synthesizeApp } from './written-app';

// Imports endpoints of public notebooks and endpoints with many settings, and synthesizes the apps.

process.env.CDK_VALIDATION = 'false';

type Properties = Record<string, unknown>;

test.each(Object.keys(ENDPOINTS))('%s: the app synthesizes, and lists what it does not reproduce', (name) => {
  const { calls, configs, notCarriedOver } = ENDPOINTS[name];
  const app = importCalls(calls, configs);
  if (notCarriedOver) expect([...app.notCarriedOver].sort()).toEqual(notCarriedOver);
  const imported = synthesizeApp(app).toJSON() as DeployedTemplate;
  const [[, { EndpointName }]] = resourcesOf(imported, 'SageMaker::Endpoint');
  expect(EndpointName).toBe(calls.CreateEndpoint.EndpointName);
});

test('many settings result in the same properties of the resources', () => {
  const { calls, configs } = ENDPOINTS['many settings'];
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
