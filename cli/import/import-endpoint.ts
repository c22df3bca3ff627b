import { isDeepStrictEqual } from 'util';
import { RESOURCE_NAME } from '../../lib/facts/resource-names';
import { Code, CodeWriter, Language } from '../app/code';
import { App, Identity, S3Location } from './app';
import { Configurations } from './configurations';
import { Description, Json, modelNamesIn } from './description';
import { mapEndpoint } from './endpoint';
import { NotCarriedOver } from './not-carried-over';
import { refuse, remainsOf, take, takeCopies } from './take';

/** An endpoint as an app: code, files, and what the app does not reproduce. */
export interface ImportedEndpoint extends Identity {
  readonly code: CodeWriter;
  /** The statements in the constructor of the stack. */
  readonly statements: Code[];
  /** The config.pbtxt files, by their path in the app. */
  readonly configurations: ReadonlyMap<string, string>;
  readonly notCarriedOver: NotCarriedOver[];
  /** Commands that delete the old endpoint, and what belongs to it. */
  readonly deletions: string[];
  /** The location of the archives of a multi-model endpoint. */
  readonly archives?: S3Location;
}

/** Fields that are a state, a time or a name. */
const ENDPOINT_STATE = [
  ...['EndpointName', 'EndpointArn', 'EndpointStatus', 'EndpointConfigName', 'CreationTime', 'LastModifiedTime'],
  'ResponseMetadata',
];
const CONFIG_STATE = ['EndpointConfigName', 'EndpointConfigArn', 'CreationTime', 'ResponseMetadata'];

/**
 * Maps a description to an app.
 *
 * @param texts the text of each config.pbtxt, by the name of its model
 * @throws one error if the endpoint cannot be imported, with the reason and the alternative
 */
export function importEndpoint(
  description: Description,
  texts: ReadonlyMap<string, string>,
  language: Language,
): ImportedEndpoint {
  const { endpoint, config, tags } = description;
  const identity = identityOf(endpoint);
  // These names are parts of commands and pages.
  for (const name of [identity.endpointName, config.EndpointConfigName, ...modelNamesIn(config)].map(String))
    if (!RESOURCE_NAME.test(name)) refuse('a name', name, 'letters, digits and hyphens');
  checkState(endpoint, tags);

  const code = new CodeWriter(language);
  const configurations = new Configurations(texts);
  const app = new App(code, identity, description, configurations);
  take(app.description.endpoint, ...ENDPOINT_STATE);
  take(app.description.config, ...CONFIG_STATE);
  takeCopies(app.description.endpoint, config, ['AsyncInferenceConfig', 'ExplainerConfig']);
  const construct = mapEndpoint(app);
  for (const command of description.missing)
    app.note(
      'part of the description',
      `the output of '${command}'`,
      'it is missing; the endpoint may have such settings',
    );
  return {
    ...identity,
    code,
    statements: statementsOf(construct, app),
    configurations: configurations.files,
    notCarriedOver: [...new Map([...app.notes, ...remains(app)].map((note) => [JSON.stringify(note), note])).values()],
    deletions: [
      `aws sagemaker delete-endpoint --endpoint-name ${identity.endpointName}`,
      `aws sagemaker delete-endpoint-config --endpoint-config-name ${String(config.EndpointConfigName)}`,
      ...modelNamesIn(config).map((name) => `aws sagemaker delete-model --model-name ${name}`),
    ],
    archives: app.archives,
  };
}

/** Names and places, which are in the ARN of the endpoint. The ARN is in lower case, but the name is not. */
function identityOf({ EndpointName, EndpointArn }: Json): Identity {
  const endpointName = String(EndpointName);
  const [, partition, region, account, name] =
    /^arn:(aws[a-z-]*):sagemaker:([a-z0-9-]+):(\d{12}):endpoint\/([\w-]+)$/.exec(String(EndpointArn)) ?? [];
  if (name?.toLowerCase() !== endpointName.toLowerCase())
    refuse('DescribeEndpoint: EndpointArn', EndpointArn, `the ARN of the endpoint ${endpointName}`);
  return { endpointName, partition, region, account };
}

/** @throws if the endpoint is not in service, or belongs to a stack */
function checkState({ EndpointStatus }: Json, tags: Json[]): void {
  const advice =
    EndpointStatus === 'Failed'
      ? "a failed endpoint serves nothing: find the cause with 'diagnose', and delete the endpoint"
      : 'wait until SageMaker has finished the change, and import again';
  if (EndpointStatus !== 'InService')
    refuse('DescribeEndpoint: EndpointStatus', EndpointStatus, `InService: ${advice}`);
  const stack = tags.find(({ Key }) => Key === 'aws:cloudformation:stack-name')?.Value;
  if (stack !== undefined)
    throw new Error(
      `the endpoint belongs to the stack ${String(stack)}; allowed: an endpoint that belongs to no stack. Give it the DeletionPolicy Retain there, deploy, remove it from that template, deploy again, and import it`,
    );
}

/** The statements in the constructor of the stack. */
function statementsOf(construct: Code, app: App): Code[] {
  const { code, overrides, archives } = app;
  const endpoint = app.variable('endpoint', () => construct);
  const member = (name: string): Code => `${endpoint}.${code.name(name)}`;
  // Tags of AWS begin with aws:, and users cannot set them.
  const tags = app.original.tags.filter(({ Key }) => !String(Key).startsWith('aws:'));
  const location = `${member('modelBucket')}.${code.name('s3UrlForObject')}(${member('modelPrefix')})`;
  return [
    ...app.definitions,
    ...[...overrides].map(
      ([path, value]) =>
        `${member('cfnEndpointConfig')}.${code.name('addPropertyOverride')}(${code.text(path)}, ${code.json(value)})`,
    ),
    ...tags.map(({ Key, Value }) => {
      const [key, value] = [Key, Value ?? ''].map((each) => code.text(String(each)));
      return `${code.call('Tags.of', [endpoint])}.add(${key}, ${value})`;
    }),
    // The prefix to which the archives of a multi-model endpoint are copied
    ...(archives === undefined
      ? []
      : [code.call('new CfnOutput', [code.scope, code.text('ModelPrefix')], { value: location })]),
  ];
}

/** What the mapping has not taken. */
function remains({ description, original }: App): NotCarriedOver[] {
  const list = (operation: string, name: string, each: Json[], rest: Json[]): NotCarriedOver[] =>
    each.flatMap((value, index) =>
      isDeepStrictEqual(value, rest[index])
        ? [] // not of the endpoint
        : remainsOf(`${operation} ${String(value[name])}:`, value, rest[index]),
    );
  return [
    ...remainsOf('DescribeEndpoint:', original.endpoint, description.endpoint),
    ...remainsOf('DescribeEndpointConfig:', original.config, description.config),
    ...list('DescribeModel', 'ModelName', original.models, description.models),
    ...list('DescribeScalableTargets', 'ResourceId', original.targets, description.targets),
    ...list('DescribeScalingPolicies', 'PolicyName', original.policies, description.policies),
    ...list('DescribeScheduledActions', 'ScheduledActionName', original.actions, description.actions),
  ];
}
