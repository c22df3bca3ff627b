import { CfnResource } from 'aws-cdk-lib';
import { IDependable } from 'constructs';
import { generateTypeOf } from '../../model/server/options';
import { ProbeOptions, SmokeTestOptions } from '../../smoke-test';
import { Probe, ProbeProps } from '../../smoke-test/probe';
import { SmokeTest, SmokeTestProps } from '../../smoke-test/smoke-test';
import { ModelHost } from '../variant/model-host';
import { contentHashOf } from './content-hash';

/** A variant or an inference component to test, and what differs between the two. */
export interface TestedHost {
  readonly hosted: ModelHost;
  readonly endpointName: string;
  readonly probe: ProbeOptions;
  readonly smokeTest: SmokeTestOptions;
  /** Where the requests of the probe go, beyond the endpoint and its models. */
  readonly probeTarget: Partial<ProbeProps>;
  /** Where the requests of the smoke test go, beyond the endpoint and its models. */
  readonly smokeTestTarget: Partial<SmokeTestProps>;
  /** Shadow variants. The smoke test runs again when they change. */
  readonly shadowVariants?: ModelHost[];
  /** The resource whose deployment starts the new instances or copies. */
  readonly deployed: CfnResource;
  /** Resources after which the smoke test runs, such as the scaling. */
  readonly smokeTestDependencies: IDependable[];
}

/** Creates the probe and the smoke test of a variant or an inference component, below its construct. */
export function buildHostTests({ hosted, endpointName, probe, smokeTest, deployed, ...tested }: TestedHost): void {
  const { host, pools } = hosted;
  const { models, targetModels } = pools[0].content;
  const target = { endpointName, models, targetModels, generateType: generateTypeOf(host.server) };
  const { variantName, latencyObjective } = host;
  if (host.isProbed) {
    // The probe must know the expected responses of the new models before new instances or copies receive requests.
    const { probeTarget } = tested;
    deployed.node.addDependency(new Probe(hosted, 'Probe', { ...probe, ...target, variantName, ...probeTarget }));
  }
  if (smokeTest.enabled === false) return;
  const test = new SmokeTest(hosted, 'SmokeTest', {
    latencyObjective,
    ...smokeTest,
    ...target,
    ...tested.smokeTestTarget,
    hasOneServer: host.range.maximum === 1 || undefined,
    contentHash: contentHashOf([hosted, ...(tested.shadowVariants ?? [])]),
  });
  // Only the resource that runs the test waits for the deployment. The function and the role of the test do not wait.
  test.resource.node.addDependency(deployed, ...tested.smokeTestDependencies);
}
