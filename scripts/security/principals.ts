/** Whose permissions a role has. */
export interface PrincipalKind {
  /** Beginning of the logical ID of its role, or the part before the hash. */
  readonly role: RegExp;
  readonly name: string;
  readonly purpose: string;
}

/** The roles that the library creates, and the principals of its grants. The first that fits counts. */
export const PRINCIPALS: readonly PrincipalKind[] = [
  {
    role: /ExecutionRole$/,
    name: 'execution role (SageMaker)',
    purpose:
      'Read the models of this endpoint, or on a multi-model endpoint all objects under its prefix. Pull the image. Write to the log group of this endpoint. Describe the rollback alarms. Permissions for the features that you enable (data capture, core dumps, VPC, KMS key, queue of an asynchronous endpoint)',
  },
  {
    role: /SmokeTestRole$/,
    name: 'smoke test (Lambda)',
    purpose:
      'Describe and invoke this endpoint. Read its own requests, and on an asynchronous endpoint store requests and read responses. Describe its stack, and read the log of the server. Invoke itself',
  },
  {
    role: /ProbeRole$/,
    name: 'probe (Lambda)',
    purpose: 'Describe and invoke this endpoint. Read its own requests. Its metrics are lines of its log',
  },
  {
    role: /^TritonModelPublisherRole$/,
    name: 'publication of models (Lambda, one function for each stack)',
    purpose:
      "Read the CDK assets of the deployment. Read, write and delete objects under the stack's own prefix in the model bucket",
  },
  {
    role: /^TritonEnginesJobRole$/,
    name: 'engines: role of the jobs (SageMaker)',
    purpose: 'Read the sources of engines and write what the jobs build. Pull the image. Write to the log of the jobs',
  },
  {
    role: /^TritonEnginesRole$/,
    name: 'engines: builder (Lambda, one function for each stack)',
    purpose:
      'Start, describe and stop the jobs. Pass the role of the jobs to SageMaker. Store and delete engines. Invoke itself',
  },
  {
    role: /^TritonScalingRegistrationRole$/,
    name: 'scaling registration (Lambda, one function for each stack)',
    purpose:
      "Suspend scaling, deregister the scalable targets of the stack's endpoints before an update, and register them again with their policies and scheduled actions. Set instance counts. The permissions of Application Auto Scaling cannot be limited to an endpoint: see [Scalable targets](#scalable-targets)",
  },
  {
    role: /^TritonEndpointCleanupRole$/,
    name: 'cleanup (Lambda, one function for each stack)',
    purpose:
      'Describe what a deletion waits for: endpoints with their configurations and models, network interfaces, and grants of keys. Invoke itself',
  },
  {
    role: /^TritonFailureReportRole$/,
    name: 'failure report (Lambda, one function for each stack)',
    purpose:
      'Describe the stack and its endpoints. Read the logs of the endpoints. Create the log groups that store the last lines of a failed endpoint, and write to these log groups. Invoke itself',
  },
  {
    role: /^TritonPreflightRole$/,
    name: 'preflight (Lambda, one function for each stack)',
    purpose: 'Read the quotas of the account, and list and describe the endpoints that use them',
  },
  {
    role: /WorkflowScheduleRole$/,
    name: 'benchmark: schedule (EventBridge)',
    purpose: 'Start the workflow of the benchmark',
  },
  {
    role: /WorkflowRole$/,
    name: 'benchmark: workflow (Step Functions)',
    purpose:
      'Start, describe and stop its own jobs. Invoke the function that reads results. Write its own parameter and its log. Publish to your SNS topic',
  },
  {
    role: /^TritonRecommenderStartRole$/,
    name: 'benchmark: start (Lambda)',
    purpose: 'Start the workflow in a deployment, and stop it with its jobs',
  },
  {
    role: /^TritonRecommenderResultsRole$/,
    name: 'benchmark: results (Lambda)',
    purpose: 'Describe the jobs, and write their results under the prefix of the benchmark',
  },
  {
    role: /JobRole$/,
    name: 'benchmark: role of the job (SageMaker)',
    purpose:
      'Read this model and its payload. Pull the image. Create, invoke and delete resources whose names begin with the prefix of its jobs. Pass itself to SageMaker',
  },
  {
    role: /^GrantPublish$/,
    name: 'principals with `grantPublish`',
    purpose:
      'Add objects under an open prefix, without overwriting existing objects. **This includes code execution with the execution role of the endpoint**: see [Open prefixes](#open-prefixes)',
  },
  { role: /^GrantInvoke$/, name: 'principals with `grantInvoke`', purpose: 'Invoke the endpoint' },
  {
    role: /^GrantInvokeModel$/,
    name: 'principals with `grantInvokeModel`',
    purpose: 'Invoke the models that you list',
  },
  {
    role: /^GrantInvokeAsync$/,
    name: 'principals with `grantInvokeAsync`',
    purpose: 'Store requests, invoke the asynchronous endpoint, and read its responses',
  },
];

/** Roles of apps and of aws-cdk-lib, not of the library. */
const NOT_OURS = [/^VpcFlowLogIAMRole$/, /^Role$/];

/** @throws an error if a role has no principal here, which makes the page incomplete */
export function principalOf(logicalId: string): PrincipalKind | undefined {
  const id = logicalId.replace(/[0-9A-F]{8}$/, '');
  const principal = PRINCIPALS.find(({ role }) => role.test(id));
  if (principal === undefined && !NOT_OURS.some((role) => role.test(id))) {
    throw new Error(`The role ${logicalId} has no principal: add it to scripts/security/principals.ts`);
  }
  return principal;
}

/** Why `*` is the resource of an action for which the service authorization reference has resources, by principal and action. */
export const REASONS: readonly { readonly principal: RegExp; readonly action: RegExp; readonly reason: string }[] = [
  {
    principal: /./,
    action: /^cloudwatch:(PutMetricData|GetMetricData)$/,
    reason: 'Only metrics of OpenTelemetry have a resource',
  },
  {
    principal: /^engines: role of the jobs/,
    action: /^ec2:(Create|Delete)NetworkInterface(Permission)?$/,
    reason: 'SageMaker rejects a processing job in a VPC whose role limits the network interfaces',
  },
];

/** The reason of an action that has no resource, as the reference says. */
export const SUPPORTS_NONE = 'The action supports no resource';
