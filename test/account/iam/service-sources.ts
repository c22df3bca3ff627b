/**
 * Sources (`aws:SourceArn`, `aws:SourceAccount`) that services send when they assume a role. Trust policies use them to prevent the
 * confused deputy problem.
 */
import type { AccountRegion } from './access';
import type { Context } from './registered-resources';

/** The source that a service sends, according to its documentation of trust policies. */
interface ServiceSource {
  /** The ARN that the service sends for all resources, unless it sends the ARN of an individual resource. */
  readonly arn?: (accountRegion: AccountRegion) => string;
  /** The page that documents the trust policy. */
  readonly source: string;
}

/**
 * Services that send both `aws:SourceArn` and `aws:SourceAccount`. Other services send neither, so a trust policy with a condition on one
 * of the keys never allows them.
 *
 * AWS has no such list ("There is no public documentation which lists all the services", AWS Support in prowler-cloud/prowler#2810).
 */
export const SERVICE_SOURCES: Readonly<Record<string, ServiceSource>> = {
  // For endpoints, SageMaker sends this literal string ("The asterisk in the ARN template does not stand for wildcard"). For a job,
  // SageMaker sends the ARN of the job when the job is created, and this string later. A condition must match both.
  'sagemaker.amazonaws.com': {
    arn: ({ accountId, region }) => `arn:aws:sagemaker:${region}:${accountId}:*`,
    source: 'https://docs.aws.amazon.com/sagemaker/latest/dg/security-confused-deputy-prevention.html',
  },
  'states.amazonaws.com': {
    source: 'https://docs.aws.amazon.com/step-functions/latest/dg/procedure-create-iam-role.html',
  },
  'events.amazonaws.com': {
    source: 'https://docs.aws.amazon.com/eventbridge/latest/userguide/cross-service-confused-deputy-prevention.html',
  },
};

/** Condition keys of a request in which a service assumes a role, or accesses a resource whose policy allows the service. */
export function sourceContext(accountRegion: AccountRegion, sourceArn?: string): Context {
  return {
    'aws:ResourceAccount': accountRegion.accountId,
    ...(sourceArn === undefined ? {} : { 'aws:SourceArn': sourceArn, 'aws:SourceAccount': accountRegion.accountId }),
  };
}

/** The source ARN that a service sends when it assumes a role, or undefined for a service that sends no source. */
export function roleSource(service: string, accountRegion: AccountRegion, resourceArn?: string): string | undefined {
  const serviceSource = SERVICE_SOURCES[service];
  return serviceSource && (resourceArn ?? serviceSource.arn?.(accountRegion));
}
