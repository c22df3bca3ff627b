import type * as api from '@aws-sdk/client-sagemaker';
import type { Given } from '../../api-model/given';

export type JobKind = 'processing' | 'training';
export type JobStatus = 'InProgress' | 'Completed' | 'Failed' | 'Stopping' | 'Stopped';
type ProcessingInput = Given<api.CreateProcessingJobRequest>;
type TrainingInput = Given<api.CreateTrainingJobRequest>;

/** What both kinds of jobs say in their own words. */
export interface JobRequest {
  readonly name: string;
  readonly role: string;
  readonly image: string;
  readonly entrypoint: readonly string[];
  readonly instanceType: string;
  readonly instanceCount: number;
  readonly volumeGigabytes: number;
  readonly volumeKey?: string;
  readonly inputs: readonly { readonly uri: string; readonly folder: string }[];
  /** Where files of the container are uploaded. */
  readonly outputs: readonly { readonly folder: string; readonly uri: string }[];
  readonly outputKey?: string;
  /** The file whose beginning SageMaker returns. */
  readonly messageFile: string;
  readonly logGroup: string;
  readonly maximumSeconds: number;
  readonly vpc?: { readonly Subnets: string[]; readonly SecurityGroupIds: string[] };
}

/** A job as SageMaker keeps it. */
export interface Job {
  readonly kind: JobKind;
  readonly request: JobRequest;
  readonly input: Readonly<Record<string, unknown>>;
  readonly created: number;
  modified: number;
  status: JobStatus;
  secondaryStatus: string;
  started?: number;
  ended?: number;
  message?: string;
  failureReason?: string;
  /** Ends what the job does next when it is to be stopped. */
  readonly stopping: AbortController;
}

export function isEnded({ status }: Job): boolean {
  return ['Completed', 'Failed', 'Stopped'].includes(status);
}

/** A day; the API model of both kinds has other limits for other options. */
const DEFAULT_SECONDS = 86_400;

export function processingRequest(input: Record<string, unknown>): JobRequest {
  const { AppSpecification, ProcessingResources, ProcessingInputs = [], ...job } = input as unknown as ProcessingInput;
  const { ClusterConfig } = ProcessingResources;
  return {
    name: job.ProcessingJobName,
    role: job.RoleArn,
    image: AppSpecification.ImageUri,
    entrypoint: AppSpecification.ContainerEntrypoint ?? [],
    instanceType: String(ClusterConfig?.InstanceType),
    instanceCount: ClusterConfig?.InstanceCount ?? 1,
    volumeGigabytes: ClusterConfig?.VolumeSizeInGB ?? 0,
    volumeKey: ClusterConfig?.VolumeKmsKeyId,
    inputs: ProcessingInputs.flatMap(({ S3Input }) =>
      S3Input ? [{ uri: S3Input.S3Uri, folder: String(S3Input.LocalPath) }] : [],
    ),
    outputs: (job.ProcessingOutputConfig?.Outputs ?? []).flatMap(({ S3Output }) =>
      S3Output ? [{ folder: String(S3Output.LocalPath), uri: S3Output.S3Uri }] : [],
    ),
    outputKey: job.ProcessingOutputConfig?.KmsKeyId,
    messageFile: '/opt/ml/output/message',
    logGroup: '/aws/sagemaker/ProcessingJobs',
    maximumSeconds: job.StoppingCondition?.MaxRuntimeInSeconds ?? DEFAULT_SECONDS,
    vpc: job.NetworkConfig?.VpcConfig,
  };
}

export function trainingRequest(input: Record<string, unknown>): JobRequest {
  const {
    AlgorithmSpecification,
    ResourceConfig,
    OutputDataConfig,
    InputDataConfig = [],
    ...job
  } = input as unknown as TrainingInput;
  return {
    name: job.TrainingJobName,
    role: job.RoleArn,
    image: String(AlgorithmSpecification?.TrainingImage),
    entrypoint: AlgorithmSpecification?.ContainerEntrypoint ?? [],
    instanceType: String(ResourceConfig?.InstanceType),
    instanceCount: ResourceConfig?.InstanceCount ?? 1,
    volumeGigabytes: ResourceConfig?.VolumeSizeInGB ?? 0,
    volumeKey: ResourceConfig?.VolumeKmsKeyId,
    inputs: InputDataConfig.flatMap(({ ChannelName, DataSource }) =>
      DataSource.S3DataSource
        ? [{ uri: DataSource.S3DataSource.S3Uri, folder: `/opt/ml/input/data/${ChannelName}` }]
        : [],
    ),
    outputs: [
      {
        folder: '/opt/ml/model',
        uri: `${OutputDataConfig.S3OutputPath.replace(/\/$/, '')}/${job.TrainingJobName}/output/model`,
      },
    ],
    outputKey: OutputDataConfig.KmsKeyId,
    messageFile: '/opt/ml/output/failure',
    logGroup: '/aws/sagemaker/TrainingJobs',
    maximumSeconds: job.StoppingCondition?.MaxRuntimeInSeconds ?? DEFAULT_SECONDS,
    vpc: job.VpcConfig,
  };
}
