/*
 * Reasons for acknowledging rules of cdk-nag. The library acknowledges only findings that users cannot fix with a property of a construct.
 * Users fix or acknowledge all other findings.
 */

/** Reasons for the findings about a function. */
export interface FunctionReasons {
  /** Reason for not reserving concurrency. */
  readonly concurrency: string;
  /** Reason for not having a dead-letter queue. */
  readonly deadLetters: string;
}

const ENDPOINT_LOG = "The log group is the endpoint's own; SageMaker names its streams";
const ASSET_KEY =
  'The app does not know the key of the asset bucket; conditions limit the permission to requests of S3 for this bucket';

/** Reasons for rules of the packs for NIST, HIPAA and PCI. */
export const RULE_REASONS = {
  symptomAlarms: {
    CloudWatchAlarmAction:
      'The composite alarm has the actions and fires with this alarm; separate actions would notify twice',
  },
  rollbackAlarms: {
    CloudWatchAlarmAction:
      'The deployment that creates the alarm rolls back when it fires; SageMaker reads its state, which requires no action',
  },
  volumes: {
    SageMakerEndpointConfigurationKMSKeyConfigured:
      'An instance type of the endpoint has local NVMe drives: its hardware encrypts them, and a key would be an error',
  },
  executionRole: {
    IAMNoInlinePolicy:
      'The policy belongs to this role alone; a change replaces it, so that the old fleet keeps its permissions during an update',
  },
  benchmarkRole: {
    IAMNoInlinePolicy: 'The permissions belong to this role alone, and exist as soon as the role exists',
  },
  engineJobRole: {
    IAMNoInlinePolicy: 'The policy belongs to this role alone and is deleted with it',
  },
  functionLogs: {
    CloudWatchLogGroupEncrypted:
      'The log names resources and results, and contains no payloads unless you enable that; CloudWatch Logs encrypts it with its own key, or with the `monitoring.logEncryptionKey` of an endpoint in the stack',
  },
};

/** Reasons for single rules of the AWS Solutions pack, with the IDs of the rules. */
export const AWS_SOLUTIONS_RULES = {
  workflowRole: {
    id: 'AwsSolutions-IAM5[Resource::*]',
    reason: 'The state machine may deliver its log; these actions support no resource',
  },
  stateMachine: {
    id: 'AwsSolutions-SF2',
    reason: 'A run takes minutes to hours and calls a handful of services; its log contains every step',
  },
};

/** Reasons for wildcards in policies, by service. */
export const WILDCARD_REASONS = {
  executionRole: {
    ec2: 'The network interfaces are created later, an imported VPC can be of any account, and the other actions support no resource; conditions and the IDs of subnets narrow them',
    ecr: 'The action supports no resource',
    cloudwatch:
      'Publishing supports no resource, and a condition limits it to the namespaces of SageMaker; each endpoint configuration has its own rollback alarms, whose names begin with the name of the endpoint',
    logs: ENDPOINT_LOG,
    s3: 'Only objects below prefixes of this endpoint',
  },
  publisher: {
    kms: ASSET_KEY,
    s3: "Objects of the deployment's assets and below the stack's own prefix, whose names are hashes of files that are not known yet",
  },
  registration: {
    'application-autoscaling':
      'The IDs of targets are not known beforehand; conditions narrow changes to variants of SageMaker, and other targets can only be tagged',
    sagemaker: 'CloudFormation names the configurations and models; the actions only read',
    cloudwatch:
      'Application Auto Scaling names the alarms and checks the permissions for them; only this service may change them for the function, and describing only reads. The names of the alarms that call step scaling policies end with hashes',
  },
  failureReport: {
    sagemaker: 'The action only reads, and a statement for each endpoint would limit the endpoints of a stack',
    logs: "The log groups are the endpoint's own and the log group that keeps its last lines; the names of their streams are not known beforehand",
  },
  engines: {
    kms: ASSET_KEY,
    s3: 'Engines are below a separate prefix, and their names are hashes; the names of the assets are hashes, too',
    sagemaker: 'Names of the jobs have a common prefix, and end with hashes of engines that are not known yet',
  },
  engineJobRole: {
    s3: 'Sources and builds of engines, whose names are hashes',
    ecr: 'The action supports no resource',
    logs: 'SageMaker names the streams of its jobs',
    cloudwatch: 'The action supports no resource; a condition limits it to the namespaces of SageMaker',
    ec2: 'SageMaker creates the interfaces, in these subnets; an imported VPC can be of any account; describing supports no resource',
  },
  cleanup: {
    ec2: 'The action supports no resource; a condition narrows it to the region',
    sagemaker: 'CloudFormation names the configurations; the action only reads',
  },
  tests: {
    kms: ASSET_KEY,
    s3: 'Requests and responses of this endpoint, whose names SageMaker or the function creates, and the requests of this test in the assets, whose names end with hashes',
  },
  jobRole: {
    sagemaker: 'Names of tests and packages begin with those of the jobs',
    cloudwatch: 'The actions support no resource',
    ecr: 'The action supports no resource',
    logs: 'SageMaker names the streams, and the groups of the endpoints that it tests',
    ec2: 'SageMaker creates the interfaces, in these subnets; an imported VPC can be of any account; describing supports no resource',
  },
  benchmarks: {
    sagemaker: 'Names of jobs begin with a prefix of this stack; listing jobs supports no resource',
    s3: 'Results are below the prefix of their benchmark',
    states: 'Step Functions names the runs of this workflow',
  },
  workflowRole: {
    sagemaker: 'The names of jobs begin with the name of the benchmark',
  },
};

/** Reasons for findings about the functions. */
export const FUNCTION_REASONS = {
  publisher: {
    concurrency: 'It runs once for each model of a deployment',
    deadLetters: 'CloudFormation waits for its response, and nothing else invokes it',
  },
  registration: {
    concurrency: 'It runs a few times in a deployment',
    deadLetters: 'CloudFormation waits for its response; Lambda retries later invocations, which are in its log',
  },
  failureReport: {
    concurrency: 'It runs when the status of an endpoint changes',
    deadLetters: 'Lambda retries it; without a report, the reason is in SageMaker and in the log of the endpoint',
  },
  engines: {
    concurrency: 'It runs once for each engine of a deployment',
    deadLetters: 'CloudFormation waits for its response; Lambda retries the invocations that continue its work',
  },
  cleanup: {
    concurrency: 'It runs when an endpoint is deleted or its network changes',
    deadLetters: 'CloudFormation waits for its response; Lambda retries the invocations that continue its work',
  },
  tests: {
    concurrency: 'It runs once a minute for each endpoint, and once in a deployment',
    deadLetters:
      'CloudFormation waits for the response of a smoke test; a failed probe is a datapoint of an alarm, and the next minute sends a new request',
  },
  benchmarks: {
    concurrency: 'It runs at a deployment and at the end of a benchmark, never often',
    deadLetters: 'It is invoked synchronously, and the caller retries and reports failures',
  },
} satisfies Record<string, FunctionReasons>;
