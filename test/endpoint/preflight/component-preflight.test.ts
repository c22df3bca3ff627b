import { CfnResource } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { buildComponentsPreflight } from '../../../lib/endpoint/preflight/build';
import { InstanceType } from '../../../lib';
import { componentStack } from '../component-fixtures';

/** Returns the fleet that the preflight check receives for an endpoint with inference components. */
function fleetWith(
  maxInstanceCount: number | undefined,
  change: (model: CfnResource, component: CfnResource, endpointConfig: CfnResource) => void = () => undefined,
): Record<string, unknown> {
  const { stack, hostedVariant, cfnModel, cfnInferenceComponent, ...endpoint } = componentStack();
  change(cfnModel, cfnInferenceComponent, endpoint.cfnEndpointConfig);
  buildComponentsPreflight(
    hostedVariant,
    { endpointName: 'vision', preflight: true },
    {
      ...endpoint,
      variantName: 'AllTraffic',
      instanceType: InstanceType.G5_12XLARGE,
      instanceCount: 2,
      maxInstanceCount,
      components: [cfnModel, cfnInferenceComponent],
    },
  );
  const [{ Properties }] = Object.values(Template.fromStack(stack).findResources('Custom::TritonPreflight'));
  return (JSON.parse(Properties.Fleets) as Record<string, unknown>[])[0];
}

test('the check receives the maximum number of instances of managed instance scaling', () => {
  expect(fleetWith(5)).toMatchObject({
    name: 'vision',
    variants: [
      { name: 'AllTraffic', instanceTypes: ['ml.g5.12xlarge'], count: 2, scaling: { maximum: 5, managed: true } },
    ],
  });
  expect(fleetWith(undefined)).toMatchObject({ variants: [{ count: 2 }] });
});

test('a change of an inference component or its model does not count as a new fleet', () => {
  const { version, componentsVersion } = fleetWith(5);
  const changedModel = fleetWith(5, (model) => model.addPropertyOverride('PrimaryContainer.Environment.CHANGED', '1'));
  const changedComponent = fleetWith(5, (_, component) =>
    component.addPropertyOverride('Specification.ComputeResourceRequirements.MinMemoryRequiredInMb', 1024),
  );
  for (const changed of [changedModel, changedComponent]) {
    expect(changed.version).toBe(version);
    expect(changed.componentsVersion).not.toBe(componentsVersion);
  }
  const changedConfig = fleetWith(5, (_model, _component, endpointConfig) =>
    endpointConfig.addPropertyOverride('ProductionVariants.0.VolumeSizeInGB', 200),
  );
  expect(changedConfig.version).not.toBe(version);
});
