import { AwsError } from '../call';
import type { Access } from './access';
import type { Decision } from './policy-evaluator';

/** For each service, the name and HTTP status of the error for a denied request. The default is AccessDeniedException with 400. */
const ERRORS: Readonly<Record<string, readonly [name: string, status: number]>> = {
  s3: ['AccessDenied', 403],
  iam: ['AccessDenied', 403],
  sts: ['AccessDenied', 403],
  cloudformation: ['AccessDenied', 403],
  cloudwatch: ['AccessDenied', 403],
  sns: ['AuthorizationErrorException', 403],
  ec2: ['UnauthorizedOperation', 403],
  lambda: ['AccessDeniedException', 403],
};

/** Reasons in error messages, in the wording of "Troubleshoot access denied error messages" in the IAM user guide. */
const REASONS: Readonly<Record<NonNullable<Decision['deniedBy']>, (action: string) => string>> = {
  'no identity': (action) => `because no identity-based policy allows the ${action} action`,
  'no resource': (action) => `because no resource-based policy allows the ${action} action`,
  identity: () => 'with an explicit deny in an identity-based policy',
  resource: () => 'with an explicit deny in a resource-based policy',
};

/** The error that a service returns for a request that is not allowed. */
export function accessDenied(service: string, user: string, access: Access, decision: Decision): AwsError {
  const [name, status] = ERRORS[service] ?? ['AccessDeniedException', 400];
  const resource = service === 's3' ? `"${access.resource}"` : access.resource;
  const reason = REASONS[decision.deniedBy ?? 'no identity'](access.action);
  const message = `User: ${user} is not authorized to perform: ${access.action} on resource: ${resource} ${reason}`;
  return new AwsError(
    name,
    service === 'ec2' ? `You are not authorized to perform this operation. ${message}` : message,
    status,
  );
}
