import { createHash } from 'crypto';
import { Lazy, Token } from 'aws-cdk-lib';
import { CfnEndpoint, CfnEndpointConfig } from 'aws-cdk-lib/aws-sagemaker';
import { IDependable } from 'constructs';
import { Probe, ProbeOptions, SmokeTest, SmokeTestOptions } from '../smoke-test';
import { HostedVariant } from './hosted-variant';

/** What is asked, when and by what options. */
export interface TestedVariants {
  readonly endpointName: string;
  readonly endpointConfig: CfnEndpointConfig;
  readonly endpoint: CfnEndpoint;
  readonly variants: HostedVariant[];
  readonly shadowVariants: HostedVariant[];
  readonly smokeTest?: SmokeTestOptions;
  readonly probe?: ProbeOptions;
  /** What the smoke tests wait for. */
  readonly after: IDependable[];
}

/** Gives each production variant its probe and its smoke test. */
export function testVariants(tested: TestedVariants): void {
  const { variants, shadowVariants, endpoint, endpointName } = tested;
  const several = variants.length > 1;
  const { attrEndpointConfigName: endpointConfigName } = tested.endpointConfig;
  for (const variant of variants) {
    const { variantName, fleet, contents } = variant;
    const [{ models, targetModels }] = contents;
    if (tested.probe?.enabled !== false) {
      const asked = { endpointName, endpointConfigName, models, targetModels, variantName, targetVariant: several };
      variant.probe = new Probe(variant, 'Probe', { ...tested.probe, ...asked });
      // It has to know the new configuration's answers before the new fleet takes over.
      endpoint.node.addDependency(variant.probe);
    }
    variant.smokeTest = new SmokeTest(variant, 'SmokeTest', {
      latencyObjective: fleet.latencyObjective,
      ...tested.smokeTest,
      endpointName,
      endpointConfigName,
      models,
      targetModels,
      variantNames: several ? [variantName] : undefined,
      shadowVariantNames: shadowVariants.length > 0 ? shadowVariants.map((shadow) => shadow.variantName) : undefined,
      contentHash: hashOf([variant, ...shadowVariants]),
    });
    // Function and role need not wait for the endpoint.
    variant.smokeTest.resource.node.addDependency(...tested.after);
  }
}

function hashOf(variants: HostedVariant[]): string {
  const parts = variants.flatMap(({ variantName, fleet, contents }) => [
    ...contents.map(({ contentHash }) => contentHash),
    fleet.image.release,
    ...fleet.instanceTypes.map(({ name }) => name),
    variantName,
  ]);
  const hash = (resolved: string[]): string => createHash('sha256').update(resolved.join('\n')).digest('hex');
  // What a multi-model endpoint serves is complete when the stack is synthesized.
  return parts.some((part) => Token.isUnresolved(part))
    ? Lazy.uncachedString({ produce: ({ resolve }) => hash(resolve(parts)) })
    : hash(parts);
}
