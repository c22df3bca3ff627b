import { fail, isObject } from '../input/shape';
import { hideSecretsIn } from './secrets';

export type Json = Record<string, unknown>;
/** A response of AWS, and where it is from. */
export type Source = [name: string, response: unknown];

/** The responses with which AWS describes an endpoint, and what belongs to it. What may be a secret is hidden. */
export interface Description {
  readonly endpoint: Json;
  readonly config: Json;
  readonly models: Json[];
  readonly targets: Json[];
  readonly policies: Json[];
  readonly actions: Json[];
  readonly tags: Json[];
  readonly subnets: Json[];
}

/** The field by which the output of a command is recognized. */
const OUTPUTS: Record<string, string> = {
  EndpointStatus: 'sagemaker describe-endpoint',
  EndpointConfigArn: 'sagemaker describe-endpoint-config',
  ModelArn: 'sagemaker describe-model',
  ScalableTargets: 'application-autoscaling describe-scalable-targets --service-namespace sagemaker',
  ScalingPolicies: 'application-autoscaling describe-scaling-policies --service-namespace sagemaker',
  ScheduledActions: 'application-autoscaling describe-scheduled-actions --service-namespace sagemaker',
  Tags: 'sagemaker list-tags --resource-arn <ARN of the endpoint>',
  Subnets: 'ec2 describe-subnets',
};

/**
 * Combines responses, and limits them to the resources of the endpoint: the scaling of other endpoints may be described, too.
 *
 * @throws if a response is not known, if a required one is missing, or if two responses contradict each other
 */
export function combineResponses(sources: Source[]): Description {
  const responses = sources.map(([source, response]) => {
    if (isObject(response) && Object.keys(OUTPUTS).some((field) => field in response)) return hideSecretsIn(response);
    const allowed = Object.values(OUTPUTS).map((each) => `'aws ${each}'`);
    throw new Error(
      `--description: ${source} is not a known description; allowed: the JSON output of ${allowed.join(', ')}`,
    );
  });
  const having = (field: string): Json[] => unique(responses.filter((response) => field in response));
  const only = (field: string): Json => {
    const found = having(field);
    if (found.length === 1) return found[0];
    throw new Error(`got ${found.length} outputs of 'aws ${OUTPUTS[field]}'; allowed: one, of the endpoint to import`);
  };
  const listed = (field: string): Json[] => {
    const found = having(field);
    if (found.length > 0) return unique(found.flatMap((response) => objectsIn(field, response[field])));
    throw new Error(`the output of 'aws ${OUTPUTS[field]}' is missing; allowed: also an empty list`);
  };
  const endpoint = only('EndpointStatus');
  const config = only('EndpointConfigArn');
  const name = String(endpoint.EndpointName);
  if (endpoint.EndpointConfigName !== config.EndpointConfigName)
    throw new Error(
      `got the endpoint configuration ${String(config.EndpointConfigName)}, and the endpoint ${name} has ${String(endpoint.EndpointConfigName)}; allowed: the current configuration of the endpoint`,
    );
  const ofEndpoint = ({ ResourceId }: Json): boolean => String(ResourceId).startsWith(`endpoint/${name}/`);
  return {
    endpoint,
    config,
    models: having('ModelArn'),
    targets: listed('ScalableTargets').filter(ofEndpoint),
    policies: listed('ScalingPolicies').filter(ofEndpoint),
    actions: listed('ScheduledActions').filter(ofEndpoint),
    tags: listed('Tags'),
    subnets: having('Subnets').flatMap(({ Subnets }) => objectsIn('Subnets', Subnets)),
  };
}

/** The objects of a list. */
export function objectsIn(place: string, list: unknown = []): Json[] {
  const isList = Array.isArray(list) && list.every(isObject);
  return isList ? list : fail(place, list, 'a list of objects');
}

/** The names of the models in an endpoint configuration. */
export function modelNamesIn({ ProductionVariants, ShadowProductionVariants }: Json): string[] {
  const variants = [ProductionVariants, ShadowProductionVariants].flatMap((list) => objectsIn('variants', list));
  return [...new Set(variants.flatMap(({ ModelName }) => (typeof ModelName === 'string' ? [ModelName] : [])))];
}

/** Removes copies. */
function unique(values: Json[]): Json[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}
