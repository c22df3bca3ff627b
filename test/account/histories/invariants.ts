import { isDeepStrictEqual } from 'node:util';
import { Stack } from '../cloudformation/stack';
import { modelDataOf, readModelData } from '../sagemaker/model-data';
import { Simulation } from '../simulation';
import { engineObjects, runningJobs } from './engine-invariants';
import { Capture, Declared } from './state';

/** A sentence that should be true and is not. */
export interface Violation {
  readonly invariant: Invariant;
  readonly message: string;
}

export type Invariant =
  | 'the fleet can read its model'
  | 'what is deployed is served'
  | 'scaling is as declared'
  | 'no deployment ends between two states'
  | 'nothing is left'
  | 'no request is denied'
  | 'no name is taken twice'
  | 'what does not work is not deployed'
  | 'a deployment without mishap is green'
  | 'what failed is known'
  | 'what serves has a log'
  | 'an engine is what was built'
  | 'an engine is built once'
  | 'no job runs for nobody'
  | 'nothing scales while the endpoint is updated'
  | 'a failed probe is not repeated'
  | 'each queued request has a response';

export type Report = (invariant: Invariant, message: string) => void;

/** Whether an instance that starts now gets its model: the live fleet's, with its role as it is now. */
export async function checkModelIsReadable(
  aws: Simulation,
  endpointName: string,
  when: string,
  report: Report,
): Promise<void> {
  const endpoint = aws.sagemaker['hosting'].endpoints.get(endpointName);
  if (!endpoint || !['InService', 'Updating', 'RollingBack'].includes(endpoint.status)) return;
  for (const { name, model, role } of endpoint.fleet.variants) {
    for (const data of modelDataOf(model)) {
      await readModelData(aws.account, role, data).catch((error: Error) =>
        report('the fleet can read its model', `${when}, an instance of ${name} cannot start: ${error.message}`),
      );
    }
  }
}

/** Whether the endpoint serves what the stack declares. */
export async function checkServed(aws: Simulation, declared: Declared, report: Report): Promise<void> {
  const complain = (message: string): void => report('what is deployed is served', message);
  const { endpointName, endpointConfigName, variants, shadows, targets } = declared;
  const endpoint = aws.sagemaker['hosting'].endpoints.get(endpointName);
  if (!endpoint) return complain('there is no endpoint');
  if (endpoint.status !== 'InService') complain(`the endpoint is ${endpoint.status} (${endpoint.failureReason ?? ''})`);
  if (endpoint.fleet.config.name !== endpointConfigName) {
    complain(`the endpoint serves ${endpoint.fleet.config.name}, and the stack declares ${endpointConfigName}`);
  }
  const names = [...variants, ...shadows].map(({ VariantName }) => VariantName);
  for (const { name } of endpoint.fleet.variants.filter((each) => !names.includes(each.name))) {
    complain(`variant ${name} is served, and not declared`);
  }
  for (const { VariantName, InitialVariantWeight, InitialInstanceCount, InstanceType } of [...variants, ...shadows]) {
    const served = endpoint.fleet.variants.find(({ name }) => name === VariantName);
    if (!served) {
      complain(`variant ${VariantName} is not served`);
      continue;
    }
    if (served.config.InstanceType !== InstanceType)
      complain(`variant ${VariantName} runs on ${served.config.InstanceType}`);
    if (served.weight !== InitialVariantWeight) {
      complain(`variant ${VariantName} has the weight ${served.weight}, declared ${InitialVariantWeight}`);
    }
    const target = targets.find(({ id }) => id === `endpoint/${endpointName}/variant/${VariantName}`);
    const [least, most] = target
      ? [target.MinCapacity, target.MaxCapacity]
      : [InitialInstanceCount, InitialInstanceCount];
    if (served.desiredCount < least || served.desiredCount > most) {
      complain(`variant ${VariantName} has ${served.desiredCount} instances, declared ${least} to ${most}`);
    }
  }
}

/** Whether each instance that serves has a log stream. */
export function checkHasLog({ sagemaker, logs }: Simulation, endpointName: string, report: Report): void {
  const streams = logs.groups.get(`/aws/sagemaker/Endpoints/${endpointName}`)?.streams;
  for (const { name, instances } of sagemaker['hosting'].endpoints.get(endpointName)?.fleet.variants ?? []) {
    for (const { id } of instances) {
      if (!streams?.has(`${name}/${id}`))
        report('what serves has a log', `instance ${id} of ${name} has no log stream`);
    }
  }
}

/** Whether the endpoint captures what the stack declares. */
export function checkCaptured(aws: Simulation, { endpointName, capture }: Declared, report: Report): void {
  const live = aws.sagemaker['hosting'].endpoints.get(endpointName)?.fleet.capture;
  if (isDeepStrictEqual(live, capture)) return;
  report('what is deployed is served', `${describeCapture(live)} is captured, declared ${describeCapture(capture)}`);
}

function describeCapture(capture: Capture): string {
  return capture ? `${capture.InitialSamplingPercentage} % to ${capture.DestinationS3Uri}` : 'nothing';
}

/** Whether the last lines of a container that did not start are kept outside of the stack, or still in the endpoint's own log. */
export function checkIsKnown(aws: Simulation, line: string, report: Report): void {
  const places = /^\/cdk-sagemaker-triton\/failed-deployments\/|^\/aws\/sagemaker\/Endpoints\//;
  const kept = [...aws.logs.groups].filter(([name]) => places.test(name));
  if (!JSON.stringify(kept.map(([, group]) => [...group.streams.values()])).includes(line)) {
    report('what failed is known', `the line "${line}" of the container went with its stack`);
  }
}

/** Whether Lambda leaves failed probes alone: the next minute has a probe of its own. */
export function checkProbes({ lambda }: Simulation, report: Report): void {
  for (const event of lambda.repeated.splice(0) as { variantName?: string; time?: string }[]) {
    const { variantName, time } = event;
    if (variantName && time) report('a failed probe is not repeated', `that of ${variantName} of ${time} was repeated`);
  }
}

/** The resources of a stack that its template keeps. */
export function retained(stack: Stack): string[] {
  return [...stack.resources.values()]
    .filter(({ definition }) =>
      [definition.DeletionPolicy, definition.UpdateReplacePolicy].some((policy) => policy?.startsWith('Retain')),
    )
    .map(({ physicalId }) => physicalId);
}

/** What is in the account that was not there before, by kind. */
export function contentOf(aws: Simulation): string[] {
  const { sagemaker, s3, logs, lambda, events, ec2, autoScaling, iam, engine } = aws;
  const hosting = sagemaker['hosting'];
  const named = (kind: string, names: Iterable<string>): string[] => [...names].map((name) => `${kind} ${name}`);
  return [
    ...named('model', hosting.models.keys()),
    ...named('running job', runningJobs(aws)),
    ...named('object of an engine', engineObjects(aws)),
    ...named('endpoint configuration', hosting.configs.keys()),
    ...named('endpoint', hosting.endpoints.keys()),
    ...named('grant', aws.kms.grants.keys()),
    ...named('network interface', hosting.interfaces.keys()),
    ...named('bucket', s3.buckets.keys()),
    ...named('log group', logs.groups.keys()),
    ...named('function', lambda.functions.keys()),
    ...named('rule', events.rules.keys()),
    ...named('part of a network', ec2.parts.keys()),
    ...named('scalable target', autoScaling['scaling'].targets.keys()),
    ...named('role', iam['roles']['roles'].keys()),
    ...named('alarm', [...aws.cloudwatch['metricAlarms'].keys(), ...aws.cloudwatch['compositeAlarms'].keys()]),
    ...named('dashboard', aws.cloudwatch.dashboards.keys()),
    ...named('stack', engine.stacks.keys()),
  ];
}

/** What stays when a stack is deleted, and why. */
const LEFT_ON_PURPOSE = [
  { of: /^bucket engines-of-all$/, since: 'it was there before' },
  {
    of: /^log group \/aws\/sagemaker\/(Processing|Training)Jobs$/,
    since: 'SageMaker keeps it for all jobs of the account',
  },
  { of: /^bucket cdk-hnb659fds-assets-/, since: 'it belongs to the bootstrap stack' },
  {
    of: /^log group \/cdk-sagemaker-triton\/failed-deployments\//,
    since: 'the lines of a failed deployment have to outlive its stack, for 30 days',
  },
];

export function checkNothingLeft(aws: Simulation, keptByTemplate: readonly string[], report: Report): void {
  for (const thing of contentOf(aws)) {
    if (LEFT_ON_PURPOSE.some(({ of }) => of.test(thing)) || keptByTemplate.some((id) => thing.endsWith(` ${id}`)))
      continue;
    report('nothing is left', `${thing} is left after the stack was deleted`);
  }
}
