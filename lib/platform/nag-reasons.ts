/*
 * Why what cdk-nag's packs miss of the library's constructs is as it is: all reasons that the library gives.
 */

/** What rule packs miss of a function. */
export interface FunctionReasons {
  /** What its log holds. */
  readonly log: string;
  /** Why no concurrency is reserved. */
  readonly concurrency: string;
  /** Why there is no dead-letter queue. */
  readonly deadLetters: string;
}

/** What rule packs miss of a bucket. */
export interface BucketReasons {
  readonly logging: string;
  readonly replication: string;
  /** Absent where the bucket is versioned. */
  readonly versioning?: string;
  readonly encryption: string;
}

const ENDPOINT_LOG = "The log group is the endpoint's own; SageMaker names its streams";
const TEST_LOG = 'holds no payloads unless they are asked for';

/** By the rules of the packs for NIST, HIPAA and PCI. */
export const RULES = {
  alarms: {
    CloudWatchAlarmAction:
      'Symptoms act through the composite alarm, and deployments roll back on some; whom to tell is for the actions that are given',
  },
  endpointLog: {
    CloudWatchLogGroupEncrypted:
      'CloudWatch Logs encrypts it with its own key; with encryptionKey another can be given',
  },
  volumes: {
    SageMakerEndpointConfigurationKMSKeyConfigured:
      'SageMaker refuses a key for instance types with local NVMe disks, which the hardware encrypts; for others encryptionKey can be given',
  },
  executionRole: {
    IAMNoInlinePolicy:
      'The policy belongs to this role alone; a change replaces it, so that the old fleet keeps its permissions during an update',
  },
  benchmarkRole: {
    IAMNoInlinePolicy: 'The permissions belong to this role alone, and are there as soon as it is',
  },
  engineJobRole: {
    IAMNoInlinePolicy: 'The policy belongs to this role alone and goes with it',
  },
  workflowLog: {
    CloudWatchLogGroupEncrypted:
      'It holds names of jobs and what they measured; CloudWatch Logs encrypts it with its own key',
  },
};

/** By the rules of cdk-nag's own pack. */
export const OWN_RULES = {
  workflowRole: {
    id: 'AwsSolutions-IAM5[Resource::*]',
    reason: 'The state machine may deliver its log, which supports no resource',
  },
  stateMachine: {
    id: 'AwsSolutions-SF2',
    reason: 'A run takes minutes to hours and calls a handful of services; its log has every step',
  },
};

/** Why policies name resources with wildcards, by service. */
export const WILDCARDS = {
  executionRole: {
    ec2: 'The network interfaces are made later, and the other actions support no resource; conditions narrow them',
    ecr: 'The action supports no resource',
    cloudwatch:
      'Publishing supports no resource, and a condition limits it to the namespaces of SageMaker; each endpoint configuration has rollback alarms of its own, whose names begin with the name of the endpoint',
    logs: ENDPOINT_LOG,
    s3: 'Only objects below prefixes of this endpoint',
    ssmmessages: 'The actions support no resource',
  },
  publisher: {
    s3: "Objects of the deployment's assets and below the stack's own prefix, whose names are hashes of files yet unknown",
  },
  registration: {
    'application-autoscaling':
      'The service gives targets ids that nobody knows beforehand; conditions narrow them to variants of SageMaker',
    sagemaker: 'CloudFormation names the configurations; the action only reads',
    cloudwatch:
      'Application Auto Scaling names the alarms and tries the permissions for them; it alone may change them for the function, and describing only reads',
  },
  failureReport: {
    logs: "The log groups are the endpoint's own and the one that its last lines are kept in; their streams have names that nobody knows beforehand",
  },
  engines: {
    s3: 'Engines are below a prefix of their own, and their names are hashes; the assets are named by hashes, too',
    sagemaker: 'Names of the jobs begin alike, and end with hashes of engines yet unknown',
  },
  engineJobRole: {
    s3: 'Sources and builds of engines, whose names are hashes',
    ecr: 'The action supports no resource',
    logs: 'SageMaker names the streams of its jobs',
    cloudwatch: 'The action supports no resource; a condition limits it to the namespaces of SageMaker',
    ec2: 'SageMaker makes the interfaces, in these subnets; describing supports no resource',
  },
  cleanup: {
    ec2: 'The action supports no resource; a condition narrows it to the region',
    sagemaker: 'CloudFormation names the configurations; the action only reads',
  },
  preflight: {
    servicequotas: 'The actions support no resource, and only read',
    sagemaker: 'All endpoints of the account use its quotas; listing supports no resource, and the actions only read',
  },
  tests: {
    logs: ENDPOINT_LOG,
    s3: 'Requests and answers of this endpoint; SageMaker names the answers',
    cloudwatch: 'The action supports no resource',
  },
  jobRole: {
    s3: 'Names of archives are hashes, of which the beginning is enough',
    sagemaker: 'Names of tests and packages begin with those of the jobs',
    cloudwatch: 'The actions support no resource',
    ecr: 'The action supports no resource',
    logs: 'SageMaker names the streams, and the groups of the endpoints that it tests',
    ec2: 'SageMaker makes the interfaces, in these subnets; describing supports no resource',
  },
  benchmarks: {
    sagemaker: 'Names of jobs begin with what this stack gives them; listing jobs supports no resource',
    s3: 'Results lie below the prefix of their benchmark',
    states: 'Step Functions names the runs of this workflow',
  },
  workflowRole: {
    sagemaker: 'The names of jobs begin with the name of the benchmark',
  },
};

export const FUNCTIONS = {
  publisher: {
    log: 'names files of models',
    concurrency: 'It runs once for each model of a deployment',
    deadLetters: 'CloudFormation waits for its answer, and nobody else calls it',
  },
  registration: {
    log: 'names endpoints, variants and instance types',
    concurrency: 'It runs a few times in a deployment',
    deadLetters: 'CloudFormation waits for its answer; what runs later is repeated by Lambda and is seen in its log',
  },
  failureReport: {
    log: 'names endpoints and why they failed, with single lines of their containers',
    concurrency: 'It runs once for each endpoint of a deployment',
    deadLetters: 'CloudFormation waits for its answer; without one, the deployment goes on without it',
  },
  engines: {
    log: 'names engines and the jobs that build them',
    concurrency: 'It runs once for each engine of a deployment',
    deadLetters: 'CloudFormation waits for its answer; what goes on in another invocation is repeated by Lambda',
  },
  cleanup: {
    log: 'names endpoints and network interfaces',
    concurrency: 'It runs when an endpoint is deleted or its network changes',
    deadLetters: 'CloudFormation waits for its answer; what goes on in another invocation is repeated by Lambda',
  },
  preflight: {
    log: 'names endpoints, quotas and instance types',
    concurrency: 'It runs once in a deployment',
    deadLetters: 'CloudFormation waits for its response, and nothing else invokes it',
  },
  smokeTest: {
    log: TEST_LOG,
    concurrency: 'It runs once in a deployment',
    deadLetters: 'CloudFormation waits for its answer, and nobody else calls it',
  },
  probe: {
    log: TEST_LOG,
    concurrency: 'It runs once a minute',
    deadLetters: 'A request that fails is an alarm, and the next minute asks again',
  },
  benchmarks: {
    log: 'names jobs and what they measured',
    concurrency: 'It runs at a deployment and at the end of a benchmark, never often',
    deadLetters: 'It is invoked synchronously, and whoever invokes it repeats and reports failures',
  },
} satisfies Record<string, FunctionReasons>;

export const BUCKETS = {
  models: {
    logging:
      'Only the publisher writes and only SageMaker reads here; with modelBucket a bucket with access logs can be given',
    replication: 'The objects are copies of deployment assets, which a deployment can make again anywhere',
    versioning: 'Prefixes are named after their content and never change',
    encryption: 'Encrypted with keys of S3; with modelBucket a bucket with a KMS key can be given',
  },
  capture: {
    logging: 'Only SageMaker writes here; with dataCapture.bucket a bucket with access logs can be given',
    replication: 'Captured requests are samples for analysis; with dataCapture.bucket a replicated bucket can be given',
    versioning: 'SageMaker writes each object once, under a name of its own',
    encryption: 'Encrypted with keys of S3; dataCapture.encryptionKey gives it a KMS key',
  },
  coreDumps: {
    logging: 'Only SageMaker writes here; with coreDumps.bucket a bucket with access logs can be given',
    replication: 'Core dumps are for debugging; with coreDumps.bucket a replicated bucket can be given',
    versioning: 'SageMaker writes each core dump once',
    encryption: 'Encrypted with keys of S3; coreDumps.encryptionKey gives it a KMS key',
  },
  asynchronous: {
    logging:
      'Only callers of the endpoint and SageMaker come here; with inputBucket and outputBucket buckets with access logs can be given',
    replication:
      'Requests and answers are on their way between callers and the endpoint; with outputBucket a replicated bucket can be given',
    versioning: 'SageMaker writes each answer once, under a name of its own',
    encryption: 'Encrypted with keys of S3; outputEncryptionKey gives it a KMS key',
  },
  results: {
    logging: 'Only the results function writes here; with resultsBucket a bucket with access logs can be given',
    replication: 'Benchmarks can be repeated; with resultsBucket a replicated bucket can be given',
    encryption: 'Encrypted with keys of S3; with resultsBucket a bucket with a KMS key can be given',
  },
} satisfies Record<string, BucketReasons>;
