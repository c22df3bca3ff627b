import {
  ApplicationAutoScalingClient,
  paginateDescribeScalableTargets,
  paginateDescribeScalingPolicies,
  paginateDescribeScheduledActions,
} from '@aws-sdk/client-application-auto-scaling';
import { CloudControlClient, GetResourceCommand } from '@aws-sdk/client-cloudcontrol';
import {
  DescribeEndpointCommand,
  DescribeEndpointConfigCommand,
  DescribeInferenceComponentCommand,
  DescribeModelCommand,
  DescribeModelPackageCommand,
  paginateListInferenceComponents,
  paginateListTags,
  SageMakerClient,
} from '@aws-sdk/client-sagemaker';
import { describeAwsError } from '../aws-error';
import { Description } from './description';
import { readModelData } from './read-model-data';
import { hideSecrets } from './secrets';
import { valuesOf } from './values-of';

type JsonObject = Record<string, unknown>;

interface ReadOptions {
  readonly region?: string;
  /** Whether the configurations of the models are read from their files in S3. */
  readonly readsConfigurations: boolean;
}

/**
 * Describes an endpoint, and everything that belongs to it.
 *
 * @throws if the endpoint, its configuration or a model cannot be described
 */
export async function readAccount(
  endpointName: string,
  { region, readsConfigurations }: ReadOptions,
): Promise<Description> {
  const sagemaker = new SageMakerClient({ region });
  const unread: string[] = [];
  /** The response as JSON, with times as text. */
  const required = async (subject: string, response: Promise<object>, advice = ''): Promise<JsonObject> =>
    plain(
      await response.catch((error: unknown): never => {
        throw new Error(`import: ${subject} cannot be described: ${describeAwsError(error)}${advice}`, {
          cause: error,
        });
      }),
    );
  const optional = async (subject: string, response: Promise<object[]>): Promise<JsonObject[] | undefined> => {
    try {
      return (await response).map(plain);
    } catch (error) {
      unread.push(`${subject} cannot be read: ${describeAwsError(error)}`);
      return undefined;
    }
  };

  const endpoint = await required(
    `the endpoint ${endpointName}`,
    sagemaker.send(new DescribeEndpointCommand({ EndpointName: endpointName })),
  );
  const EndpointConfigName = String(endpoint.EndpointConfigName);
  const config = await required(
    `the endpoint configuration ${EndpointConfigName}`,
    sagemaker.send(new DescribeEndpointConfigCommand({ EndpointConfigName })),
    '. If it was deleted, the instance types are not known: pass your own description with --description',
  );
  const components = (await optional('the inference components', describeComponents(sagemaker, endpointName))) ?? [];
  const models: JsonObject[] = [];
  for (const ModelName of modelNamesIn([config, ...components]))
    models.push(await required(`the model ${ModelName}`, sagemaker.send(new DescribeModelCommand({ ModelName }))));
  const packages: JsonObject[] = [];
  for (const ModelPackageName of valuesOf('ModelPackageName', models))
    packages.push(
      ...((await optional(
        `the model package ${ModelPackageName}`,
        sagemaker.send(new DescribeModelPackageCommand({ ModelPackageName })).then((each) => [each]),
      )) ?? []),
    );
  const resourceIds = [
    ...variantNamesIn(config).map((name) => `endpoint/${endpointName}/variant/${name}`),
    ...valuesOf('InferenceComponentName', components).map((name) => `inference-component/${name}`),
  ];
  const scaling = new ApplicationAutoScalingClient({ region });
  const data = readsConfigurations
    ? await readModelData([...models, ...packages, ...components], region)
    : { configurations: [], versions: {}, unread: [] };
  const tags = await optional('the tags', listTags(sagemaker, String(endpoint.EndpointArn)));
  return hideSecrets({
    DescribeEndpoint: endpoint,
    DescribeEndpointConfig: config,
    DescribeModel: models,
    DescribeModelPackage: packages,
    DescribeInferenceComponent: components,
    ScalableTargets: (await optional('the scalable targets', scalableTargets(scaling, resourceIds))) ?? [],
    ScalingPolicies: (await optional('the scaling policies', scalingPolicies(scaling, resourceIds))) ?? [],
    ScheduledActions: (await optional('the scheduled actions', scheduledActions(scaling, resourceIds))) ?? [],
    Tags: tags ?? [],
    Subnets: (await optional('the subnets', describeSubnets(subnetsIn([config, ...models]), region))) ?? [],
    configurations: data.configurations,
    versions: data.versions,
    unread: [...unread, ...data.unread],
  });
}

const plain = (response: object): JsonObject => {
  const { $metadata: _metadata, ...fields } = JSON.parse(JSON.stringify(response)) as JsonObject;
  return fields;
};

async function describeComponents(sagemaker: SageMakerClient, EndpointNameEquals: string): Promise<object[]> {
  const components: object[] = [];
  for await (const { InferenceComponents = [] } of paginateListInferenceComponents(
    { client: sagemaker },
    { EndpointNameEquals },
  ))
    for (const { InferenceComponentName } of InferenceComponents)
      components.push(await sagemaker.send(new DescribeInferenceComponentCommand({ InferenceComponentName })));
  return components;
}

async function listTags(client: SageMakerClient, ResourceArn: string): Promise<object[]> {
  const tags: object[] = [];
  for await (const page of paginateListTags({ client }, { ResourceArn })) tags.push(...(page.Tags ?? []));
  return tags;
}

async function scalableTargets(client: ApplicationAutoScalingClient, ResourceIds: string[]): Promise<object[]> {
  const targets: object[] = [];
  for await (const page of paginateDescribeScalableTargets({ client }, { ServiceNamespace: 'sagemaker', ResourceIds }))
    targets.push(...(page.ScalableTargets ?? []));
  return targets;
}

async function scalingPolicies(client: ApplicationAutoScalingClient, resourceIds: string[]): Promise<object[]> {
  const policies: object[] = [];
  for (const ResourceId of resourceIds)
    for await (const page of paginateDescribeScalingPolicies({ client }, { ServiceNamespace: 'sagemaker', ResourceId }))
      policies.push(...(page.ScalingPolicies ?? []));
  return policies;
}

async function scheduledActions(client: ApplicationAutoScalingClient, resourceIds: string[]): Promise<object[]> {
  const actions: object[] = [];
  for (const ResourceId of resourceIds)
    for await (const page of paginateDescribeScheduledActions(
      { client },
      { ServiceNamespace: 'sagemaker', ResourceId },
    ))
      actions.push(...(page.ScheduledActions ?? []));
  return actions;
}

/** Reads subnets with the Cloud Control API: the client of EC2 alone would be a quarter of the command. */
async function describeSubnets(subnetIds: string[], region?: string): Promise<object[]> {
  const client = new CloudControlClient({ region });
  const subnets: object[] = [];
  for (const Identifier of subnetIds) {
    const command = new GetResourceCommand({ TypeName: 'AWS::EC2::Subnet', Identifier });
    const { ResourceDescription } = await client.send(command);
    const { SubnetId, VpcId, AvailabilityZone } = JSON.parse(ResourceDescription?.Properties ?? '{}') as JsonObject;
    subnets.push({ SubnetId, VpcId, AvailabilityZone });
  }
  return subnets;
}

const variantNamesIn = (config: JsonObject): string[] => valuesOf('VariantName', [config]);
const modelNamesIn = (values: unknown[]): string[] => valuesOf('ModelName', values);
const subnetsIn = (values: unknown[]): string[] => valuesOf('Subnets', values);
