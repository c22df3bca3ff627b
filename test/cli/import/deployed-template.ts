import { Calls } from './described';

type JsonObject = Record<string, unknown>;

interface Resource {
  readonly Type: string;
  readonly Properties?: JsonObject;
}

export interface DeployedTemplate {
  readonly Resources: Record<string, Resource>;
}

/** Resolves functions of a template: the name of a resource is its logical ID. Names of buckets are in lower case. */
export function resolveFunctions(value: unknown, template: DeployedTemplate): unknown {
  if (Array.isArray(value)) return value.map((each) => resolveFunctions(each, template));
  if (typeof value !== 'object' || value === null) return value;
  const [[name, argument] = ['', undefined], ...others] = Object.entries(value);
  if (others.length === 0 && name === 'Ref') return nameOf(String(argument), template);
  if (others.length === 0 && name === 'Fn::GetAtt') return attributeOf(argument as [string, string], template);
  if (others.length === 0 && name === 'Fn::Join') {
    const [separator, parts] = argument as [string, unknown[]];
    return parts.map((part) => resolveFunctions(part, template)).join(separator);
  }
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, resolveFunctions(each, template)]));
}

const PSEUDO_PARAMETERS: Record<string, string> = {
  'AWS::AccountId': '111122223333',
  'AWS::Region': 'us-east-1',
  'AWS::Partition': 'aws',
  'AWS::URLSuffix': 'amazonaws.com',
};

function nameOf(id: string, { Resources }: DeployedTemplate): string {
  const type = Resources[id]?.Type ?? '';
  if (type === 'AWS::S3::Bucket') return id.toLowerCase().slice(0, 63);
  if (type === 'AWS::SNS::Topic') return `arn:aws:sns:us-east-1:111122223333:${id}`;
  return PSEUDO_PARAMETERS[id] ?? id;
}

function attributeOf([id, attribute]: [string, string], template: DeployedTemplate): unknown {
  const name = nameOf(id, template);
  const isOfType = (type: string): boolean => template.Resources[id]?.Type === type;
  if (attribute !== 'Arn') return isOfType('AWS::EC2::SecurityGroup') ? `sg-${id}` : name;
  if (isOfType('AWS::IAM::Role')) return `arn:aws:iam::111122223333:role/${id}`;
  if (isOfType('AWS::KMS::Key')) return `arn:aws:kms:us-east-1:111122223333:key/${id}`;
  return `arn:aws:s3:::${name}`;
}

/** The properties of the resources of a type, with resolved functions, by logical ID. */
export function resourcesOf(template: DeployedTemplate, type: string): [id: string, properties: JsonObject][] {
  return Object.entries(template.Resources)
    .filter(([, { Type }]) => Type === `AWS::${type}`)
    .map(([id, { Properties = {} }]) => [id, resolveFunctions(Properties, template) as JsonObject]);
}

/** The requests with which CloudFormation deploys an endpoint of a template. */
export function callsOf(template: DeployedTemplate, endpointId: string): Calls {
  const [, endpoint] = resourcesOf(template, 'SageMaker::Endpoint').find(([id]) => id === endpointId) ?? [];
  const { EndpointName, EndpointConfigName, DeploymentConfig } = endpoint as {
    EndpointName: string;
    EndpointConfigName: string;
    DeploymentConfig?: JsonObject;
  };
  const [, config = {}] =
    resourcesOf(template, 'SageMaker::EndpointConfig').find(([id]) => id === EndpointConfigName) ?? [];
  const used = JSON.stringify(config);
  const models = resourcesOf(template, 'SageMaker::Model').filter(([id]) => used.includes(`"${id}"`));
  const targets = resourcesOf(template, 'ApplicationAutoScaling::ScalableTarget').filter(([, { ResourceId }]) =>
    String(ResourceId).startsWith(`endpoint/${EndpointName}/`),
  );
  const policies = resourcesOf(template, 'ApplicationAutoScaling::ScalingPolicy').flatMap(
    ([, { ScalingTargetId, ...policy }]) => {
      const [, target] = targets.find(([id]) => id === ScalingTargetId) ?? [];
      return target ? [{ ...policy, ResourceId: target.ResourceId }] : [];
    },
  );
  return {
    CreateModel: models.map(([ModelName, properties]) => ({ ModelName, ...properties })),
    CreateEndpointConfig: { EndpointConfigName, ...config },
    CreateEndpoint: { EndpointName, EndpointConfigName },
    ...(DeploymentConfig && { UpdateEndpoint: { DeploymentConfig } }),
    RegisterScalableTarget: targets.map(([, { ScheduledActions: _actions, ...target }]) => target),
    PutScalingPolicy: policies,
    PutScheduledAction: targets.flatMap(([, { ResourceId, ScheduledActions = [] }]) =>
      (ScheduledActions as JsonObject[]).map((action) => ({ ...action, ResourceId })),
    ),
  };
}
