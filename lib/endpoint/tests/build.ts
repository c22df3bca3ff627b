import { createHash } from 'crypto';
import { Lazy, Token } from 'aws-cdk-lib';
import { CfnEndpoint, CfnEndpointConfig } from 'aws-cdk-lib/aws-sagemaker';
import { IDependable } from 'constructs';
import { Probe } from '../../smoke-test/probe';
import { RequestQueue, SmokeTest } from '../../smoke-test/smoke-test';
import { AsyncBuckets, exchangeOf } from '../asynchronous/buckets';
import { Endpoint } from '../endpoint';
import { generateTypeOf } from '../server/options';
import { HostedVariant } from '../variant/hosted-variant';

/** What is asked. */
export interface TestedEndpoint {
  readonly endpoint: Endpoint;
  readonly cfnEndpointConfig: CfnEndpointConfig;
  readonly cfnEndpoint: CfnEndpoint;
  readonly variants: HostedVariant[];
  readonly shadowVariants: HostedVariant[];
  /** Where requests and answers of an asynchronous endpoint are. */
  readonly asynchronous?: AsyncBuckets;
  /** What the smoke tests wait for. */
  readonly after: IDependable[];
}

/** Gives each production variant its probe and its smoke test. */
export function buildTests({ endpoint, variants, shadowVariants, ...built }: TestedEndpoint): void {
  const { endpointName, probe, smokeTest } = endpoint;
  const several = variants.length > 1;
  const { attrEndpointConfigName: endpointConfigName } = built.cfnEndpointConfig;
  for (const hosted of variants) {
    const { variantName, contents } = hosted;
    const [{ models, targetModels }] = contents;
    const generate = generateTypeOf(hosted.variant.server);
    const asked = { endpointName, endpointConfigName, models, targetModels, generate };
    if (probe.enabled !== false) {
      // It has to know the new configuration's answers before the new fleet takes over.
      built.cfnEndpoint.node.addDependency(
        new Probe(hosted, 'Probe', {
          ...probe,
          ...asked,
          variantName,
          targetVariant: several,
          sharesTraffic: endpoint.updateStrategy._sharesTraffic,
        }),
      );
    }
    if (smokeTest.enabled === false) continue;
    const test = new SmokeTest(hosted, 'SmokeTest', {
      latencyObjective: hosted.variant.latencyObjective,
      ...smokeTest,
      ...asked,
      variantNames: several ? [variantName] : undefined,
      shadowVariantNames: shadowVariants.length > 0 ? shadowVariants.map((shadow) => shadow.variantName) : undefined,
      queue: built.asynchronous && queueOf(built.asynchronous),
      contentHash: hashOf([hosted, ...shadowVariants]),
    });
    // Function and role need not wait for the endpoint.
    test.resource.node.addDependency(...built.after);
  }
}

function queueOf(buckets: AsyncBuckets): RequestQueue {
  const { bucket, prefix } = buckets.input;
  return { bucketName: bucket.bucketName, prefix, statements: exchangeOf(buckets) };
}

function hashOf(variants: HostedVariant[]): string {
  const parts = variants.flatMap(({ contents, variant }) => [
    ...contents.map(({ contentHash }) => contentHash),
    variant.image.release,
    ...variant.instanceTypes.map(({ name }) => name),
    variant.variantName,
  ]);
  const hash = (resolved: string[]): string => createHash('sha256').update(resolved.join('\n')).digest('hex');
  // What a multi-model endpoint serves is complete when the stack is synthesized.
  return parts.some((part) => Token.isUnresolved(part))
    ? Lazy.uncachedString({ produce: ({ resolve }) => hash(resolve(parts)) })
    : hash(parts);
}
