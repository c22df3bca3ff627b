import { TemplateEndpoint, TemplateVariant } from '../assembly/endpoints';
import { Deployment } from '../assembly/publications';

/** The subjects of consequences, in the order of the output: the most important first. */
export const SUBJECTS = [
  'failure',
  'endpoint',
  'variants',
  'fleet',
  'components',
  'requests',
  'data',
  'instances',
  'cost',
  'waiting',
  'countsAndWeights',
  'scaling',
  'models',
  'modelData',
  'pythonPackages',
  'rollback',
  'serverMetrics',
  'permissions',
  'otherResources',
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

/** An endpoint, and the deployment that it is part of. */
export interface DeployedEndpoint {
  readonly endpoint: TemplateEndpoint;
  readonly deployment: Deployment;
}

/** The data URIs of all models of an endpoint. */
export function dataUrisOf({ variants }: TemplateEndpoint): string[] {
  return variants.flatMap(({ models }) => models.map(({ dataUri }) => dataUri));
}

/** The suffix that identifies a variant or component in a sentence, if the endpoint has several. */
export function variantSuffix(
  { name, component }: Pick<TemplateVariant, 'name' | 'component'>,
  hasSeveral: boolean,
): string {
  return hasSeveral ? ` of ${component ? 'component' : 'variant'} ${name}` : '';
}
