import type { CreateProcessingJobCommandInput, CreateTrainingJobCommandInput, Tag } from '@aws-sdk/client-sagemaker';
import type { EngineProperties } from '../../lib/engine/engine-properties';

/** Where a job finds the sources, and where what it writes there comes to lie. */
interface Folders {
  readonly source: string;
  readonly output: string;
  /** SageMaker returns the beginning of this file with the job. */
  readonly message: string;
}

/** SageMaker developer guide: "How Amazon SageMaker Processing runs your processing container image", "byoc-metadata". */
const PROCESSING: Folders = {
  source: '/opt/ml/processing/input/source',
  output: '/opt/ml/processing/output',
  message: '/opt/ml/output/message',
};

/** SageMaker developer guide: "How Amazon SageMaker AI provides training information", "processes training output". */
const TRAINING: Folders = {
  source: '/opt/ml/input/data/source',
  output: '/opt/ml/model',
  message: '/opt/ml/output/failure',
};

/** The time of a job includes the download of its image and sources, before the program starts. */
const LONGEST_START_SECONDS = 5 * 60;

/** The prefix that the job's files come to lie below. */
export function outputPrefix({ Job, Prefix }: EngineProperties, name: string): string {
  return `${Prefix}builds/${name}/${Job === 'training' ? 'output/model/' : ''}`;
}

export function processingJob(properties: EngineProperties, name: string): CreateProcessingJobCommandInput {
  const { Bucket, Prefix, InstanceType, VolumeKmsKeyArn, KmsKeyArn, VolumeSizeInGB } = properties;
  const source = { S3Uri: `s3://${Bucket}/${Prefix}source/`, LocalPath: PROCESSING.source };
  // Nobody says whether SageMaker adds another slash to one at the end.
  const place = outputPrefix(properties, name).replace(/\/$/, '');
  const output = { S3Uri: `s3://${Bucket}/${place}`, LocalPath: PROCESSING.output };
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
        InstanceType: InstanceType as never, // the SDK has a list of those that it knows
        VolumeSizeInGB: Number(VolumeSizeInGB),
        VolumeKmsKeyId: VolumeKmsKeyArn,
      },
    },
    StoppingCondition: { MaxRuntimeInSeconds: Number(properties.MaxRuntimeInSeconds) },
    NetworkConfig: { EnableNetworkIsolation: true, VpcConfig: vpcConfig(properties) },
    Tags: tags(properties),
  };
}

export function trainingJob(properties: EngineProperties, name: string): CreateTrainingJobCommandInput {
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
    // Below it SageMaker adds the job's name and `output/model/`.
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
    Tags: tags(properties),
  };
}

/** The program ends by itself before SageMaker ends its job, which would leave no reason. */
function entrypoint({ source, output, message }: Folders, { MaxRuntimeInSeconds }: EngineProperties): string[] {
  const timeout = Math.round(
    Number(MaxRuntimeInSeconds) - Math.min(LONGEST_START_SECONDS, Number(MaxRuntimeInSeconds) / 10),
  );
  return [
    ...['python3', `${source}/script/build.py`, '--source', source, '--output', output],
    ...['--message', message, '--timeout', `${timeout}`],
  ];
}

function vpcConfig({ Subnets, SecurityGroupIds }: EngineProperties) {
  return Subnets && SecurityGroupIds ? { Subnets, SecurityGroupIds } : undefined;
}

function tags({ Prefix }: EngineProperties): Tag[] {
  return [{ Key: 'cdk-sagemaker-triton:engine', Value: keyOf(Prefix) }];
}

/** The engine's key: the last folder of its prefix. */
export function keyOf(prefix: string): string {
  return prefix.split('/').at(-2) ?? '';
}
