import type * as api from '@aws-sdk/client-sagemaker';
import type { Validated } from '../../api-model/validated';

export type JobStatus = 'InProgress' | 'Completed' | 'Failed' | 'Stopping' | 'Stopped';
type TrainingInput = Validated<api.CreateTrainingJobRequest>;

/** The members of a request for a job that the simulation uses. */
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
  /** Folders of the container, and the S3 locations to which SageMaker uploads their files. */
  readonly outputs: readonly { readonly folder: string; readonly uri: string }[];
  readonly outputKey?: string;
  /** The path of a file in the container. Descriptions of the job contain the beginning of the file. */
  readonly messageFile: string;
  readonly logGroup: string;
  readonly maximumSeconds: number;
  readonly vpc?: { readonly Subnets: string[]; readonly SecurityGroupIds: string[] };
}

/** A job, including jobs that have ended. */
export interface Job {
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
  /** Aborted by a request to stop the job. */
  readonly stopController: AbortController;
}

export function hasEnded({ status }: Job): boolean {
  return ['Completed', 'Failed', 'Stopped'].includes(status);
}

/** Default of MaxRuntimeInSeconds: one day. */
const DEFAULT_SECONDS = 86_400;

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
