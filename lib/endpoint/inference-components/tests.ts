import { createHash } from 'crypto';
import { Token } from 'aws-cdk-lib';
import { IDependable } from 'constructs';
import { generateTypeOf } from '../../model/server/options';
import { Probe } from '../../smoke-test/probe';
import { SmokeTest } from '../../smoke-test/smoke-test';
import { scalesToZero } from '../resolve';
import { ComponentEndpoint } from './check';
import { HostedComponent } from './hosted-component';

/**
 * Creates the probe and the smoke test of a component.
 *
 * @param smokeTestDependencies resources after which the smoke test runs
 */
export function buildTests(
  { endpointName, probe, smokeTest: sharedTest }: Omit<ComponentEndpoint, 'variants'>,
  component: HostedComponent,
  smokeTestDependencies: IDependable[],
): void {
  const { variant, inferenceComponentName, cfnModel, pools } = component;
  const testTarget = {
    endpointName,
    inferenceComponentName,
    modelName: cfnModel.attrModelName,
    scalesToZero: scalesToZero(variant),
    models: pools[0].content.models,
    generateType: generateTypeOf(variant.server),
  };
  if (variant.isProbed) {
    component.cfnInferenceComponent.node.addDependency(
      new Probe(component, 'Probe', {
        ...probe,
        ...testTarget,
        variantName: component.componentName,
        sharesTraffic: true, // old and new copies respond during an update
      }),
    );
  }
  const smokeTest = { ...sharedTest, ...variant.smokeTest };
  if (smokeTest.enabled === false) return;
  const test = new SmokeTest(component, 'SmokeTest', {
    latencyObjective: variant.latencyObjective,
    ...smokeTest,
    ...testTarget,
    contentHash: hashOf(component),
  });
  // Only the resource that runs the test waits for the component. The function and the role of the test do not wait.
  test.resource.node.addDependency(...smokeTestDependencies);
}

function hashOf({ pools, variant, inferenceComponentName }: HostedComponent): string {
  const [{ content, instanceType }] = pools;
  const parts = [content.contentHash, variant.image.release, instanceType.name, inferenceComponentName];
  return createHash('sha256')
    .update(parts.filter((part) => !Token.isUnresolved(part)).join('\n'))
    .digest('hex');
}
