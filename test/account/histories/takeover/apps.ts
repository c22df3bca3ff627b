import { Duration, RemovalPolicy, Stack, Tags } from 'aws-cdk-lib';
import { CfnLogGroup } from 'aws-cdk-lib/aws-logs';
import { CfnEndpoint } from 'aws-cdk-lib/aws-sagemaker';
import { InstanceType, LatencyObjective, TritonRealtimeEndpoint, TritonRealtimeEndpointProps } from '../../../../lib';
import type { Template } from '../../cloudformation/template';
import { SynthesizedStack, synthesize } from '../synthesize';
import { createModel } from '../test-models';
import { ENDPOINT, LEGACY, LOG_GROUP, TAG } from './legacy-endpoint';

/** The app that uses this library, which is deployed after the import. */
export function libraryApp(
  propsIn: (stack: Stack) => Partial<TritonRealtimeEndpointProps> = () => ({}),
): SynthesizedStack {
  return synthesize('App', (stack) => {
    const endpoint = new TritonRealtimeEndpoint(stack, 'Endpoint', {
      endpointName: ENDPOINT,
      model: createModel('takeover'),
      instanceType: InstanceType.G4DN_XLARGE,
      instanceCount: 2,
      latencyObjective: LatencyObjective.p99(Duration.seconds(1)),
      takeover: true,
      ...propsIn(stack),
    });
    Tags.of(endpoint).add(TAG.Key, TAG.Value);
  });
}

/** The logical IDs of the library's endpoint and of its log group. */
export function logicalIdsOf({ Resources }: Template): { readonly endpoint: string; readonly logGroup: string } {
  const find = (type: string, property: string, value: string): string =>
    Object.keys(Resources).find((id) => {
      const { Type, Properties = {} } = Resources[id];
      return Type === type && Properties[property] === value;
    }) ?? '';
  return {
    endpoint: find('AWS::SageMaker::Endpoint', 'EndpointName', ENDPOINT),
    logGroup: find('AWS::Logs::LogGroup', 'LogGroupName', LOG_GROUP),
  };
}

/** The differences between the app of the import and an app without a part of it, which show why the part is necessary. */
export interface ImportOptions {
  readonly logGroup?: boolean;
  readonly retainAllVariantProperties?: boolean;
}

/** The app of the import: the endpoint and its log group, under the logical IDs that they have in the library's template. */
export function importApp({ template }: SynthesizedStack, options?: ImportOptions): SynthesizedStack {
  return synthesize('App', (stack) => defineImport(stack, template, options));
}

export function defineImport(
  stack: Stack,
  libraryTemplate: Template,
  { logGroup: importsLogGroup = true, retainAllVariantProperties = true }: ImportOptions = {},
): void {
  const ids = logicalIdsOf(libraryTemplate);
  const endpoint = new CfnEndpoint(stack, 'ImportedEndpoint', {
    endpointName: ENDPOINT,
    endpointConfigName: LEGACY,
    // If a deployment after the import is rolled back, the old version keeps the instances that scaling has started.
    retainAllVariantProperties,
    tags: [{ key: TAG.Key, value: TAG.Value }],
  });
  endpoint.overrideLogicalId(ids.endpoint);
  endpoint.applyRemovalPolicy(RemovalPolicy.RETAIN);
  if (!importsLogGroup) return;
  const logGroup = new CfnLogGroup(stack, 'ImportedLogGroup', { logGroupName: LOG_GROUP });
  logGroup.overrideLogicalId(ids.logGroup);
  logGroup.applyRemovalPolicy(RemovalPolicy.RETAIN);
}
