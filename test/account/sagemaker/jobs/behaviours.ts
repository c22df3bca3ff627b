import type { Behaviour } from '../../behaviour';

const guide = (page: string): string => `https://docs.aws.amazon.com/sagemaker/latest/dg/${page}.html`;

/** Processing and training jobs. */
export const JOB_BEHAVIOURS: readonly Behaviour[] = [
  {
    id: 'sagemaker.job-names-are-taken-forever',
    does: 'A job whose name another job of its kind ever had is refused with ResourceInUse, whatever became of that job.',
    evidence: 'API model',
    source:
      'DescribeProcessingJobResponse$ProcessingJobName: "must be unique within an AWS Region in the AWS account"; no operation deletes such a job; the error: CreateProcessingJob, CreateTrainingJob',
  },
  {
    id: 'sagemaker.job-quota-by-kind-and-type',
    does: 'Jobs of a kind on an instance type have a quota of their own: ResourceLimitExceeded with "The account-level service limit \'… for processing job usage\' is …".',
    evidence: 'observed by others',
    source:
      'https://github.com/gabehollombe-aws/jupyter-notebooks/issues/1, https://github.com/aws/amazon-sagemaker-examples/issues/1543',
  },
  {
    id: 'sagemaker.job-that-stops-uses-its-quota',
    does: 'A job counts against the quota until it is Stopped.',
    evidence: 'assumed',
    source: 'Its instance runs as long. Else it counts no more as soon as it is Stopping.',
  },
  {
    id: 'sagemaker.create-job-assumes-the-role',
    does: 'A request to create a job is refused with "Could not assume role …" if SageMaker cannot assume the role.',
    evidence: 'assumed',
    source:
      'https://github.com/awslabs/predictive-maintenance-using-machine-learning/issues/3 has it of CreateTransformJob. Else the job fails: https://github.com/aws/sagemaker-python-sdk/issues/35.',
  },
  {
    id: 'sagemaker.missing-job-is-a-validation-exception',
    does: 'DescribeProcessingJob, DescribeTrainingJob and their Stop operations answer ValidationException for a job that does not exist.',
    evidence: 'assumed',
    source:
      'https://github.com/aws/sagemaker-python-sdk/issues/326 has it of DescribeTrainingJob. Else ResourceNotFound, which the API model has.',
  },
  {
    id: 'sagemaker.volume-key-of-jobs-with-local-storage',
    does: 'A key for the volume, or a volume larger than the instance store, is refused for types with an instance store.',
    evidence: 'API model',
    source: 'ProcessingClusterConfig$VolumeKmsKeyId, $VolumeSizeInGB; ResourceConfig of training jobs has the same',
  },
  {
    id: 'sagemaker.job-capacity-error',
    does: 'A job without an instance is Failed with "CapacityError: Unable to provision requested ML compute capacity", some minutes after it was created, and never started.',
    evidence: 'observed by others',
    source: 'https://github.com/DIAGNijmegen/rse-grand-challenge/issues/2631',
  },
  {
    id: 'sagemaker.processing-role-unscoped-in-a-vpc',
    does: 'A request to create a processing job in a VPC is refused if its role has the permissions for network interfaces only for some resources or under conditions. Training jobs take them scoped.',
    evidence: 'documented',
    source: `${guide('sagemaker-roles')} (CreateProcessingJob API: "Don't scope in the policy with any conditions or resource filters. Otherwise, the validation checks that occur during the creation of the processing job fail."); that the request is refused, and in which words, is not written; https://github.com/aws/sagemaker-python-sdk/issues/3026 has a job that fails with InternalServerError`,
  },
  {
    id: 'sagemaker.job-acts-with-its-role',
    does: 'When its instance is there, a job makes interfaces, pulls its image, reads its input and writes its log with its role as it is then; at its end it uploads with the role as it is then.',
    evidence: 'documented',
    source: `${guide('sagemaker-roles')} (CreateProcessingJob API, CreateTrainingJob API: Execution Role Permissions)`,
  },
  {
    id: 'sagemaker.job-interfaces-go-later',
    does: 'Interfaces of a job in a VPC go some minutes after its end, with its role, as those of endpoints do. They stay if the role is gone.',
    evidence: 'assumed',
    source:
      'As sagemaker.clean-up-with-the-role, which is documented of endpoints only. Else they go with its instance.',
  },
  {
    id: 'sagemaker.processing-has-an-older-driver',
    does: 'The driver of processing jobs runs CUDA 12.4, and that of training jobs CUDA 13.0, as does that of all jobs on Blackwell GPUs. No request names a driver or an AMI.',
    evidence: 'assumed',
    source:
      'Nobody wrote down either driver. aws/deep-learning-containers, test/pytorch/integration/sagemaker/test_sm_training_cuda.py (2026-08-21), runs images with CUDA 13 in training jobs on ml.g4dn.12xlarge; there is no such test of processing jobs. Else both run CUDA 13.0. ResourceConfig and ProcessingClusterConfig have no AMI, which ProductionVariant and TransformResources have.',
  },
  {
    id: 'sagemaker.job-exit-code',
    does: 'A job is Completed if its container exits with 0, Failed otherwise.',
    evidence: 'documented',
    source: guide('byoc-run-image'),
  },
  {
    id: 'sagemaker.processing-exit-message',
    does: 'ExitMessage has the first kilobyte of /opt/ml/output/message in each terminal status.',
    evidence: 'documented',
    source: guide('byoc-metadata'),
  },
  {
    id: 'sagemaker.training-failure-file',
    does: 'FailureReason of a failed training job has the first 1024 characters of /opt/ml/output/failure.',
    evidence: 'documented',
    source: guide('your-algorithms-training-algo-output'),
  },
  {
    id: 'sagemaker.processing-output-at-its-end',
    does: 'With EndOfJob, what is below LocalPath is uploaded below S3Uri when the container has ended, and the job is Completed after that.',
    evidence: 'documented',
    source: `${guide('byoc-input-and-output')}; ProcessingS3Output$S3UploadMode`,
  },
  {
    id: 'sagemaker.output-uri-ends-in-one-slash',
    does: 'An S3Uri of an output that ends in a slash gets no other slash before the names of files.',
    evidence: 'assumed',
    source: 'Nobody wrote it down. Else the keys have two slashes.',
  },
  {
    id: 'sagemaker.training-output-place',
    does: 'With CompressionType NONE, what is below /opt/ml/model is uploaded below S3OutputPath/<job>/output/model/.',
    evidence: 'documented',
    source: `${guide('model-train-storage-storage-paths')}; OutputDataConfig$CompressionType`,
  },
  {
    id: 'sagemaker.failed-job-uploads',
    does: 'What a container wrote before it failed is uploaded, too.',
    evidence: 'assumed',
    source: 'Nobody wrote it down for EndOfJob. Else a failed job leaves nothing.',
  },
  {
    id: 'sagemaker.stopped-job-uploads',
    does: 'What a container wrote before it was stopped is uploaded, too.',
    evidence: 'assumed',
    source:
      'API model of StopTrainingJob: the container may save its results within 120 seconds. Nobody wrote it down for processing jobs.',
  },
  {
    id: 'sagemaker.stop-job',
    does: 'A job that is to be stopped is Stopping, its container gets SIGTERM and, two minutes later, SIGKILL; then it is Stopped.',
    evidence: 'API model',
    source: 'StopTrainingJob; that processing jobs do the same is assumed',
  },
  {
    id: 'sagemaker.ended-job-cannot-be-stopped',
    does: 'A request to stop a job that has ended is refused: "The request was rejected because the training job is in status Stopped."',
    evidence: 'observed by others',
    source: 'https://github.com/awslabs/benchmark-ai/issues/928',
  },
  {
    id: 'sagemaker.job-time-limit',
    does: 'A job that exceeds MaxRuntimeInSeconds is stopped, up to five minutes late; a training job then has the secondary status MaxRuntimeExceeded.',
    evidence: 'observed by others',
    source:
      'ProcessingStoppingCondition, DescribeTrainingJobResponse$SecondaryStatus; late: https://github.com/apache/airflow/pull/33982, https://github.com/aws/sagemaker-python-sdk/issues/4451',
  },
  {
    id: 'sagemaker.job-time-counts-from-its-container',
    does: 'MaxRuntimeInSeconds counts from the start of the container.',
    evidence: 'assumed',
    source:
      'https://github.com/aws/sagemaker-python-sdk/issues/4451 saw 841 seconds with a limit of 603. Else it counts from the time at which the instance is there.',
  },
  {
    id: 'sagemaker.job-log-needs-permission',
    does: 'A job that may not write its log runs without one.',
    evidence: 'assumed',
    source: 'The permissions are documented in sagemaker-roles; what happens without is not. Else the job fails.',
  },
];
