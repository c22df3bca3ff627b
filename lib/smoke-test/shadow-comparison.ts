import { Duration } from 'aws-cdk-lib';
import { EventField, Rule, RuleTargetInput, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { IKey } from 'aws-cdk-lib/aws-kms';
import { IBucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { acknowledgeWildcards } from '../cdk/acknowledge';
import { createLibraryFunction } from '../cdk/library-function';
import { FUNCTION_REASONS, WILDCARD_REASONS } from '../cdk/nag-reasons';
import { SHADOW_COMPARISON_MINUTES, ShadowComparisonEvent } from '../contracts/shadow-comparison-event';
import { ShadowResponseOptions } from './shadow-response-options';

/** Timeout of the function, shorter than the interval of the schedule, so runs do not overlap. */
const TIMEOUT = Duration.minutes(4);
/** The function holds the captured data that it reads, at most 128 MiB, several times: as bytes, as text, and as records. */
const MEMORY_MEGABYTES = 1024;

/** Properties of `ShadowComparison`. */
export interface ShadowComparisonProps extends ShadowResponseOptions {
  readonly endpointName: string;
  readonly productionVariantName: string;
  readonly shadowVariantName: string;
  /** Bucket of the captured data. */
  readonly bucket: IBucket;
  /** Prefix of the captured data in the bucket, without a leading or trailing slash. */
  readonly prefix: string;
  /** Key that encrypts the captured data. */
  readonly key?: IKey;
}

/** Compares the captured responses of a shadow variant with those of the production variant. Publishes the metrics `SHADOW_METRICS`. */
export class ShadowComparison extends Construct {
  constructor(scope: Construct, id: string, props: ShadowComparisonProps) {
    super(scope, id);
    const { endpointName, productionVariantName: productionVariant, shadowVariantName: shadowVariant, bucket } = props;
    const prefix = `${props.prefix}/${endpointName}/`;
    const { handler, policy } = createLibraryFunction(this, {
      handler: 'shadow-comparison',
      description: `Comparison of the responses of the shadow variant of the endpoint ${endpointName}`,
      timeout: TIMEOUT,
      memorySize: MEMORY_MEGABYTES,
      reasons: FUNCTION_REASONS.shadowComparison,
    });
    const statements = readStatements(
      props,
      [productionVariant, shadowVariant].map((variant) => `${prefix}${variant}/*`),
    );
    policy.addStatements(...statements);
    acknowledgeWildcards(this, statements, WILDCARD_REASONS.shadowComparison);
    // A run that fails is not retried: the next run compares the next responses.
    const noRetries = { retryAttempts: 0, maxEventAge: Duration.minutes(SHADOW_COMPARISON_MINUTES) };
    handler.configureAsyncInvoke(noRetries);
    const event: ShadowComparisonEvent = {
      time: EventField.time,
      endpointName,
      productionVariant,
      shadowVariant,
      bucket: bucket.bucketName,
      prefix,
      absoluteTolerance: props.absoluteTolerance ?? 1e-3,
      relativeTolerance: props.relativeTolerance ?? 0,
      logPayloads: props.logPayloads,
    };
    new Rule(this, 'Schedule', {
      description: `Compares the responses of the variants of the endpoint ${endpointName}`,
      // Not `Schedule.rate`, whose runs begin at any second, so that it is not known which minutes a run compares.
      schedule: Schedule.cron({ minute: `0/${SHADOW_COMPARISON_MINUTES}` }),
      targets: [new LambdaFunction(handler, { ...noRetries, event: RuleTargetInput.fromObject(event) })],
    });
  }
}

/** Permissions to list and read the captured data of the variants. */
function readStatements({ bucket, key }: ShadowComparisonProps, objects: string[]): PolicyStatement[] {
  return [
    new PolicyStatement({
      actions: ['s3:ListBucket'],
      resources: [bucket.bucketArn],
      conditions: { StringLike: { 's3:prefix': objects } },
    }),
    new PolicyStatement({
      actions: ['s3:GetObject'],
      resources: objects.map((object) => bucket.arnForObjects(object)),
    }),
    ...(key ? [new PolicyStatement({ actions: ['kms:Decrypt'], resources: [key.keyArn] })] : []),
  ];
}
