import { isDeepStrictEqual } from 'util';
import { RESOURCE_NAME } from '../../lib/facts/resource-names';
import { Code, CodeWriter, Language } from '../app/code';
import { App, Identity } from './app';
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
}

/** Fields of the endpoint and of its configuration that are a state, a time or a name. */
const STATE = [
  ...['EndpointName', 'EndpointArn', 'EndpointStatus', 'EndpointConfigName', 'EndpointConfigArn'],
  ...['CreationTime', 'LastModifiedTime', 'ResponseMetadata'],
];

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

  const app = new App(new CodeWriter(language), identity, description, new Configurations(texts));
  for (const each of [app.description.endpoint, app.description.config]) take(each, ...STATE);
  takeCopies(app.description.endpoint, config, ['AsyncInferenceConfig', 'ExplainerConfig']);
  const construct = mapEndpoint(app);
  return {
    ...identity,
    code: app.code,
    statements: statementsOf(construct, app),
    configurations: app.configurations.files,
    notCarriedOver: [...new Map([...app.notes, ...remains(app)].map((note) => [JSON.stringify(note), note])).values()],
    deletions: [
      `aws sagemaker delete-endpoint --endpoint-name ${identity.endpointName}`,
      `aws sagemaker delete-endpoint-config --endpoint-config-name ${String(config.EndpointConfigName)}`,
      ...modelNamesIn(config).map((name) => `aws sagemaker delete-model --model-name ${name}`),
    ],
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
  if (EndpointStatus !== 'InService')
    refuse(
      'DescribeEndpoint: EndpointStatus',
      EndpointStatus,
      "InService: wait until SageMaker has finished a change, or find the cause of a failure with 'diagnose'",
    );
  const stack = tags.find(({ Key }) => Key === 'aws:cloudformation:stack-name')?.Value;
  if (stack !== undefined)
    throw new Error(
      `the endpoint belongs to the stack ${String(stack)}; allowed: an endpoint that belongs to no stack. Give it the DeletionPolicy Retain there, deploy, remove it from that template, deploy again, and import it`,
    );
}

/** The statements in the constructor of the stack. */
function statementsOf(construct: Code, { code, definitions, overrides, original }: App): Code[] {
  const override = `endpoint.${code.name('cfnEndpointConfig')}.${code.name('addPropertyOverride')}`;
  const tags = original.tags.filter(({ Key }) => !String(Key).startsWith('aws:')); // Users cannot set these.
  const statements = [
    ...[...overrides].map(([path, value]) => `${override}(${code.text(path)}, ${code.json(value)})`),
    ...tags.map(
      ({ Key, Value = '' }) => `${code.call('Tags.of', ['endpoint'])}.add(${code.json(Key)}, ${code.json(Value)})`,
    ),
  ];
  return [...definitions, statements.length > 0 ? code.definition('endpoint', construct) : construct, ...statements];
}

/** The operations of the responses whose remains are listed, and the field with the name of a resource. */
const OPERATIONS = {
  endpoint: ['DescribeEndpoint'],
  config: ['DescribeEndpointConfig'],
  models: ['DescribeModel', 'ModelName'],
  targets: ['DescribeScalableTargets', 'ResourceId'],
  policies: ['DescribeScalingPolicies', 'PolicyName'],
  actions: ['DescribeScheduledActions', 'ScheduledActionName'],
} as const;

/** What the mapping has not taken. A response from which it has taken nothing is not of the endpoint. */
function remains({ description, original }: App): NotCarriedOver[] {
  return Object.entries(OPERATIONS).flatMap(([key, [operation, name]]) => {
    const [values, rests] = [original, description].map((each) => [each[key as keyof Description]].flat());
    return values.flatMap((value, index) => {
      const place = name === undefined ? operation : `${operation} ${String(value[name])}`;
      return isDeepStrictEqual(value, rests[index]) ? [] : remainsOf(`${place}:`, value, rests[index]);
    });
  });
}
