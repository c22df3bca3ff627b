import { Construct } from 'constructs';
import { acknowledge } from '../platform/acknowledge';

/** Tells cdk-nag why the policies of a role are inline. */
export function acknowledgeInlinePolicies(scope: Construct): void {
  acknowledge(scope, {
    IAMNoInlinePolicy: 'The permissions belong to this role alone, and are there as soon as it is',
  });
}
