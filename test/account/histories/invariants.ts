import { isDeepStrictEqual } from 'node:util';
import { Stack } from '../cloudformation/stack';
import { modelsServedBy } from '../sagemaker/inference-components/hosting';
import { modelDataOf, readModelData } from '../sagemaker/model-data';
import { Simulation } from '../simulation';
import { engineObjects, runningJobs } from './engine-invariants';
import { Capture, DeclaredEndpoint } from './declared-endpoint';
import type { ReportViolation } from './invariant';

/** Checks that a new instance of the current fleet can read its model with the current permissions of its role. */
export async function checkModelIsReadable(
  aws: Simulation,
  endpointName: string,
  timing: string,
  report: ReportViolation,
): Promise<void> {
  const state = aws.sagemaker['state'];
  const endpoint = state.endpoints.get(endpointName);
  if (!endpoint || !['InService', 'Updating', 'RollingBack'].includes(endpoint.status)) return;
  for (const { name, model, role } of modelsServedBy(state, endpoint)) {
    for (const data of modelDataOf(model)) {
      await readModelData(aws.account, role, data).catch((error: Error) =>
        report('the fleet can read its model', `${timing}, an instance of ${name} cannot start: ${error.message}`),
      );
    }
  }
}

/** Checks that the endpoint matches the template. */
export async function checkMatchesTemplate(
  aws: Simulation,
  declared: DeclaredEndpoint,
  report: ReportViolation,
): Promise<void> {
  const reportViolation = (message: string): void => report('the endpoint matches the template', message);
  const { endpointName, endpointConfigName, variants, shadows, targets } = declared;
  const endpoint = aws.sagemaker['state'].endpoints.get(endpointName);
  if (!endpoint) return reportViolation('the endpoint does not exist');
  // Scaling may be changing the number of instances.
  if (!['InService', 'Updating'].includes(endpoint.status) || endpoint.green)
    reportViolation(`the endpoint is ${endpoint.status} (${endpoint.failureReason ?? ''})`);
  if (endpoint.fleet.config.name !== endpointConfigName) {
    reportViolation(`the endpoint serves ${endpoint.fleet.config.name}, and the stack declares ${endpointConfigName}`);
  }
  const names = [...variants, ...shadows].map(({ VariantName }) => VariantName);
  for (const { name } of endpoint.fleet.variants.filter((variant) => !names.includes(variant.name))) {
    reportViolation(`variant ${name} is served, and not declared`);
  }
  for (const { VariantName, InitialVariantWeight, InitialInstanceCount, InstanceType } of [...variants, ...shadows]) {
    const servedVariant = endpoint.fleet.variants.find(({ name }) => name === VariantName);
    if (!servedVariant) {
      reportViolation(`variant ${VariantName} is not served`);
      continue;
    }
    if (servedVariant.config.InstanceType !== InstanceType)
      reportViolation(`variant ${VariantName} runs on ${servedVariant.config.InstanceType}`);
    if (servedVariant.weight !== InitialVariantWeight) {
      reportViolation(
        `variant ${VariantName} has the weight ${servedVariant.weight}, declared ${InitialVariantWeight}`,
      );
    }
    const target = targets.find(({ id }) => id === `endpoint/${endpointName}/variant/${VariantName}`);
    const [minimum, maximum] = target
      ? [target.MinCapacity, target.MaxCapacity]
      : [InitialInstanceCount, InitialInstanceCount];
    if (servedVariant.desiredCount < minimum || servedVariant.desiredCount > maximum) {
      reportViolation(
        `variant ${VariantName} has ${servedVariant.desiredCount} instances, declared ${minimum} to ${maximum}`,
      );
    }
  }
}

/** Checks that each serving instance has a log stream. */
export function checkLogs({ sagemaker, logs }: Simulation, endpointName: string, report: ReportViolation): void {
  const streams = logs.groups.get(`/aws/sagemaker/Endpoints/${endpointName}`)?.streams;
  for (const { name, instances } of sagemaker['state'].endpoints.get(endpointName)?.fleet.variants ?? []) {
    for (const { id } of instances) {
      if (!streams?.has(`${name}/${id}`))
        report('each serving instance has a log', `instance ${id} of ${name} has no log stream`);
    }
  }
}

/** Checks that the data capture of the endpoint matches the template. */
export function checkDataCapture(
  aws: Simulation,
  { endpointName, capture }: DeclaredEndpoint,
  report: ReportViolation,
): void {
  const actualCapture = aws.sagemaker['state'].endpoints.get(endpointName)?.fleet.capture;
  if (isDeepStrictEqual(actualCapture, capture)) return;
  report(
    'the endpoint matches the template',
    `data capture is ${describeCapture(actualCapture)}, declared ${describeCapture(capture)}`,
  );
}

function describeCapture(capture: Capture): string {
  return capture ? `${capture.InitialSamplingPercentage} % to ${capture.DestinationS3Uri}` : 'off';
}

/**
 * Checks that a log line of a container that did not start is kept, either in a log group outside the stack or in the log of the endpoint. The
 * line may be lost with the event about the failure.
 */
export function checkFailureLog(aws: Simulation, line: string, report: ReportViolation): void {
  if (!aws.account.isSwitchedOn('events.arrive-within-seconds')) return;
  const groupPattern = /^\/cdk-sagemaker-triton\/failed-deployments\/|^\/aws\/sagemaker\/Endpoints\//;
  const keptGroups = [...aws.logs.groups].filter(([name]) => groupPattern.test(name));
  if (!JSON.stringify(keptGroups.map(([, group]) => [...group.streams.values()])).includes(line)) {
    report('the log of a failed start is kept', `the line "${line}" of the container was deleted with its stack`);
  }
}

/** The physical IDs of resources with a DeletionPolicy or an UpdateReplacePolicy that retains them. */
export function retainedResourceIds(stack: Stack): string[] {
  return [...stack.resources.values()]
    .filter(({ definition }) =>
      [definition.DeletionPolicy, definition.UpdateReplacePolicy].some((policy) => policy?.startsWith('Retain')),
    )
    .map(({ physicalId }) => physicalId);
}

/** All resources in the account, such as `bucket my-bucket`. */
export function allResources(aws: Simulation): string[] {
  const { sagemaker, s3, logs, lambda, events, ec2, autoScaling, iam, cloudformation } = aws;
  const sagemakerState = sagemaker['state'];
  const describeAll = (kind: string, names: Iterable<string>): string[] => [...names].map((name) => `${kind} ${name}`);
  return [
    ...describeAll('model', sagemakerState.models.keys()),
    ...describeAll('running job', runningJobs(aws)),
    ...describeAll('engine object', engineObjects(aws)),
    ...describeAll('endpoint configuration', sagemakerState.configs.keys()),
    ...describeAll('endpoint', sagemakerState.endpoints.keys()),
    ...describeAll('inference component', sagemakerState.components.keys()),
    ...describeAll('grant', aws.kms.grants.keys()),
    ...describeAll('network interface', sagemakerState.interfaces.keys()),
    ...describeAll('bucket', s3.buckets.keys()),
    ...describeAll('log group', logs.groups.keys()),
    ...describeAll('function', lambda.functions.keys()),
    ...describeAll('rule', events.rules.keys()),
    ...describeAll('network resource', ec2.resources.keys()),
    ...describeAll('scalable target', autoScaling['state'].targets.keys()),
    ...describeAll('role', iam['roles']['roles'].keys()),
    ...describeAll('alarm', [...aws.cloudwatch['metricAlarms'].keys(), ...aws.cloudwatch['compositeAlarms'].keys()]),
    ...describeAll('dashboard', aws.cloudwatch.dashboards.keys()),
    ...describeAll('stack', cloudformation.stacks.keys()),
  ];
}

/** Patterns of resources that may remain after the deletion of a stack, and the reasons. */
const EXPECTED_LEFTOVERS = [
  { pattern: /^bucket engines-of-all$/, reason: 'it existed before the stack' },
  {
    pattern: /^engine object s3:\/\/[^/]+\/\d{12}\/[^/]+\/_engines\/[0-9a-f]+\/(?!steps\/)/,
    reason: 'engines in a bucket of the user are kept',
  },
  {
    pattern: /^log group \/aws\/sagemaker\/TrainingJobs$/,
    reason: 'SageMaker uses it for all jobs of the account',
  },
  { pattern: /^bucket cdk-hnb659fds-assets-/, reason: 'it belongs to the bootstrap stack' },
  {
    pattern: /^log group \/cdk-sagemaker-triton\/failed-deployments\//,
    reason: 'the log lines of a failed deployment are kept for 30 days after its stack was deleted',
  },
];

/** Checks that after the deletion of a stack, only expected resources and the resources that the template retains remain. */
export function checkNothingLeft(aws: Simulation, keptByTemplate: readonly string[], report: ReportViolation): void {
  for (const resource of allResources(aws)) {
    if (
      EXPECTED_LEFTOVERS.some(({ pattern }) => pattern.test(resource)) ||
      keptByTemplate.some((id) => resource.endsWith(` ${id}`))
    )
      continue;
    report('a deletion leaves no resources', `${resource} remains after the stack was deleted`);
  }
}
