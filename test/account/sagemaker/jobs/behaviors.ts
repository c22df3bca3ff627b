import type { Behavior } from '../../behavior';

const guide = (page: string): string => `https://docs.aws.amazon.com/sagemaker/latest/dg/${page}.html`;

/** Training jobs. */
export const JOB_BEHAVIORS: readonly Behavior[] = [
  {
    id: 'sagemaker.job-names-are-never-released',
    description: 'A job is rejected with ResourceInUse if a job ever had this name, even if it has ended.',
    evidence: 'API model',
    source:
      'CreateTrainingJobRequest$TrainingJobName: "must be unique within an AWS Region in an AWS account"; no operation deletes such a job; the error: CreateTrainingJob',
  },
  {
    id: 'sagemaker.job-quota-by-type',
    description:
      'Jobs on an instance type have a separate quota: ResourceLimitExceeded with "The account-level service limit \'… for training job usage\' is …".',
    evidence: 'observed by others',
    source:
      'https://github.com/gabehollombe-aws/jupyter-notebooks/issues/1, https://github.com/aws/amazon-sagemaker-examples/issues/1543',
  },
  {
    id: 'sagemaker.stopping-job-uses-its-quota',
    description: 'A job counts against the quota until it is Stopped.',
    evidence: 'assumed',
    source: 'The instance runs until then. If switched off, a job that is Stopping does not count.',
  },
  {
    id: 'sagemaker.create-job-assumes-the-role',
    description:
      'A request to create a job is rejected with "Could not assume role …" if SageMaker cannot assume the role.',
    evidence: 'assumed',
    source:
      'https://github.com/awslabs/predictive-maintenance-using-machine-learning/issues/3 reports it for CreateTransformJob. If switched off, the job fails: https://github.com/aws/sagemaker-python-sdk/issues/35.',
  },
  {
    id: 'sagemaker.missing-job-is-a-validation-exception',
    description: 'DescribeTrainingJob and StopTrainingJob return ValidationException for a job that does not exist.',
    evidence: 'assumed',
    source:
      'https://github.com/aws/sagemaker-python-sdk/issues/326 reports it for DescribeTrainingJob. If switched off, they return ResourceNotFound, as in the API model.',
  },
  {
    id: 'sagemaker.volume-key-of-jobs-with-local-storage',
    description:
      'A key for the volume, or a volume larger than the instance store, is rejected for types with an instance store.',
    evidence: 'API model',
    source: 'ResourceConfig$VolumeKmsKeyId, $VolumeSizeInGB',
  },
  {
    id: 'sagemaker.job-capacity-error',
    description:
      'A job without an instance is Failed with "CapacityError: Unable to provision requested ML compute capacity", some minutes after it was created, and never started.',
    evidence: 'observed by others',
    source: 'https://github.com/DIAGNijmegen/rse-grand-challenge/issues/2631',
  },
  {
    id: 'sagemaker.job-acts-with-its-role',
    description:
      'A job creates interfaces, pulls its image, reads its input, writes its log and uploads its output with the permissions that its role has at this time.',
    evidence: 'documented',
    source: `${guide('sagemaker-roles')} (CreateTrainingJob API: Execution Role Permissions)`,
  },
  {
    id: 'sagemaker.job-interfaces-are-deleted-later',
    description:
      'Network interfaces of a job in a VPC are deleted with its role some minutes after its end, like the interfaces of endpoints. They remain if the role was deleted.',
    evidence: 'assumed',
    source:
      'As in sagemaker.clean-up-with-the-role, which is documented only for endpoints. If switched off, the interfaces are deleted with the instance.',
  },
  {
    id: 'sagemaker.job-exit-code',
    description: 'A job is Completed if its container exits with 0, Failed otherwise.',
    evidence: 'documented',
    source: guide('byoc-run-image'),
  },
  {
    id: 'sagemaker.training-failure-file',
    description: 'FailureReason of a failed training job contains the first 1024 characters of /opt/ml/output/failure.',
    evidence: 'documented',
    source: guide('your-algorithms-training-algo-output'),
  },
  {
    id: 'sagemaker.training-output-location',
    description:
      'With CompressionType NONE, the files below /opt/ml/model are uploaded to S3OutputPath/<job>/output/model/.',
    evidence: 'documented',
    source: `${guide('model-train-storage-storage-paths')}; OutputDataConfig$CompressionType`,
  },
  {
    id: 'sagemaker.failed-job-uploads',
    description: 'The output of a container that failed is also uploaded.',
    evidence: 'assumed',
    source: 'Not documented. If switched off, a failed job uploads nothing.',
  },
  {
    id: 'sagemaker.stopped-job-uploads',
    description: 'The output of a container that was stopped is also uploaded.',
    evidence: 'assumed',
    source: 'API model of StopTrainingJob: the container may save its results within 120 seconds.',
  },
  {
    id: 'sagemaker.stop-job',
    description:
      'A request to stop a job changes its status to Stopping. The container receives SIGTERM and, two minutes later, SIGKILL. Then the job is Stopped.',
    evidence: 'API model',
    source: 'StopTrainingJob',
  },
  {
    id: 'sagemaker.ended-job-cannot-be-stopped',
    description:
      'A request to stop a job that has ended is rejected: "The request was rejected because the training job is in status Stopped."',
    evidence: 'observed by others',
    source: 'https://github.com/awslabs/benchmark-ai/issues/928',
  },
  {
    id: 'sagemaker.job-time-limit',
    description:
      'A job that exceeds MaxRuntimeInSeconds is stopped, with a delay of up to five minutes. The job then has the secondary status MaxRuntimeExceeded.',
    evidence: 'observed by others',
    source:
      'DescribeTrainingJobResponse$SecondaryStatus; the delay: https://github.com/apache/airflow/pull/33982, https://github.com/aws/sagemaker-python-sdk/issues/4451',
  },
  {
    id: 'sagemaker.job-time-counts-from-its-container',
    description: 'MaxRuntimeInSeconds counts from the start of the container.',
    evidence: 'assumed',
    source:
      'https://github.com/aws/sagemaker-python-sdk/issues/4451 reports 841 seconds with a limit of 603. If switched off, it counts from the start of the instance.',
  },
  {
    id: 'sagemaker.job-log-needs-permission',
    description: 'A job without permission to write its log runs without a log.',
    evidence: 'assumed',
    source:
      'The permissions are documented in sagemaker-roles; the effect of a missing permission is not documented. If switched off, the job fails.',
  },
];
