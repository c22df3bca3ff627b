import type { CreateProcessingJobCommandInput, CreateTrainingJobCommandInput, Tag } from '@aws-sdk/client-sagemaker';
import type { EngineProperties } from '../../lib/contracts/engine-properties';

/** Paths in the container of a job. */
interface ContainerPaths {
  readonly source: string;
  readonly output: string;
  /** SageMaker includes the beginning of this file in the description of the job. */
  readonly message: string;
}

/** Source: SageMaker developer guide, pages "How Amazon SageMaker Processing runs your processing container image" and "byoc-metadata". */
const PROCESSING: ContainerPaths = {
  source: '/opt/ml/processing/input/source',
  output: '/opt/ml/processing/output',
  message: '/opt/ml/output/message',
};

/**
 * Source: SageMaker developer guide, pages "How Amazon SageMaker AI provides training information" and "How Amazon SageMaker AI processes
 * training output".
 */
const TRAINING: ContainerPaths = {
  source: '/opt/ml/input/data/source',
  output: '/opt/ml/model',
  message: '/opt/ml/output/failure',
};

/** Time to download the image and the sources before the build program starts. The time limit of a job includes the download. */
const MAXIMUM_START_SECONDS = 5 * 60;

/** The prefix of the objects that a job writes. */
export function outputPrefix({ Job, Prefix }: EngineProperties, name: string): string {
  return `${Prefix}builds/${name}/${Job === 'training' ? 'output/model/' : ''}`;
}

export function processingJobRequest(properties: EngineProperties, name: string): CreateProcessingJobCommandInput {
  const { Bucket, Prefix, InstanceType, VolumeKmsKeyArn, KmsKeyArn, VolumeSizeInGB } = properties;
  const source = { S3Uri: `s3://${Bucket}/${Prefix}source/`, LocalPath: PROCESSING.source };
  // SageMaker may append a second slash to a path that ends with a slash; this is not documented.
  const outputPath = outputPrefix(properties, name).replace(/\/$/, '');
  const output = { S3Uri: `s3://${Bucket}/${outputPath}`, LocalPath: PROCESSING.output };
  return {
    ProcessingJobName: name,
    RoleArn: properties.RoleArn,
    AppSpecification: { ImageUri: properties.ImageUri, ContainerEntrypoint: entrypoint(PROCESSING, properties) },
    ProcessingInputs: [{ InputName: 'source', S3Input: { ...source, S3DataType: 'S3Prefix', S3InputMode: 'File' } }],
    ProcessingOutputConfig: {
      Outputs: [{ OutputName: 'engine', S3Output: { ...output, S3UploadMode: 'EndOfJob' } }],
      KmsKeyId: KmsKeyArn,
    },
    ProcessingResources: {
      ClusterConfig: {
        InstanceCount: 1,
        InstanceType: InstanceType as never, // the type of the SDK is a list of known instance types
        VolumeSizeInGB: Number(VolumeSizeInGB),
        VolumeKmsKeyId: VolumeKmsKeyArn,
      },
    },
    StoppingCondition: { MaxRuntimeInSeconds: Number(properties.MaxRuntimeInSeconds) },
    NetworkConfig: { EnableNetworkIsolation: true, VpcConfig: vpcConfig(properties) },
    Tags: tagsOf(properties),
  };
}

export function trainingJobRequest(properties: EngineProperties, name: string): CreateTrainingJobCommandInput {
  const { Bucket, Prefix, InstanceType, VolumeKmsKeyArn, KmsKeyArn, VolumeSizeInGB } = properties;
  const source = { S3Uri: `s3://${Bucket}/${Prefix}source/` };
  return {
    TrainingJobName: name,
    RoleArn: properties.RoleArn,
    AlgorithmSpecification: {
      TrainingImage: properties.ImageUri,
      TrainingInputMode: 'File',
      ContainerEntrypoint: entrypoint(TRAINING, properties),
    },
    InputDataConfig: [
      {
        ChannelName: 'source',
        DataSource: {
          S3DataSource: { ...source, S3DataType: 'S3Prefix', S3DataDistributionType: 'FullyReplicated' },
        },
        InputMode: 'File',
      },
    ],
    // SageMaker appends the job's name and `output/model/`.
    OutputDataConfig: { S3OutputPath: `s3://${Bucket}/${Prefix}builds`, CompressionType: 'NONE', KmsKeyId: KmsKeyArn },
    ResourceConfig: {
      InstanceCount: 1,
      InstanceType: InstanceType as never,
      VolumeSizeInGB: Number(VolumeSizeInGB),
      VolumeKmsKeyId: VolumeKmsKeyArn,
    },
    StoppingCondition: { MaxRuntimeInSeconds: Number(properties.MaxRuntimeInSeconds) },
    EnableNetworkIsolation: true,
    VpcConfig: vpcConfig(properties),
    Tags: tagsOf(properties),
  };
}

/** The command of the job. The program stops itself before SageMaker's time limit, so that it can report the timeout as the reason. */
function entrypoint({ source, output, message }: ContainerPaths, { MaxRuntimeInSeconds }: EngineProperties): string[] {
  const timeout = Math.round(
    Number(MaxRuntimeInSeconds) - Math.min(MAXIMUM_START_SECONDS, Number(MaxRuntimeInSeconds) / 10),
  );
  return [
    ...['python3', `${source}/script/build.py`, '--source', source, '--output', output],
    ...['--message', message, '--timeout', `${timeout}`],
  ];
}

function vpcConfig({ Subnets, SecurityGroupIds }: EngineProperties) {
  return Subnets && SecurityGroupIds ? { Subnets, SecurityGroupIds } : undefined;
}

function tagsOf({ Prefix }: EngineProperties): Tag[] {
  return [{ Key: 'cdk-sagemaker-triton:engine', Value: engineKeyOf(Prefix) }];
}

/** The engine's key: the last folder of its prefix. */
export function engineKeyOf(prefix: string): string {
  return prefix.split('/').at(-2) ?? '';
}
