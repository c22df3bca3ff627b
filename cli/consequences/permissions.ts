import { isDeepStrictEqual } from 'util';
import { TemplateEndpoint } from '../assembly/endpoints';
import { Resource, Template } from '../assembly/intrinsics';
import { propertiesOf } from '../assembly/template';
import { formatCount, joinWords } from '../output/words';
import { Consequence } from './consequence';
import { ResourceChange } from './resource-changes';

/** The types of permission resources, and their names in sentences. */
const KINDS: Record<string, string> = {
  'AWS::IAM::Role': 'role',
  'AWS::IAM::Policy': 'policy',
  'AWS::IAM::ManagedPolicy': 'managed policy',
};

interface Statement {
  readonly Effect?: string;
  readonly Action?: string[];
  readonly Resource?: unknown;
}

/** Describes the roles and policies that a deployment creates, changes or removes. */
export function permissionConsequences(changes: ResourceChange[], before: Template, after: Template): Consequence[] {
  const changesWith = (...actions: string[]): ResourceChange[] =>
    changes.filter(({ type, action }) => type in KINDS && actions.includes(action));
  const [addedResources, removedResources] = [changesWith('added'), changesWith('removed')];
  const changedResources = changesWith('updated', 'replaced').map((change) => {
    const [oldStatements, newStatements] = [statementsOf(change.before, before), statementsOf(change.after, after)];
    const [oldTrust, newTrust] = [trustOf(change.before, before), trustOf(change.after, after)];
    return {
      ...change,
      added: statementsNotIn(newStatements, oldStatements),
      removed: statementsNotIn(oldStatements, newStatements),
      extendsTrust: statementsNotIn(newTrust, oldTrust).length > 0,
      changesTrust: !isDeepStrictEqual(newTrust, oldTrust),
    };
  });
  // `cdk deploy` treats a statement with a changed condition as a new statement, even if the condition is narrower.
  const asksForApproval =
    addedResources.length > 0 ||
    changedResources.some(({ added: statements, extendsTrust }) => statements.length > 0 || extendsTrust);
  const sentences = [
    ...(addedResources.length > 0 ? [`${describeKinds(addedResources)} created.`] : []),
    ...changedResources.map(({ id, type, action, added: newStatements, removed: oldStatements, changesTrust }) => {
      const operation = action === 'replaced' ? 'is replaced' : 'changes in place, before the endpoint changes';
      const trustPhrases = changesTrust ? ['its trust policy, which determines who may assume the role, changes'] : [];
      const difference = describeDifference(actionsOf(newStatements), actionsOf(oldStatements));
      return `${[`The ${KINDS[type]} ${id} ${operation}`, ...trustPhrases, ...difference].join('; ')}.`;
    }),
    ...(removedResources.length > 0 ? [`${describeKinds(removedResources)} removed.`] : []),
  ];
  if (sentences.length === 0) return [];
  const approval = asksForApproval
    ? " 'cdk deploy' asks for approval, unless it is called with --require-approval never."
    : '';
  return [
    {
      about: 'permissions',
      sentence: sentences.join(' ') + approval,
      facts: {
        added: addedResources.map(({ id }) => id),
        updated: changedResources.filter(({ action }) => action === 'updated').map(({ id }) => id),
        replaced: changedResources.filter(({ action }) => action === 'replaced').map(({ id }) => id),
        removed: removedResources.map(({ id }) => id),
        asksForApproval,
      },
    },
  ];
}

/** Counts the resources of each kind in a phrase such as `1 role and 2 policies are`. */
function describeKinds(changes: ResourceChange[]): string {
  const kinds = Object.entries(KINDS).flatMap(([kind, noun]) => {
    const count = changes.filter(({ type }) => type === kind).length;
    return count > 0 ? [formatCount(count, noun)] : [];
  });
  return `${joinWords(kinds)} ${changes.length === 1 ? 'is' : 'are'}`;
}

function actionsOf(statements: Statement[]): string[] {
  return [...new Set(statements.flatMap(({ Action }) => Action ?? []))];
}

/** Describes the difference between the actions of added statements and the actions of removed statements. */
function describeDifference(added: string[], removed: string[]): string[] {
  const newlyAllowed = added.filter((action) => !removed.includes(action));
  const noLongerAllowed = removed.filter((action) => !added.includes(action));
  const onOtherResources = added.filter((action) => removed.includes(action));
  return [
    ...(newlyAllowed.length > 0 ? [`it newly allows ${joinWords(newlyAllowed)}`] : []),
    ...(onOtherResources.length > 0 ? [`it allows ${joinWords(onOtherResources)} on other resources`] : []),
    ...(noLongerAllowed.length > 0 ? [`it no longer allows ${joinWords(noLongerAllowed)}`] : []),
  ];
}

function statementsOf(resource: Resource | undefined, template: Template): Statement[] {
  if (!resource) return [];
  const { PolicyDocument: policy, Policies = [] } = propertiesOf(resource, template) as {
    PolicyDocument?: { Statement?: Statement[] };
    Policies?: { PolicyDocument?: { Statement?: Statement[] } }[];
  };
  return [policy, ...Policies.map(({ PolicyDocument }) => PolicyDocument)].flatMap(
    (document) => document?.Statement ?? [],
  );
}

/** The statements of the trust policy of a role. */
function trustOf(resource: Resource | undefined, template: Template): Statement[] {
  if (!resource) return [];
  const { AssumeRolePolicyDocument: trust } = propertiesOf(resource, template) as {
    AssumeRolePolicyDocument?: { Statement?: Statement | Statement[] };
  };
  return [trust?.Statement ?? []].flat();
}

function statementsNotIn(all: Statement[], others: Statement[]): Statement[] {
  return all.filter((statement) => !others.some((other) => isDeepStrictEqual(statement, other)));
}

/** Describes access that the old fleet loses during the update, because a role is changed in place before the fleet is replaced. */
export function lostReadAccess(
  { variants }: TemplateEndpoint,
  changes: Map<string, ResourceChange>,
  before: Template,
): string[] {
  const roles = new Set(
    variants.flatMap(({ models }) => models.map(({ properties }) => String(properties.ExecutionRoleArn))),
  );
  return [...roles].flatMap((id) => {
    const change = changes.get(id);
    if (change?.action !== 'updated') return [];
    const readableResources = (resource: Resource | undefined): string[] =>
      statementsOf(resource, before)
        .filter(({ Action }) => Action?.includes('s3:GetObject'))
        .flatMap(({ Resource: arns }) => [arns].flat().map(String));
    const stillReadable = readableResources(change.after);
    const noLongerReadable = readableResources(change.before).filter(
      (arn) => !stillReadable.some((pattern) => covers(pattern, arn)),
    );
    if (noLongerReadable.length === 0) return [];
    return [
      'The execution role loses access to the old model files before the new fleet starts: an instance that the old fleet starts during the update cannot download them.',
    ];
  });
}

/** Whether the resource pattern of a statement matches the ARN. */
function covers(pattern: string, arn: string): boolean {
  return pattern.endsWith('*') ? arn.startsWith(pattern.slice(0, -1)) : pattern === arn;
}
