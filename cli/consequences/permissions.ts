import { fullDiff } from '@aws-cdk/cloudformation-diff/lib/diff-template';
import { Template } from '../assembly/intrinsics';
import { joinWords } from '../output/words';
import { Consequence } from './consequence';

/** Describes the permissions that a deployment adds and removes. `cdk deploy` compares templates with the same library. */
export function permissionConsequences(before: Template | undefined, after: Template): Consequence[] {
  const { iamChanges, permissionsBroadened: asksForApproval } = fullDiff(before ?? {}, after);
  if (!iamChanges.hasChanges) return [];
  const [added, removed] = [iamChanges.statements.additions, iamChanges.statements.removals].map((statements) => [
    ...new Set(statements.flatMap(({ actions }) => actions.values)),
  ]);
  const phrases = [
    ['added', added.filter((action) => !removed.includes(action))],
    ['with other resources, principals or conditions', added.filter((action) => removed.includes(action))],
    ['removed', removed.filter((action) => !added.includes(action))],
  ] as const;
  const difference = phrases.flatMap(([label, actions]) =>
    actions.length > 0 ? [`${label}: ${joinWords(actions)}`] : [],
  );
  const change = !before ? 'Roles and policies are created.' : `Permissions change; ${difference.join('; ')}.`;
  const approval = asksForApproval
    ? " 'cdk deploy' asks for approval, unless it is called with --require-approval never."
    : '';
  return [{ about: 'permissions', sentence: change + approval, facts: { added, removed, asksForApproval } }];
}
