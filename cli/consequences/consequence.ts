import { TemplateEndpoint, TemplateVariant } from '../assembly/endpoints';
import { Deployment } from '../assembly/publications';

/** The subjects of consequences, in the order of the output: the most important first. */
export const SUBJECTS = [
  'failure',
  'endpoint',
  'variants',
  'fleet',
  'components',
  'data',
  'instances',
  'cost',
  'waiting',
  'countsAndWeights',
  'scaling',
  'models',
  'modelData',
  'rollback',
  'permissions',
] as const;

export type Subject = (typeof SUBJECTS)[number];

/** An effect of a deployment. */
export interface Consequence {
  readonly about: Subject;
  /** The name of the endpoint; undefined for an effect on the whole stack. */
  readonly endpoint?: string;
  readonly sentence: string;
  /** The content of the sentence as data. The keys depend on the subject. */
  readonly facts?: Record<string, unknown>;
}

/**
 * Whether an update starts a new fleet (new instances for the endpoint): `possible` if the AWS documentation does not specify this case.
 */
export type NewFleet = 'yes' | 'no' | 'possible';

/** The effect of a deployment on an endpoint. */
export interface EndpointChange {
  readonly endpoint: string;
  /** The operation of CloudFormation on the endpoint resource. */
  readonly change: 'created' | 'updated' | 'replaced' | 'deleted' | 'unchanged';
  readonly newFleet: NewFleet;
  /** The reasons for the new fleet, as phrases. */
  readonly reasons: string[];
}

/** The effect of a deployment on an endpoint, as data and as sentences. */
export interface EndpointConsequences {
  readonly change: EndpointChange;
  readonly consequences: Consequence[];
}

/** An endpoint, and the deployment that it is part of. */
export interface DeployedEndpoint {
  readonly endpoint: TemplateEndpoint;
  readonly deployment: Deployment;
}

/** The data URIs of all models of an endpoint, without duplicates. */
export function dataUrisOf({ variants }: TemplateEndpoint): string[] {
  return [...new Set(variants.flatMap(({ models }) => models.map(({ dataUri }) => dataUri)))];
}

/** The suffix that identifies a variant or component in a sentence, if the endpoint has several. */
export function variantSuffix(
  { name, component }: Pick<TemplateVariant, 'name' | 'component'>,
  hasSeveral: boolean,
): string {
  return hasSeveral ? ` of ${component ? 'component' : 'variant'} ${name}` : '';
}
