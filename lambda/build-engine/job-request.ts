import type { CreateTrainingJobCommandInput } from '@aws-sdk/client-sagemaker';
import type { EngineProperties } from '../../lib/contracts/engine-properties';

/**
 * Paths in the container of a job. Source: SageMaker developer guide, pages "How Amazon SageMaker AI provides training information" and "How
 * Amazon SageMaker AI processes training output".
 */
const SOURCE = '/opt/ml/input/data/source';
const OUTPUT = '/opt/ml/model';
/** SageMaker includes the beginning of this file in the description of the job. */
const MESSAGE = '/opt/ml/output/failure';

/** Time to download the image and the sources before the build program starts. The time limit of a job includes the download. */
const MAXIMUM_START_SECONDS = 5 * 60;

/** The prefix of the objects that a job writes. */
export function outputPrefix({ Prefix }: EngineProperties, name: string): string {
  return `${Prefix}builds/${name}/output/model/`;
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
      ContainerEntrypoint: entrypoint(properties),
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
      InstanceType: InstanceType as never, // the type of the SDK is a list of known instance types
      VolumeSizeInGB: Number(VolumeSizeInGB),
      VolumeKmsKeyId: VolumeKmsKeyArn,
    },
    StoppingCondition: { MaxRuntimeInSeconds: Number(properties.MaxRuntimeInSeconds) },
    EnableNetworkIsolation: true,
    VpcConfig: vpcConfig(properties),
    Tags: [{ Key: 'cdk-sagemaker-triton:engine', Value: engineKeyOf(Prefix) }],
  };
}

/** The command of the job. The program stops itself before SageMaker's time limit, so that it can report the timeout as the reason. */
function entrypoint({ MaxRuntimeInSeconds }: EngineProperties): string[] {
  const timeout = Math.round(
    Number(MaxRuntimeInSeconds) - Math.min(MAXIMUM_START_SECONDS, Number(MaxRuntimeInSeconds) / 10),
  );
  return [
    ...['python3', `${SOURCE}/script/build.py`, '--source', SOURCE, '--output', OUTPUT],
    ...['--message', MESSAGE, '--timeout', `${timeout}`],
  ];
}

function vpcConfig({ Subnets, SecurityGroupIds }: EngineProperties) {
  return Subnets && SecurityGroupIds ? { Subnets, SecurityGroupIds } : undefined;
}

/** The engine's key: the last folder of its prefix. */
export function engineKeyOf(prefix: string): string {
  return prefix.split('/').at(-2) ?? '';
}
