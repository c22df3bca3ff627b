import {
  count,
  fields,
  isObject,
  json,
  list,
  number,
  oneOrMore,
  optional,
  Shape,
  string,
  table,
  text,
} from '../input/shape';

/*
 * Shapes (validating converters, see `Shape`) for the resource properties that the commands read. A template is untrusted input, so every
 * property is validated before its use.
 */

/** A number in a template. Undefined for text that is not a number: a parameter without a default evaluates to its name. */
const numberOrParameter: Shape<number | undefined> = (value, place) =>
  typeof value === 'string' && Number.isNaN(Number(value)) ? undefined : optional(number)(value, place);

const capacitySize = fields({ Type: optional(text), Value: numberOrParameter });

const variants = list(
  fields({
    VariantName: text,
    ModelName: optional(text),
    InstanceType: optional(text),
    InstancePools: optional(list(fields({ InstanceType: text, ModelNameOverride: optional(text) }))),
    CapacityReservationConfig: optional(fields({ MlReservationArn: optional(text) })),
    ManagedInstanceScaling: optional(
      fields({
        Status: optional(text),
        MinInstanceCount: numberOrParameter,
        MaxInstanceCount: numberOrParameter,
        ScaleInPolicy: optional(fields({})),
      }),
    ),
    RoutingConfig: optional(fields({ RoutingStrategy: optional(text) })),
  }),
);

const container = fields({
  Image: optional(text),
  ModelPackageName: optional(text),
  Mode: optional(text),
  Environment: optional(table(text)),
  ModelDataUrl: optional(text),
  ModelDataSource: optional(fields({ S3DataSource: optional(fields({ S3Uri: optional(text) })) })),
});

const specification = fields({
  ModelName: optional(text),
  Container: optional(
    fields({ Image: optional(text), ArtifactUrl: optional(text), Environment: optional(table(text)) }),
  ),
  ComputeResourceRequirements: optional(
    fields({
      NumberOfAcceleratorDevicesRequired: numberOrParameter,
      NumberOfCpuCoresRequired: numberOrParameter,
      MinMemoryRequiredInMb: numberOrParameter,
      MaxMemoryRequiredInMb: numberOrParameter,
    }),
  ),
});

/** An inference component: a model, what its copies reserve on the instances of an endpoint, and how updates replace the copies. */
const inferenceComponent = fields({
  InferenceComponentName: optional(text),
  EndpointName: optional(text),
  VariantName: optional(text),
  Specification: optional(specification),
  Specifications: optional(list(specification)),
  RuntimeConfig: optional(fields({ CopyCount: numberOrParameter })),
  DeploymentConfig: optional(
    fields({
      RollingUpdatePolicy: optional(
        fields({ MaximumBatchSize: optional(capacitySize), WaitIntervalInSeconds: numberOrParameter }),
      ),
      AutoRollbackConfiguration: optional(fields({ Alarms: optional(list(fields({ AlarmName: text }))) })),
    }),
  ),
});

const tensor = fields({ name: text, dataType: text, dims: list(text) });

const models = list(
  fields({
    name: text,
    maxBatchSize: number,
    inputs: list(tensor),
    outputs: list(tensor),
    targetModel: optional(text),
  }),
);

/** The examples of a smoke test, by model name. */
export const examples = table(list(fields({ request: fields({}), response: optional(fields({})) })));

/** The plan of a smoke test of a multi-model endpoint. */
export const testPlan = fields({ models, examples });

/** The `Spec` property of a smoke test. */
export const testSpec = fields({
  models: optional(models),
  variants: optional(list(text)),
  inferenceComponent: optional(text),
  timeoutSeconds: optional(number),
  latency: optional(fields({ percentile: number, milliseconds: number, requests: count, concurrency: count })),
});

/** Variants that are registered for scaling. */
const registrations = list(
  fields({
    variantName: text,
    target: optional(
      fields({
        minCapacity: optional(number),
        maxCapacity: optional(number),
        scheduledActions: optional(list(fields({ scalableTargetAction: optional(fields({})) }), 10_000)),
      }),
    ),
  }),
);

const variantsRelease = fields({ EndpointName: text, Deployment: text, Variants: json(registrations) });
const componentRelease = fields({ InferenceComponentName: text, InitialCopyCount: numberOrParameter });

/** What waits before the update of an endpoint, or of an inference component. */
const scalingRelease: Shape<Record<string, unknown>> = (value, place) =>
  isObject(value) && 'InferenceComponentName' in value ? componentRelease(value, place) : variantsRelease(value, place);

const statement = fields({ Action: optional(oneOrMore(text)) });
const policy = fields({ Statement: optional(oneOrMore(statement)) });

const listedFile = fields({ path: text, key: text });

/** The manifest of a publication. */
export const publicationManifest = fields({
  copies: list(fields({ path: text, key: text, package: optional(text) })),
  texts: list(fields({ path: text, content: string })),
  bundle: optional(fields({ key: text, indexBytes: count, indexSha256: text })),
  engines: optional(list(listedFile)),
  packed: optional(list(fields({ path: text, key: text, engines: list(listedFile) }))),
  table: optional(table(text)),
});

/** The index of a bundle of small files. */
export const bundleIndex = list(fields({ path: text, bytes: count, sha256: text, package: optional(text) }));

/** The Python packages of the models of a publication. */
export const deployedPackages = fields({
  models: list(fields({ model: text, packages: list(text), files: count, bytes: count })),
  omittedModels: count,
});

/** Shapes of the properties that the commands read, by resource type. The intrinsic functions must be evaluated first. */
export const PROPERTIES = new Map<string, Shape<Record<string, unknown>>>([
  [
    'AWS::SageMaker::Endpoint',
    fields({
      EndpointName: optional(text),
      EndpointConfigName: optional(text),
      ExcludeRetainedVariantProperties: optional(list(fields({}))),
      DeploymentConfig: optional(
        fields({
          BlueGreenUpdatePolicy: optional(
            fields({
              TrafficRoutingConfiguration: fields({
                CanarySize: optional(capacitySize),
                LinearStepSize: optional(capacitySize),
                WaitIntervalInSeconds: numberOrParameter,
              }),
              TerminationWaitInSeconds: numberOrParameter,
            }),
          ),
          RollingUpdatePolicy: optional(
            fields({ MaximumBatchSize: optional(capacitySize), WaitIntervalInSeconds: numberOrParameter }),
          ),
          AutoRollbackConfiguration: optional(fields({ Alarms: optional(list(fields({ AlarmName: text }))) })),
        }),
      ),
    }),
  ],
  [
    'AWS::SageMaker::EndpointConfig',
    fields({ ProductionVariants: optional(variants), ShadowProductionVariants: optional(variants) }),
  ],
  ['AWS::SageMaker::InferenceComponent', inferenceComponent],
  ['AWS::SageMaker::Model', fields({ PrimaryContainer: optional(container) })],
  [
    'Custom::TritonModelPublication',
    fields({
      SourceBucket: text,
      ManifestKey: text,
      Bucket: text,
      Prefix: text,
      Declaration: optional(text),
      EnginePrefix: optional(text),
    }),
  ],
  [
    'Custom::TritonEngine',
    fields({
      SourceBucket: optional(text),
      ManifestKey: optional(text),
      Prefix: optional(text),
      InstanceType: text,
    }),
  ],
  [
    'Custom::TritonSmokeTest',
    fields({
      EndpointName: text,
      Spec: json(testSpec),
      ExamplesBucket: optional(text),
      ExamplesKey: optional(text),
      PlanBucket: optional(text),
      PlanKey: optional(text),
    }),
  ],
  ['Custom::TritonScalingRelease', scalingRelease],
  ...['AWS::IAM::Role', 'AWS::IAM::Policy', 'AWS::IAM::ManagedPolicy'].map(
    (type): [string, Shape<Record<string, unknown>>] => [
      type,
      fields({
        AssumeRolePolicyDocument: optional(policy),
        PolicyDocument: optional(policy),
        Policies: optional(list(fields({ PolicyDocument: optional(policy) }))),
      }),
    ],
  ),
]);
