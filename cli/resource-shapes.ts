import { count, fields, json, list, number, oneOrMore, optional, Shape, string, table, text } from './shape';

/*
 * What the command reads of resources. CloudFormation would reject everything else, and a template may also be written by somebody who wants
 * to confuse the reader.
 */

/** A number in a template; undefined where it is a parameter, whose name stands for it. */
const numberOrParameter: Shape<number | undefined> = (value, place) =>
  typeof value === 'string' && Number.isNaN(Number(value)) ? undefined : optional(number)(value, place);

const share = fields({ Type: optional(text), Value: numberOrParameter });

const variants = list(
  fields({
    VariantName: text,
    ModelName: optional(text),
    InstanceType: optional(text),
    InstancePools: optional(list(fields({ InstanceType: text, ModelNameOverride: optional(text) }))),
    CapacityReservationConfig: optional(fields({ MlReservationArn: optional(text) })),
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

/** The examples of a smoke test, by model. */
export const examples = table(list(fields({ request: fields({}), response: optional(fields({})) })));

/** The plan of a multi-model endpoint's smoke test. */
export const testPlan = fields({ models, examples });

/** What a smoke test tests. */
export const testSpec = fields({
  models: optional(models),
  variants: optional(list(text)),
  timeoutSeconds: optional(number),
  latency: optional(fields({ percentile: number, milliseconds: number, requests: count, concurrency: count })),
});

/** Variants that scale. */
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

const statement = fields({ Action: optional(oneOrMore(text)) });
const policy = fields({ Statement: optional(oneOrMore(statement)) });

const options = fields({
  label: optional(text),
  stat: optional(text),
  expression: optional(text),
  visible: (value) => value !== false,
});

/** A metric of a graph: its names, and then how it is drawn. */
const row = list((value, place) => (typeof value === 'string' ? value : options(value, place)));

const graph = fields({
  title: optional(text),
  view: optional(text),
  markdown: optional(text),
  query: optional(text),
  alarms: optional(list(text)),
  metrics: optional(list(row)),
  annotations: optional(fields({ horizontal: optional(list(fields({ value: number, label: optional(text) }))) })),
  yAxis: optional(fields({ left: optional(fields({ label: optional(text) })) })),
});

/** What a dashboard shows. */
export const dashboard = fields({
  widgets: list(fields({ type: text, x: number, y: number, width: number, height: number, properties: graph })),
});

const listed = fields({ path: text, key: text });

/** The files that a publication publishes. */
export const publicationManifest = fields({
  copies: list(listed),
  texts: list(fields({ path: text, content: string })),
  bundle: optional(fields({ key: text, indexBytes: count, indexSha256: text })),
  engines: optional(list(listed)),
  packed: optional(list(fields({ path: text, key: text, engines: list(listed) }))),
  table: optional(table(text)),
});

/** The index of a bundle of small files. */
export const bundleIndex = list(fields({ path: text, bytes: count, sha256: text }));

/** Properties that the command reads, by type of the resource, with CloudFormation's functions evaluated. */
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
                CanarySize: optional(share),
                LinearStepSize: optional(share),
                WaitIntervalInSeconds: numberOrParameter,
              }),
              TerminationWaitInSeconds: numberOrParameter,
            }),
          ),
          RollingUpdatePolicy: optional(
            fields({ MaximumBatchSize: optional(share), WaitIntervalInSeconds: numberOrParameter }),
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
      Retain: optional(text),
    }),
  ],
  [
    'Custom::TritonEngine',
    fields({
      SourceBucket: optional(text),
      ManifestKey: optional(text),
      Prefix: optional(text),
      InstanceType: text,
      Job: text,
      OtherJob: optional(text),
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
  ['Custom::TritonScalingRelease', fields({ EndpointName: text, Deployment: text, Variants: json(registrations) })],
  ['AWS::CloudWatch::Dashboard', fields({ DashboardName: optional(text), DashboardBody: json(dashboard) })],
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
