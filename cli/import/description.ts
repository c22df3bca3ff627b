import { fail, isObject } from '../input/shape';

type JsonObject = Record<string, unknown>;

/** A config.pbtxt of a model repository. */
export interface ReadConfiguration {
  /** Name of the model's folder. */
  readonly folder: string;
  readonly text: string;
  /** S3 URI of the model data that contains the file. Undefined for a file of the user. */
  readonly source?: string;
}

/** What the account has, as the responses of AWS. A saved description is this object as JSON. */
export interface Description {
  readonly DescribeEndpoint: JsonObject;
  readonly DescribeEndpointConfig: JsonObject;
  readonly DescribeModel: JsonObject[];
  readonly DescribeModelPackage: JsonObject[];
  readonly DescribeInferenceComponent: JsonObject[];
  readonly ScalableTargets: JsonObject[];
  readonly ScalingPolicies: JsonObject[];
  readonly ScheduledActions: JsonObject[];
  readonly Tags: JsonObject[];
  readonly Subnets: JsonObject[];
  /** The config.pbtxt files of the models. */
  readonly configurations: ReadConfiguration[];
  /** Versions of the archives of models (S3's version ID or ETag), by URI. */
  readonly versions: Record<string, string>;
  /** What could not be read, as sentences. */
  readonly unread: string[];
}

/** A part of a description, such as the content of a file. */
export type PartialDescription = Partial<Description>;

/** The response of each operation, by fields that only this response has. */
const RESPONSES: [fields: string[], toPart: (response: JsonObject) => PartialDescription][] = [
  [['DescribeEndpoint'], (saved) => saved as PartialDescription],
  [['EndpointArn', 'EndpointStatus'], (response) => ({ DescribeEndpoint: response })],
  [['InferenceComponentArn', 'EndpointName'], (response) => ({ DescribeInferenceComponent: [response] })],
  [['EndpointConfigArn', 'ProductionVariants'], (response) => ({ DescribeEndpointConfig: response })],
  [['ModelArn'], (response) => ({ DescribeModel: [response] })],
  [['ModelPackageArn'], (response) => ({ DescribeModelPackage: [response] })],
  [['ScalableTargets'], ({ ScalableTargets: found }) => lists({ ScalableTargets: found })],
  [['ScalingPolicies'], ({ ScalingPolicies: found }) => lists({ ScalingPolicies: found })],
  [['ScheduledActions'], ({ ScheduledActions: found }) => lists({ ScheduledActions: found })],
  [['Subnets'], ({ Subnets: found }) => lists({ Subnets: found })],
  [['Tags'], ({ Tags: found }) => lists({ Tags: found })],
  [['InferenceComponents'], () => ({})], // a list of names
];

/** Recognizes a response by its content. Returns undefined for anything else. */
export function recognizeResponse(response: unknown): PartialDescription | undefined {
  if (!isObject(response)) return undefined;
  const [, toPart] = RESPONSES.find(([fields]) => fields.every((field) => field in response)) ?? [];
  return toPart?.(response);
}

function lists(parts: Record<string, unknown>): PartialDescription {
  return Object.fromEntries(Object.entries(parts).map(([name, value]) => [name, Array.isArray(value) ? value : []]));
}

/** Parts without which an app can be written, although it may lack settings. */
const OPTIONAL_PARTS = [
  ['ScalableTargets', 'aws application-autoscaling describe-scalable-targets --service-namespace sagemaker'],
  ['ScalingPolicies', 'aws application-autoscaling describe-scaling-policies --service-namespace sagemaker'],
  ['ScheduledActions', 'aws application-autoscaling describe-scheduled-actions --service-namespace sagemaker'],
  ['Tags', 'aws sagemaker list-tags --resource-arn <ARN of the endpoint>'],
] as const;

/** Parts that are lists of objects. */
const OBJECT_LISTS: (keyof Description)[] = [
  'DescribeModel',
  'DescribeModelPackage',
  'DescribeInferenceComponent',
  'ScalableTargets',
  'ScalingPolicies',
  'ScheduledActions',
  'Tags',
  'Subnets',
  'configurations',
];

/**
 * Combines the parts of a description.
 *
 * @throws if a part is missing that an app requires
 */
export function combineParts(parts: PartialDescription[], source: string): Description {
  const all = <T>(valuesOf: (part: PartialDescription) => T[] | undefined): T[] =>
    parts.flatMap((part) => valuesOf(part) ?? []);
  const only = (name: 'DescribeEndpoint' | 'DescribeEndpointConfig', operation: string): JsonObject => {
    const found = all((part) => (part[name] ? [part[name]] : []));
    const distinct = [...new Map(found.map((each) => [JSON.stringify(each), each])).values()];
    if (distinct.length === 1) return distinct[0];
    throw new Error(
      `${source}: got ${distinct.length} outputs of 'aws sagemaker ${operation}'; allowed: one, of the endpoint to import`,
    );
  };
  for (const part of parts)
    for (const name of OBJECT_LISTS)
      if (part[name] !== undefined && !(Array.isArray(part[name]) && part[name].every(isObject)))
        fail(`${source}: ${name}`, part[name], 'a list of objects');
  const missing = OPTIONAL_PARTS.filter(([name]) => parts.every((part) => part[name] === undefined));
  return {
    DescribeEndpoint: only('DescribeEndpoint', 'describe-endpoint'),
    DescribeEndpointConfig: only('DescribeEndpointConfig', 'describe-endpoint-config'),
    DescribeModel: all((part) => part.DescribeModel),
    DescribeModelPackage: all((part) => part.DescribeModelPackage),
    DescribeInferenceComponent: all((part) => part.DescribeInferenceComponent),
    ScalableTargets: all((part) => part.ScalableTargets),
    ScalingPolicies: all((part) => part.ScalingPolicies),
    ScheduledActions: all((part) => part.ScheduledActions),
    Tags: all((part) => part.Tags),
    Subnets: all((part) => part.Subnets),
    configurations: all((part) => part.configurations),
    versions: Object.assign({}, ...parts.map(({ versions = {} }) => versions)),
    unread: [
      ...all((part) => part.unread),
      ...missing.map(([, operation]) => `the output of '${operation}' was not passed`),
    ],
  };
}
