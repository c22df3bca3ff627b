import { CfnResource } from 'aws-cdk-lib';
import { IDependable } from 'constructs';
import { generateTypeOf } from '../../model/server/options';
import { ProbeOptions, SmokeTestOptions } from '../../smoke-test';
import { Probe } from '../../smoke-test/probe';
import { SmokeTest } from '../../smoke-test/smoke-test';
import { ModelHost } from '../variant/model-host';
import { contentHashOf } from './content-hash';

/** The inference component to test, with its constructs. */
export interface TestedComponent {
  readonly endpointName: string;
  /** Name of the inference component in SageMaker. */
  readonly inferenceComponentName: string;
  readonly hostedVariant: ModelHost;
  readonly cfnInferenceComponent: CfnResource;
  /** Name of the SageMaker model that the deployment gives to the inference component. */
  readonly modelName: string;
  /** Whether scaling can remove all copies. */
  readonly scalesToZero: boolean;
  readonly probe: ProbeOptions;
  readonly smokeTest: SmokeTestOptions;
  /** Resources after which the smoke test runs, such as the scaling, which starts the first copy. */
  readonly smokeTestDependencies: IDependable[];
}

/** Creates the probe and the smoke test of an inference component, below its hosted variant. */
export function buildComponentTests({ hostedVariant, ...component }: TestedComponent): void {
  const { endpointName, inferenceComponentName, modelName, scalesToZero, probe, smokeTest } = component;
  const { host, pools } = hostedVariant;
  const { variantName } = host;
  const testTarget = {
    endpointName,
    inferenceComponentName,
    modelName,
    scalesToZero,
    models: pools[0].content.models,
    generateType: generateTypeOf(host.server),
  };
  // To scaling, the requests of the probe are traffic, which can keep the last copy running.
  if (probe.enabled ?? !scalesToZero) {
    // The probe must know the expected responses of the new model before the copies with this model receive requests.
    component.cfnInferenceComponent.node.addDependency(
      new Probe(hostedVariant, 'Probe', { ...probe, ...testTarget, variantName }),
    );
  }
  if (smokeTest.enabled === false) return;
  const test = new SmokeTest(hostedVariant, 'SmokeTest', {
    latencyObjective: host.latencyObjective,
    ...smokeTest,
    ...testTarget,
    contentHash: contentHashOf([hostedVariant]),
  });
  // Only the resource that runs the test waits for the inference component. The function and the role of the test do not wait.
  test.resource.node.addDependency(component.cfnInferenceComponent, ...component.smokeTestDependencies);
}
