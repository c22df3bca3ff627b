import { isDeepStrictEqual } from 'util';
import { Resource, Template } from '../local/intrinsics';
import { propertiesOf } from '../template';
import { Consequence, counted, listed } from './consequence';
import { Endpoint } from './endpoint';
import { ResourceChange } from './resource-changes';

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

/** Roles and policies that a deployment makes, changes or removes. */
export function permissionConsequences(changes: ResourceChange[], before: Template, after: Template): Consequence[] {
  const of = (...fates: string[]): ResourceChange[] =>
    changes.filter(({ type, fate }) => type in KINDS && fates.includes(fate));
  const [added, removed] = [of('added'), of('removed')];
  const changed = of('updated', 'replaced').map((change) => {
    const [old, fresh] = [statementsOf(change.before, before), statementsOf(change.after, after)];
    const [oldTrust, freshTrust] = [trustOf(change.before, before), trustOf(change.after, after)];
    return {
      ...change,
      allowed: without(fresh, old),
      withdrawn: without(old, fresh),
      trusts: without(freshTrust, oldTrust).length > 0,
      trustChanges: !isDeepStrictEqual(freshTrust, oldTrust),
    };
  });
  // A statement with another condition is a new one for `cdk deploy`, even if the condition narrows it.
  const asks = added.length > 0 || changed.some(({ allowed, trusts }) => allowed.length > 0 || trusts);
  const sentences = [
    ...(added.length > 0 ? [`${kindsOf(added)} made.`] : []),
    ...changed.map(({ id, type, fate, allowed, withdrawn, trustChanges }) => {
      const how = fate === 'replaced' ? 'is replaced' : 'changes in place, before the endpoint changes';
      const trust = trustChanges ? ['its trust policy, which says who may assume the role, changes'] : [];
      const difference = differenceOf(actionsOf(allowed), actionsOf(withdrawn));
      return `${[`The ${KINDS[type]} ${id} ${how}`, ...trust, ...difference].join('; ')}.`;
    }),
    ...(removed.length > 0 ? [`${kindsOf(removed)} removed.`] : []),
  ];
  if (sentences.length === 0) return [];
  const approval = asks ? " 'cdk deploy' asks for approval, unless it is called with --require-approval never." : '';
  return [
    {
      about: 'permissions',
      sentence: sentences.join(' ') + approval,
      facts: {
        added: added.map(({ id }) => id),
        updated: changed.filter(({ fate }) => fate === 'updated').map(({ id }) => id),
        replaced: changed.filter(({ fate }) => fate === 'replaced').map(({ id }) => id),
        removed: removed.map(({ id }) => id),
        asksForApproval: asks,
      },
    },
  ];
}

/** `1 role and 2 policies are` */
function kindsOf(changes: ResourceChange[]): string {
  const kinds = Object.entries(KINDS).flatMap(([kind, noun]) => {
    const count = changes.filter(({ type }) => type === kind).length;
    return count > 0 ? [counted(count, noun)] : [];
  });
  return `${listed(kinds)} ${changes.length === 1 ? 'is' : 'are'}`;
}

function actionsOf(statements: Statement[]): string[] {
  return [...new Set(statements.flatMap(({ Action }) => Action ?? []))];
}

/** What a role may do more, elsewhere and no longer, by the actions of statements that come and go. */
function differenceOf(allowed: string[], withdrawn: string[]): string[] {
  const [more, less] = [
    allowed.filter((action) => !withdrawn.includes(action)),
    withdrawn.filter((action) => !allowed.includes(action)),
  ];
  const elsewhere = allowed.filter((action) => withdrawn.includes(action));
  return [
    ...(more.length > 0 ? [`it newly allows ${listed(more)}`] : []),
    ...(elsewhere.length > 0 ? [`it allows ${listed(elsewhere)} on other resources`] : []),
    ...(less.length > 0 ? [`it no longer allows ${listed(less)}`] : []),
  ];
}

function statementsOf(resource: Resource | undefined, template: Template): Statement[] {
  if (!resource) return [];
  const { PolicyDocument: own, Policies = [] } = propertiesOf(resource, template) as {
    PolicyDocument?: { Statement?: Statement[] };
    Policies?: { PolicyDocument?: { Statement?: Statement[] } }[];
  };
  return [own, ...Policies.map(({ PolicyDocument }) => PolicyDocument)].flatMap(
    (document) => document?.Statement ?? [],
  );
}

/** Who may assume a role. */
function trustOf(resource: Resource | undefined, template: Template): Statement[] {
  if (!resource) return [];
  const { AssumeRolePolicyDocument: trust } = propertiesOf(resource, template) as {
    AssumeRolePolicyDocument?: { Statement?: Statement | Statement[] };
  };
  return [trust?.Statement ?? []].flat();
}

function without(all: Statement[], others: Statement[]): Statement[] {
  return all.filter((one) => !others.some((other) => isDeepStrictEqual(one, other)));
}

/** A role that changes in place does so before the fleet is replaced, so the old fleet loses what the new one does not need. */
export function lostReadAccess(
  { variants }: Endpoint,
  changes: Map<string, ResourceChange>,
  before: Template,
): string[] {
  const roles = new Set(
    variants.flatMap(({ models }) => models.map(({ properties }) => String(properties.ExecutionRoleArn))),
  );
  return [...roles].flatMap((id) => {
    const change = changes.get(id);
    if (change?.fate !== 'updated') return [];
    const readable = (resource: Resource | undefined): string[] =>
      statementsOf(resource, before)
        .filter(({ Action }) => Action?.includes('s3:GetObject'))
        .flatMap(({ Resource: place }) => [place].flat().map(String));
    const still = readable(change.after);
    const lost = readable(change.before).filter((place) => !still.some((other) => covers(other, place)));
    if (lost.length === 0) return [];
    return [
      'The execution role loses access to the old model files before the new fleet starts: an instance that the old fleet starts during the update cannot download them.',
    ];
  });
}

function covers(pattern: string, place: string): boolean {
  return pattern.endsWith('*') ? place.startsWith(pattern.slice(0, -1)) : pattern === place;
}
