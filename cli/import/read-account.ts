import {
  ApplicationAutoScalingClient,
  paginateDescribeScalableTargets,
  paginateDescribeScalingPolicies,
  paginateDescribeScheduledActions,
} from '@aws-sdk/client-application-auto-scaling';
import {
  DescribeEndpointCommand,
  DescribeEndpointConfigCommand,
  DescribeModelCommand,
  paginateListTags,
  SageMakerClient,
} from '@aws-sdk/client-sagemaker';
import { describeAwsError } from '../aws-error';
import { Json, modelNamesIn, Source } from './description';

/**
 * Describes an endpoint, and what belongs to it. The scaling is that of all endpoints.
 *
 * @throws if a response is an error, such as for a missing permission
 */
export async function readAccount(EndpointName: string): Promise<Source[]> {
  const client = new SageMakerClient();
  const scaling = { client: new ApplicationAutoScalingClient() };
  const sagemaker = { ServiceNamespace: 'sagemaker' } as const;
  const sources: Source[] = [];
  const read = async (subject: string, response: Promise<object>): Promise<Json> => {
    try {
      const { $metadata: _, ...json } = JSON.parse(JSON.stringify(await response)) as Json; // with times as text
      sources.push([subject, json]);
      return json;
    } catch (error) {
      throw new Error(`import: ${subject} cannot be read: ${describeAwsError(error)}`, { cause: error });
    }
  };
  const { EndpointArn, EndpointConfigName } = await read(
    `the endpoint ${EndpointName}`,
    client.send(new DescribeEndpointCommand({ EndpointName })),
  );
  const config = await read(
    `the endpoint configuration ${String(EndpointConfigName)}`,
    client.send(new DescribeEndpointConfigCommand({ EndpointConfigName: String(EndpointConfigName) })),
  );
  for (const ModelName of modelNamesIn(config))
    await read(`the model ${ModelName}`, client.send(new DescribeModelCommand({ ModelName })));
  const lists: [field: string, pages: AsyncIterable<object>][] = [
    ['Tags', paginateListTags({ client }, { ResourceArn: String(EndpointArn) })],
    ['ScalableTargets', paginateDescribeScalableTargets(scaling, sagemaker)],
    ['ScalingPolicies', paginateDescribeScalingPolicies(scaling, sagemaker)],
    ['ScheduledActions', paginateDescribeScheduledActions(scaling, sagemaker)],
  ];
  for (const [field, pages] of lists) await read(field, collect(field, pages));
  return sources;
}

async function collect(field: string, pages: AsyncIterable<object>): Promise<object> {
  const list: unknown[] = [];
  for await (const page of pages) list.push(...((page as Record<string, unknown[] | undefined>)[field] ?? []));
  return { [field]: list };
}
