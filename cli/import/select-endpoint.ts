import { Description } from './description';
import { valuesOf } from './values-of';

type JsonObject = Record<string, unknown>;

/**
 * Limits a description to the resources of its endpoint: outputs of the AWS CLI also describe the scaling of other endpoints, and a folder can
 * contain other models.
 *
 * @throws if the parts contradict each other
 */
export function selectEndpoint(description: Description, source: string): Description {
  const { DescribeEndpoint: endpoint, DescribeEndpointConfig: config } = description;
  const { EndpointName } = endpoint;
  if (endpoint.EndpointConfigName !== config.EndpointConfigName)
    throw new Error(
      `${source}: got the endpoint configuration ${String(config.EndpointConfigName)}, and the endpoint ${String(EndpointName)} has ${String(endpoint.EndpointConfigName)}; allowed: the current configuration of the endpoint`,
    );
  const select = (
    values: JsonObject[],
    idFields: string[],
    isOfEndpoint: (value: JsonObject) => boolean,
  ): JsonObject[] => distinct(values.filter(isOfEndpoint), idFields, source);
  const components = select(
    description.DescribeInferenceComponent,
    ['InferenceComponentName'],
    (component) => component.EndpointName === EndpointName,
  );
  const modelNames = valuesOf('ModelName', [config, ...components]);
  const componentIds = components.map(
    ({ InferenceComponentName }) => `inference-component/${String(InferenceComponentName)}`,
  );
  const scales = ({ ResourceId }: JsonObject): boolean =>
    String(ResourceId).startsWith(`endpoint/${String(EndpointName)}/`) || componentIds.includes(String(ResourceId));
  return {
    ...description,
    DescribeModel: select(description.DescribeModel, ['ModelName'], ({ ModelName }) =>
      modelNames.includes(String(ModelName)),
    ),
    DescribeInferenceComponent: components,
    ScalableTargets: select(description.ScalableTargets, ['ResourceId'], scales),
    ScalingPolicies: select(description.ScalingPolicies, ['ResourceId', 'PolicyName'], scales),
    ScheduledActions: select(description.ScheduledActions, ['ResourceId', 'ScheduledActionName'], scales),
    Tags: select(description.Tags, ['Key'], () => true),
  };
}

/** Removes copies. Different values cannot have the same ID. */
function distinct(values: JsonObject[], idFields: string[], source: string): JsonObject[] {
  const unique = [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
  const ids = unique.map((value) => idFields.map((field) => String(value[field])).join(' '));
  const id = ids.find((each, index) => ids.indexOf(each) !== index);
  if (id === undefined) return unique;
  throw new Error(
    `${source}: got two different descriptions with the ${idFields.join(' and ')} ${id}; allowed: one, as the account has it now`,
  );
}
