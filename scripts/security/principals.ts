/** A kind of principal, by the name of its role. */
export interface PrincipalKind {
  /** A pattern for the logical ID of the role without its hash. */
  readonly role: RegExp;
  readonly name: string;
  readonly purpose: string;
}

/** The roles that the library creates, and the roles that receive its grants. The first entry that matches a role is used. */
export const PRINCIPALS: readonly PrincipalKind[] = [
  {
    role: /ExecutionRole$/,
    name: 'execution role (SageMaker)',
    purpose:
      'Read the models of this endpoint, or on a multi-model endpoint all objects under its prefix. Pull the image. Write to the log group of this endpoint. Describe the rollback alarms. Permissions for the features that you enable (data capture, VPC, KMS key, queue of an asynchronous endpoint)',
  },
  {
    role: /^TritonTestsRole$/,
    name: 'smoke tests and probes (Lambda)',
    purpose:
      "Describe and invoke the endpoints of the stack. Read the requests of the tests, and for an asynchronous endpoint store requests and read responses. Describe its stack. Invoke itself. The probes' metrics are lines of its log",
  },
  {
    role: /^TritonModelPublisherRole$/,
    name: 'publication of models (Lambda)',
    purpose:
      "Read the CDK assets of the deployment, and decrypt them through S3. Read, write and delete objects under the stack's own prefix in the model bucket",
  },
  {
    role: /^TritonEnginesJobRole$/,
    name: 'engines: role of the jobs (SageMaker)',
    purpose: 'Read the sources of engines and write what the jobs build. Pull the image. Write to the log of the jobs',
  },
  {
    role: /^TritonEnginesRole$/,
    name: 'engines: builder (Lambda)',
    purpose:
      'Start, describe and stop the jobs. Pass the role of the jobs to SageMaker. Store and delete engines. Invoke itself',
  },
  {
    role: /^TritonScalingRegistrationRole$/,
    name: 'scaling registration (Lambda)',
    purpose:
      "Deregister scalable targets of the stack's endpoints before an update, and register them again with their policies, scheduled actions and tags. Set instance counts. The permissions of Application Auto Scaling cannot be limited to an endpoint: see [Scalable targets](#scalable-targets)",
  },
  {
    role: /^TritonEndpointCleanupRole$/,
    name: 'cleanup (Lambda)',
    purpose:
      'Describe what a deletion waits for: endpoints with their configurations and models, network interfaces, and grants of keys. Invoke itself',
  },
  {
    role: /^TritonFailureReportRole$/,
    name: 'failure report (Lambda)',
    purpose:
      'Describe the stack and its endpoints. Read the logs of the endpoints. Create the log groups that store the last lines of a failed endpoint, write to these log groups, and read what is already there',
  },
  {
    role: /WorkflowRole$/,
    name: 'benchmark: workflow (Step Functions)',
    purpose: 'Start, describe and stop its own jobs. Invoke the function that reads results. Write its log',
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

/** Roles that are not created by the library but by the test apps and aws-cdk-lib. */
const FOREIGN_ROLES = [/^VpcFlowLogIAMRole$/, /^Role$/];

/**
 * Finds the principal that a role belongs to; undefined for roles that the test apps and aws-cdk-lib create.
 *
 * @throws if any other role has no principal, because the page would be incomplete
 */
export function principalOf(logicalId: string): PrincipalKind | undefined {
  const id = logicalId.replace(/[0-9A-F]{8}$/, '');
  const principal = PRINCIPALS.find(({ role }) => role.test(id));
  if (principal === undefined && !FOREIGN_ROLES.some((role) => role.test(id))) {
    throw new Error(`The role ${logicalId} has no principal: add it to scripts/security/principals.ts`);
  }
  return principal;
}

/** The reasons for the resource `*` of actions that support resources, by principal and action. */
export const REASONS: readonly { readonly principal: RegExp; readonly action: RegExp; readonly reason: string }[] = [
  {
    principal: /./,
    action: /^cloudwatch:(PutMetricData|GetMetricData)$/,
    reason: 'Only metrics of OpenTelemetry have a resource',
  },
];

/** The reason for an action that supports no resources according to the service authorization reference. */
export const SUPPORTS_NONE = 'The action supports no resource';
