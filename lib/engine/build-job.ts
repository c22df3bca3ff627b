import { Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { HashedFile } from '../artifacts/repository-file';
import { JOB_PREFIX } from '../contracts/engine-properties';
import { InstanceType } from '../platform';

/** Space for logs and temporary files of trtexec. */
const BASE_GIGABYTES = 30;
/** Space for the sources, the temporary copies of TensorRT, and the engine, as a multiple of the size of the sources. */
const VOLUME_TO_SOURCE_RATIO = 4;
/** Volume size for an ONNX file in S3, whose size is not known. */
const DEFAULT_GIGABYTES = 100;

/** Returns the volume size of a job in GB. NVMe drives of the instance type limit the size (API reference, ResourceConfig). */
export function volumeSizeOf({ localStorage }: InstanceType, { build, sources = [] }: HashedFile): number {
  const isSourceSizeKnown = build?.sources.every(({ object }) => object === undefined);
  const gigabytes = sources.reduce((sum, { bytes }) => sum + bytes, 0) / 1e9;
  const requiredGigabytes = isSourceSizeKnown
    ? BASE_GIGABYTES + Math.ceil(VOLUME_TO_SOURCE_RATIO * gigabytes)
    : DEFAULT_GIGABYTES;
  return Math.min(requiredGigabytes, localStorage?.toGibibytes() ?? requiredGigabytes);
}

/** Returns permissions for all build jobs. The jobs can be from other stacks: stacks that share a bucket wait for the same job. */
export function buildJobPermissions(stack: Stack): PolicyStatement {
  return new PolicyStatement({
    actions: ['CreateTrainingJob', 'DescribeTrainingJob', 'StopTrainingJob', 'AddTags'].map(
      (action) => `sagemaker:${action}`,
    ),
    resources: [stack.formatArn({ service: 'sagemaker', resource: 'training-job', resourceName: `${JOB_PREFIX}*` })],
  });
}
