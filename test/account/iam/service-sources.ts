/** How services name the resource that they act for when they assume a role, against the confused deputy. */
import type { Place } from './access';
import type { Context } from './resources';

/** What a service's documentation says of its own role trust policies. */
interface ServiceSource {
  /** The ARN, where it is the same for all resources. */
  readonly arn?: (place: Place) => string;
  readonly source: string;
}

/**
 * Services that send both keys. Any other sends none: a trust policy with a condition on either never lets it in.
 *
 * AWS has no such list ("There is no public documentation which lists all the services", AWS Support in prowler-cloud/prowler#2810).
 */
export const SERVICE_SOURCES: Readonly<Record<string, ServiceSource>> = {
  // "The asterisk in the ARN template does not stand for wildcard": SageMaker sends this text for endpoints. The role of a job is judged with
  // the job's ARN when the job is created, and with this text later: a condition must match both.
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

/** The keys of a request to assume a role, or to do something that a resource's policy allows the service. */
export function sourceContext(place: Place, sourceArn?: string): Context {
  return {
    'aws:ResourceAccount': place.accountId,
    ...(sourceArn === undefined ? {} : { 'aws:SourceArn': sourceArn, 'aws:SourceAccount': place.accountId }),
  };
}

/** The ARN that a service sends when it assumes a role: of the resource, unless it has one text for all; nothing if it sends none. */
export function roleSource(service: string, place: Place, resourceArn?: string): string | undefined {
  const known = SERVICE_SOURCES[service];
  return known && (resourceArn ?? known.arn?.(place));
}
