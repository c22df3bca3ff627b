import { Description } from './description';
import { Fields } from './fields';
import { checkInService } from './in-service';
import { ConfigurationFiles } from './map/configurations';
import { Context } from './map/context';
import { DescribedFields, fieldsOf, listUnread } from './map/described-fields';
import { mapEndpoint } from './map/endpoint';
import { MappedEndpoint } from './map/input';
import { mapTags, Tag } from './map/tags';
import { NotCarriedOver } from './not-carried-over';

/** An endpoint as an app: code, files, and what the app does not reproduce. */
export interface ImportedEndpoint extends MappedEndpoint {
  readonly context: Context;
  readonly tags: Tag[];
  /** The config.pbtxt files, by their path in the app. */
  readonly configurations: ReadonlyMap<string, string>;
  readonly notCarriedOver: NotCarriedOver[];
  /** Commands that delete the endpoint configuration and the SageMaker models of the endpoint. */
  readonly leftovers: string[];
}

/**
 * Maps a description to an app.
 *
 * @throws one error if the endpoint cannot be imported, with the reason and the alternative
 */
export function importEndpoint(description: Description): ImportedEndpoint {
  const { endpointName, partition, region, account } = identityOf(description);
  const context = new Context(endpointName, account, region, partition);
  const { notes } = context;
  const fields = fieldsOf(description, notes);
  checkState(fields.endpoint, description);
  ignoreState(fields);
  const endpointConfigName = fields.endpoint.requiredName('EndpointConfigName');
  const configurations = new ConfigurationFiles(description.configurations, description.unread);
  const mapped = mapEndpoint({ fields, description, configurations, context });
  for (const reason of description.unread)
    notes.push({
      setting: 'part of the account',
      value: reason,
      why: 'it is not known',
      advice: 'import again with this output if the endpoint has such settings, because the deployment may remove them',
    });
  listUnread(fields);
  return {
    ...mapped,
    context,
    tags: mapTags(description.Tags),
    configurations: configurations.files,
    notCarriedOver: [...new Map(notes.map((note) => [JSON.stringify(note), note])).values()],
    leftovers: [
      `aws sagemaker delete-endpoint-config --endpoint-config-name ${endpointConfigName}`,
      ...fields.models.map((model) => `aws sagemaker delete-model --model-name ${model.requiredName('ModelName')}`),
    ],
  };
}

/** Names and places, which are in the ARN of the endpoint. The ARN is in lower case, but the name is not. */
function identityOf({ DescribeEndpoint }: Description) {
  const endpoint = new Fields('DescribeEndpoint:', DescribeEndpoint, []);
  const endpointName = endpoint.requiredName('EndpointName');
  const endpointArn = endpoint.requiredText('EndpointArn');
  const [, partition, region, account, name] =
    /^arn:(aws[a-z-]*):sagemaker:([a-z0-9-]+):(\d{12}):endpoint\/([\w-]+)$/.exec(endpointArn) ??
    endpoint.fail('EndpointArn', 'the ARN of an endpoint, arn:aws:sagemaker:<region>:<account>:endpoint/<name>');
  if (name.toLowerCase() !== endpointName.toLowerCase())
    endpoint.fail('EndpointArn', `the ARN of the endpoint ${endpointName}`);
  return { endpointName, partition, region, account };
}

/** @throws if the endpoint is not in service, or belongs to a stack */
function checkState(endpoint: Fields, { Tags }: Description): void {
  const adviceIfFailed = "a failed endpoint serves nothing: find the cause with 'diagnose', and delete the endpoint";
  checkInService(endpoint, 'EndpointStatus', adviceIfFailed);
  const stack = Tags.find(({ Key }) => Key === 'aws:cloudformation:stack-name')?.Value;
  if (stack !== undefined)
    throw new Error(
      `the endpoint belongs to the stack ${String(stack)}; allowed: an endpoint that belongs to no stack. Give it the DeletionPolicy Retain there, deploy, remove it from that template, deploy again, and import it`,
    );
}

/** Marks states, times and names that the app does not need. */
function ignoreState({ endpoint, config }: DescribedFields): void {
  endpoint.ignore(
    'EndpointName',
    'EndpointArn',
    'EndpointConfigName',
    'CreationTime',
    'LastModifiedTime',
    'ResponseMetadata',
  );
  endpoint.list(
    'FailureReason',
    'the last update of the endpoint failed, and SageMaker rolled it back',
    'make sure that the reason does not apply to the app',
  );
  config.ignore('EndpointConfigName', 'EndpointConfigArn', 'CreationTime', 'ResponseMetadata');
  config.expect('EnableNetworkIsolation', false);
  endpoint.ignoreCopies(config, 'ExplainerConfig', 'AsyncInferenceConfig', 'MetricsConfig');
  config.list(
    'ExplainerConfig',
    'SageMaker Clarify explains models with tabular or text requests, which the protocol of Triton does not have',
    'keep the endpoint as it is if you need explanations',
  );
}
