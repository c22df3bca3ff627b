import { AwsError } from '../call';
import type { Access } from './access';
import type { Verdict } from './judge';

/** The error's name and status by the service that is called, where it is not AccessDeniedException with 400. */
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

/** Why, in the words of "Troubleshoot access denied error messages" of the IAM user guide. */
const REASONS: Readonly<Record<NonNullable<Verdict['deniedBy']>, (action: string) => string>> = {
  'no identity': (action) => `because no identity-based policy allows the ${action} action`,
  'no resource': (action) => `because no resource-based policy allows the ${action} action`,
  identity: () => 'with an explicit deny in an identity-based policy',
  resource: () => 'with an explicit deny in a resource-based policy',
};

/** What the called service answers to a request that is not allowed. */
export function accessDenied(service: string, user: string, access: Access, verdict: Verdict): AwsError {
  const [name, status] = ERRORS[service] ?? ['AccessDeniedException', 400];
  const resource = service === 's3' ? `"${access.resource}"` : access.resource;
  const reason = REASONS[verdict.deniedBy ?? 'no identity'](access.action);
  const sentence = `User: ${user} is not authorized to perform: ${access.action} on resource: ${resource} ${reason}`;
  return new AwsError(
    name,
    service === 'ec2' ? `You are not authorized to perform this operation. ${sentence}` : sentence,
    status,
  );
}
