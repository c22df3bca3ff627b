import * as fs from 'fs';
import * as os from 'os';
import * as path from 'path';
import { App, Stack } from 'aws-cdk-lib';
import { InstanceType } from '../platform';
import { Scaling } from '../scaling';
import { bindScaling } from '../scaling/bind-scaling';
import { ScalingProperties } from './control-loop/inputs';
import { readScaling } from './read-scaling';

/** The variant whose scaling is simulated. */
export interface SimulatedVariant {
  readonly instanceType: string;
  readonly initialInstanceCount: number;
  readonly asynchronous: boolean;
}

/**
 * The resources that an endpoint would create for a strategy, as CloudFormation properties. The strategy is bound in an app of its own, so
 * that the simulation uses exactly what is deployed, also for strategies of users.
 */
export function scalingProperties(scaling: Scaling, variant: SimulatedVariant): ScalingProperties {
  const { initialInstanceCount, asynchronous } = variant;
  const outdir = fs.mkdtempSync(path.join(os.tmpdir(), 'scaling-'));
  try {
    const app = new App({ outdir, analyticsReporting: false });
    const stack = new Stack(app, 'Simulated');
    bindScaling(stack, scaling, {
      endpointName: 'simulated',
      variantName: 'AllTraffic',
      instanceTypes: [InstanceType.of(variant.instanceType)],
      initialInstanceCount,
      asynchronous,
    });
    const { Resources = {} } = app.synth().getStackByName(stack.stackName).template;
    return readScaling(Resources) ?? fixedCapacity(initialInstanceCount);
  } finally {
    fs.rmSync(outdir, { recursive: true, force: true });
  }
}

function fixedCapacity(count: number): ScalingProperties {
  return { minCapacity: count, maxCapacity: count, policies: [], actions: [] };
}
