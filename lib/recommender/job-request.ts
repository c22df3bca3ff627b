import { Construct } from 'constructs';
import { DEFAULT_JOB_DURATION } from './check';
import { InferenceRecommenderJobProps, StopConditions } from './job-props';
import { keyBehind } from '../cdk/keys';

/** Request of CreateInferenceRecommendationsJob without the name of the job, which the workflow adds. */
export function jobRequest(
  scope: Construct,
  options: InferenceRecommenderJobProps,
  { modelPackageArn, roleArn }: { readonly modelPackageArn: string; readonly roleArn: string },
): object {
  const isAdvanced = options.trafficPattern !== undefined;
  const { volumeEncryptionKey, resultsBucket } = options;
  const outputKey = keyBehind(resultsBucket?.encryptionKey);
  return withoutUndefined({
    JobType: isAdvanced ? 'Advanced' : 'Default',
    RoleArn: roleArn,
    JobDescription: scope.node.path.slice(-128),
    InputConfig: withoutUndefined({
      ModelPackageVersionArn: modelPackageArn,
      ...(isAdvanced ? loadTestInput(options) : {}),
      VolumeKmsKeyId: keyBehind(volumeEncryptionKey)?.keyArn,
      ContainerConfig: containerConfig(options, isAdvanced),
      VpcConfig: vpcConfig(options),
    }),
    StoppingConditions: options.stopAt && stoppingConditions(options.stopAt),
    OutputConfig: outputKey && { KmsKeyId: outputKey.keyArn },
  });
}

function loadTestInput(options: InferenceRecommenderJobProps): object {
  const { trafficPattern, jobDuration = DEFAULT_JOB_DURATION, instanceTypes = [] } = options;
  return {
    JobDurationInSeconds: jobDuration.toSeconds(),
    TrafficPattern: trafficPattern?._render(),
    EndpointConfigurations: instanceTypes.map(({ name }) => ({ InstanceType: name })),
  };
}

function containerConfig(
  { domain, task, instanceTypes = [] }: InferenceRecommenderJobProps,
  isAdvanced: boolean,
): object {
  return withoutUndefined({
    Domain: domain,
    Task: task,
    SupportedInstanceTypes:
      isAdvanced || instanceTypes.length === 0 ? undefined : instanceTypes.map(({ name }) => name),
    SupportedEndpointType: 'RealTime', // serverless inference does not support GPUs
  });
}

function vpcConfig({ vpc, vpcSubnets, securityGroups = [] }: InferenceRecommenderJobProps): object | undefined {
  if (!vpc) return undefined;
  return {
    Subnets: vpc.selectSubnets(vpcSubnets).subnetIds,
    SecurityGroupIds: securityGroups.map(({ securityGroupId }) => securityGroupId),
  };
}

function stoppingConditions({ invocationsPerMinute, modelLatency, continueWhenFlat }: StopConditions): object {
  return withoutUndefined({
    MaxInvocations: invocationsPerMinute,
    ModelLatencyThresholds: modelLatency && [
      { Percentile: `P${modelLatency.percentile}`, ValueInMilliseconds: modelLatency.limit.toMilliseconds() },
    ],
    FlatInvocations: continueWhenFlat ? 'Continue' : undefined,
  });
}

function withoutUndefined<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, fieldValue]) => fieldValue !== undefined)) as T;
}
