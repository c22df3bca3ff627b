type JsonObject = Record<string, unknown>;

/** Responses of AWS, by the name of a file. */
export type Responses = Record<string, JsonObject>;

/** The requests that create an endpoint. */
export interface Calls {
  readonly CreateModel: JsonObject[];
  readonly CreateEndpointConfig: JsonObject;
  readonly CreateEndpoint: { readonly EndpointName: string; readonly EndpointConfigName: string };
  readonly UpdateEndpoint?: JsonObject;
  readonly RegisterScalableTarget?: JsonObject[];
  readonly PutScalingPolicy?: JsonObject[];
  readonly PutScheduledAction?: JsonObject[];
  readonly Tags?: { Key: string; Value: string }[];
}

const ARN = 'arn:aws:sagemaker:us-east-1:111122223333';
const TIME = '2026-01-01T00:00:00.000Z';

/**
 * The responses with which AWS describes the resources of the requests: the inputs, and what the service adds to them. Each response is by the
 * name of its file.
 */
export function describe(calls: Calls): Responses {
  const { CreateEndpoint: created, CreateEndpointConfig: config } = calls;
  const inputs = (variants: unknown): JsonObject[] => (variants ?? []) as JsonObject[];
  const stateOf = ({ VariantName, InitialInstanceCount, InitialVariantWeight }: JsonObject): JsonObject => ({
    VariantName,
    CurrentWeight: InitialVariantWeight ?? 1,
    DesiredWeight: InitialVariantWeight ?? 1,
    CurrentInstanceCount: InitialInstanceCount,
    DesiredInstanceCount: InitialInstanceCount,
  });
  const withWeight = (variant: JsonObject): JsonObject => ({ InitialVariantWeight: 1, ...variant });
  const shadows = inputs(config.ShadowProductionVariants);
  const copies = Object.fromEntries(
    ['AsyncInferenceConfig', 'ExplainerConfig', 'MetricsConfig'].flatMap((name) =>
      name in config ? [[name, config[name]]] : [],
    ),
  );
  return {
    endpoint: {
      ...created,
      EndpointArn: `${ARN}:endpoint/${created.EndpointName.toLowerCase()}`,
      ProductionVariants: inputs(config.ProductionVariants).map(stateOf),
      ...(shadows.length > 0 && { ShadowProductionVariants: shadows.map(stateOf) }),
      EndpointStatus: 'InService',
      CreationTime: TIME,
      LastModifiedTime: TIME,
      ...copies,
      ...(calls.UpdateEndpoint && { LastDeploymentConfig: calls.UpdateEndpoint.DeploymentConfig }),
    },
    config: {
      ...config,
      EndpointConfigArn: `${ARN}:endpoint-config/${String(config.EndpointConfigName)}`,
      ProductionVariants: inputs(config.ProductionVariants).map(withWeight),
      ...(shadows.length > 0 && { ShadowProductionVariants: shadows.map(withWeight) }),
      EnableNetworkIsolation: config.EnableNetworkIsolation ?? false,
      CreationTime: TIME,
    },
    ...Object.fromEntries(calls.CreateModel.map((model, index) => [`model-${index}`, describeModel(model)])),
    targets: { ScalableTargets: (calls.RegisterScalableTarget ?? []).map(describeTarget) },
    policies: { ScalingPolicies: calls.PutScalingPolicy ?? [] },
    actions: { ScheduledActions: calls.PutScheduledAction ?? [] },
    tags: { Tags: calls.Tags ?? [] },
  };
}

function describeModel(model: JsonObject): JsonObject {
  const { PrimaryContainer } = model;
  return {
    ...model,
    ...(PrimaryContainer ? { PrimaryContainer: { Mode: 'SingleModel', ...(PrimaryContainer as object) } } : {}),
    EnableNetworkIsolation: model.EnableNetworkIsolation ?? false,
    ModelArn: `${ARN}:model/${String(model.ModelName)}`,
    CreationTime: TIME,
  };
}

function describeTarget(target: JsonObject): JsonObject {
  return {
    ...target,
    ServiceNamespace: 'sagemaker',
    RoleARN: 'arn:aws:iam::111122223333:role/aws-service-role/scaling',
    SuspendedState: {
      DynamicScalingInSuspended: false,
      DynamicScalingOutSuspended: false,
      ScheduledScalingSuspended: false,
    },
    CreationTime: TIME,
  };
}
