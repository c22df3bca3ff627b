import { Construct } from 'constructs';
import { InstanceType } from '../platform';
import { DEFAULT_JOB_DURATION } from './check';
import { ModelDomain, ModelFramework, ModelTask, StopConditions } from './job-options';
import { ProvidedPayload } from './provide-payload';
import { RecommenderOptions } from './options';

/** The model package that a job benchmarks. */
export interface BenchmarkedPackage {
  readonly modelPackageArn: string;
  readonly roleArn: string;
  /** Payload that replaces the payload of the package. */
  readonly payload?: ProvidedPayload;
}

/** Domain, task and framework, with their defaults. */
export function modelDescription(options: RecommenderOptions): {
  domain: ModelDomain;
  task: ModelTask;
  framework: ModelFramework;
  frameworkVersion: string;
} {
  return {
    domain: options.domain ?? ModelDomain.MACHINE_LEARNING,
    task: options.task ?? ModelTask.OTHER,
    framework: options.framework ?? ModelFramework.PYTORCH,
    frameworkVersion: options.frameworkVersion ?? '1.6.0',
  };
}

/** Request of CreateInferenceRecommendationsJob without the name of the job, which the workflow adds. */
export function jobRequest(
  scope: Construct,
  options: RecommenderOptions,
  instanceTypes: InstanceType[],
  benchmarkedPackage: BenchmarkedPackage,
): object {
  const isAdvanced = options.trafficPattern !== undefined;
  const { volumeEncryptionKey, resultsBucket } = options;
  const outputKey = resultsBucket?.encryptionKey;
  return withoutUndefined({
    JobType: isAdvanced ? 'Advanced' : 'Default',
    RoleArn: benchmarkedPackage.roleArn,
    JobDescription: scope.node.path.slice(-128),
    InputConfig: withoutUndefined({
      ModelPackageVersionArn: benchmarkedPackage.modelPackageArn,
      ...(isAdvanced ? loadTestInput(options, instanceTypes) : {}),
      VolumeKmsKeyId: volumeEncryptionKey?.keyArn,
      ContainerConfig: containerConfig(options, isAdvanced ? [] : instanceTypes, benchmarkedPackage.payload),
      VpcConfig: vpcConfig(options),
    }),
    StoppingConditions: options.stopAt && stoppingConditions(options.stopAt),
    OutputConfig: outputKey && { KmsKeyId: outputKey.keyArn },
  });
}

function loadTestInput(options: RecommenderOptions, instanceTypes: InstanceType[]): object {
  const { trafficPattern, jobDuration = DEFAULT_JOB_DURATION, maxTests, maxParallelTests } = options;
  const ranges = Object.entries(options.environmentParameters ?? {}).map(([Name, Value]) => ({ Name, Value }));
  return {
    JobDurationInSeconds: jobDuration.toSeconds(),
    TrafficPattern: trafficPattern?._render(),
    ResourceLimit:
      maxTests === undefined && maxParallelTests === undefined
        ? undefined
        : withoutUndefined({ MaxNumberOfTests: maxTests, MaxParallelOfTests: maxParallelTests }),
    EndpointConfigurations: instanceTypes.map((type) =>
      withoutUndefined({
        InstanceType: type.name,
        EnvironmentParameterRanges: ranges.length > 0 ? { CategoricalParameterRanges: ranges } : undefined,
      }),
    ),
  };
}

function containerConfig(
  options: RecommenderOptions,
  instanceTypes: InstanceType[],
  payload?: ProvidedPayload,
): object | undefined {
  const { domain, task, framework, frameworkVersion } = options;
  return withoutUndefined({
    Domain: domain,
    Task: task,
    Framework: framework,
    FrameworkVersion: frameworkVersion,
    PayloadConfig: payload && { SamplePayloadUrl: payload.s3Uri, SupportedContentTypes: [payload.contentType] },
    SupportedInstanceTypes: instanceTypes.length > 0 ? instanceTypes.map(({ name }) => name) : undefined,
    SupportedEndpointType: 'RealTime', // serverless inference does not support GPUs
  });
}

function vpcConfig({ vpc, vpcSubnets, securityGroups = [] }: RecommenderOptions): object | undefined {
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
