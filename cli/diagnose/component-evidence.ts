import {
  DescribeInferenceComponentCommand,
  paginateListInferenceComponents,
  SageMakerClient,
} from '@aws-sdk/client-sagemaker';
import { readLastLines } from '../../lambda/shared/log-lines';
import { componentLogGroupOf } from '../../lib/contracts/log-groups';
import { Evidence, missingLogLine } from '../../lib/diagnosis';

/** The names of the inference components of an endpoint. */
export async function componentNamesOf(endpointName: string): Promise<string[]> {
  const names: string[] = [];
  const pages = paginateListInferenceComponents(
    { client: new SageMakerClient() },
    { EndpointNameEquals: endpointName },
  );
  for await (const { InferenceComponents = [] } of pages)
    names.push(...InferenceComponents.flatMap(({ InferenceComponentName }) => InferenceComponentName ?? []));
  return names;
}

/** Reads the last lines of the copies. The source of a line begins with the name of the component. */
export async function readComponentLog(name: string): Promise<Evidence[]> {
  const log = await readLastLines(componentLogGroupOf(name));
  return log.map(({ source, ...others }) => ({ ...others, source: `${name}, ${source}` }));
}

/** Reads the failure reason of an inference component. For a component in service without a log, creates a line about the missing log. */
export async function readComponentState(name: string, isWithoutLog: boolean): Promise<Evidence[]> {
  const component = await new SageMakerClient().send(
    new DescribeInferenceComponentCommand({ InferenceComponentName: name }),
  );
  const { InferenceComponentStatus, FailureReason, RuntimeConfig } = component;
  const evidence = FailureReason ? [{ source: `FailureReason of ${name}`, lines: FailureReason.split('\n') }] : [];
  if (!isWithoutLog || InferenceComponentStatus !== 'InService') return evidence;
  const line = missingLogLine(name, RuntimeConfig?.CurrentCopyCount ?? 0, 'copies');
  return [...evidence, { source: `inference component ${name}`, lines: [line] }];
}
