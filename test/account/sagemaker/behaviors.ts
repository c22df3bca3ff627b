import type { Behavior } from '../behavior';

const guide = (page: string): string => `https://docs.aws.amazon.com/sagemaker/latest/dg/${page}.html`;

export const BEHAVIORS: readonly Behavior[] = [
  {
    id: 'sagemaker.input-validated',
    description:
      'Required members, patterns, lengths, ranges and values of an input are validated before anything else.',
    evidence: 'API model',
    source: 'botocore 1.44.8, data/sagemaker/2017-07-24/service-2.json',
  },
  {
    id: 'sagemaker.names-are-unique',
    description:
      'The creation of a model, an endpoint configuration or an endpoint with an existing name is rejected: "Cannot create already existing …".',
    evidence: 'observed by others',
    source:
      'https://github.com/aws/sagemaker-python-sdk/issues/101, https://github.com/awslabs/spot-tagging-bot-for-digital-assets/issues/2',
  },
  {
    id: 'sagemaker.endpoint-names-ignore-case',
    description: 'Endpoint names are case-insensitive, except in InvokeEndpoint.',
    evidence: 'API model',
    source: 'CreateEndpointInput$EndpointName',
  },
  {
    id: 'sagemaker.streams-break-after-200',
    description:
      'InvokeEndpointWithResponseStream returns the parts of the body as the container sends them. An error after the first part ends the body with ModelStreamError, and does not count as 4XX or 5XX.',
    evidence: 'API model',
    source: 'ResponseStream, ModelStreamError',
  },
  {
    id: 'sagemaker.stream-metrics',
    description:
      'A variant whose container streams publishes FirstChunkLatency, its two components and MidStreamErrors, with the dimensions of its other invocation metrics.',
    evidence: 'assumed',
    source: `${guide('monitoring-cloudwatch')} lists the metrics for EndpointName and VariantName, ${guide('monitoring-detailed-observability-metric-mapping')} under "Bidirectional streaming". Response streams are not documented.`,
  },
  {
    id: 'sagemaker.queues-asynchronous-requests',
    description:
      'InvokeEndpointAsync returns the S3 locations of the output and of the failure. The request is queued until an instance is in service. The instance reads the request and writes the output with the execution role.',
    evidence: 'documented',
    source: `${guide('async-inference')}, ${guide('async-inference-create-endpoint-prerequisites')}; API model, InvokeEndpointAsyncOutput`,
  },
  {
    id: 'sagemaker.asynchronous-payload',
    description:
      'InvokeEndpointAsync requires either an object in S3 or a payload of at most 128,000 bytes. If the configuration has no S3FailurePath, FailureLocation is absent, and failures are not written.',
    evidence: 'API model',
    source:
      'InvokeEndpointAsyncInput$Body, AsyncInferenceOutputConfig; test/account/published-examples/asynchronous.test.ts',
  },
  {
    id: 'sagemaker.asynchronous-metrics',
    description:
      'An asynchronous endpoint publishes the metrics of its queue for the endpoint, and ModelLatency, errors and processed requests for the variant. It publishes neither Invocations, InvocationsPerInstance nor OverheadLatency.',
    evidence: 'documented',
    source: guide('async-inference-monitor'),
  },
  {
    id: 'sagemaker.backlog-without-capacity',
    description:
      'HasBacklogWithoutCapacity is 1 while requests are queued and the endpoint has no instance, and 0 otherwise. For an endpoint without instances, the backlog per instance equals the backlog.',
    evidence: 'documented',
    source: guide('async-inference-autoscale'),
  },
  {
    id: 'sagemaker.arns-are-lower-case',
    description: 'ARNs contain the names of models, configurations and endpoints in lower case.',
    evidence: 'observed by others',
    source: 'Printed ARNs: https://github.com/aws/amazon-sagemaker-examples/issues/293 (of an endpoint)',
  },
  {
    id: 'sagemaker.changes-rejected-while-in-progress',
    description:
      'UpdateEndpoint, UpdateEndpointWeightsAndCapacities and DeleteEndpoint are rejected with "Cannot update in-progress endpoint" while the endpoint is Creating, Updating, SystemUpdating, RollingBack or Deleting.',
    evidence: 'observed by others',
    source:
      'Public clients of DeleteEndpoint, UpdateEndpoint and UpdateEndpointWeightsAndCapacities handle this message (GitHub code search); SystemUpdating: API model, DescribeEndpointOutput$EndpointStatus',
  },
  {
    id: 'sagemaker.failed-endpoint-only-deleted',
    description: 'A Failed endpoint can only be deleted.',
    evidence: 'API model',
    source: 'DescribeEndpointOutput$EndpointStatus',
  },
  {
    id: 'sagemaker.create-model-reads-model-data',
    description:
      'CreateModel reads the model data with the execution role, and rejects a model whose data is missing or not accessible. The models of a multi-model container are not read.',
    evidence: 'observed by others',
    source:
      'For prefixes with uncompressed data: https://github.com/philschmid/llm-sagemaker-sample/issues/2 (not accessible), https://github.com/aws-ia/ecs-blueprints/issues/223 (missing, in CloudFormation)',
  },
  {
    id: 'sagemaker.other-registries-only-through-a-vpc',
    description:
      'CreateModel rejects an image outside ECR without the repository access mode Vpc, and this mode without VpcConfig. It invokes the function that returns the credentials with the execution role.',
    evidence: 'observed by others',
    source: `https://github.com/aws/sagemaker-python-sdk/pull/4700 for the image; ${guide('your-algorithms-containers-inference-private')} for VpcConfig and the credentials`,
  },
  {
    id: 'sagemaker.model-and-data-source-exclude-multi-model',
    description: 'ModelDataSource is rejected for multi-model containers.',
    evidence: 'API model',
    source: 'ContainerDefinition$ModelDataSource',
  },
  {
    id: 'sagemaker.prefix-ends-with-slash',
    description: 'The S3Uri of an S3Prefix ends with a slash.',
    evidence: 'API model',
    source: 'S3ModelDataSource$S3DataType',
  },
  {
    id: 'sagemaker.ambiguous-file-names-fail',
    description: 'An instance does not start if a file of the model data has the name of a folder, or an empty name.',
    evidence: 'API model',
    source: 'S3ModelDataSource$CompressionType',
  },
  {
    id: 'sagemaker.environment-at-most-32-kb',
    description: 'The environments of all containers of a model have a combined size of at most 32 KB.',
    evidence: 'API model',
    source: 'ContainerDefinition$Environment',
  },
  {
    id: 'sagemaker.one-shadow-variant',
    description: 'With a shadow variant, there is exactly one production variant and one shadow variant.',
    evidence: 'API model',
    source: 'CreateEndpointConfigInput$ShadowProductionVariants',
  },
  {
    id: 'sagemaker.managed-scaling-needs-components',
    description: 'ManagedInstanceScaling is rejected for variants with a model.',
    evidence: 'observed by others',
    source: 'https://github.com/hashicorp/terraform-provider-aws/pull/45926',
  },
  {
    id: 'sagemaker.volume-size-rejected-with-local-storage',
    description: 'VolumeSizeInGB is rejected for instance types with local storage.',
    evidence: 'observed by others',
    source:
      'https://github.com/autogluon/autogluon-cloud/pull/50 has the message, for g4dn; https://github.com/aws/sagemaker-python-sdk/pull/4828 for CreateEndpointConfig, for trn1 and the list of families without local storage',
  },
  {
    id: 'sagemaker.deletion-ignores-users',
    description: 'DeleteModel and DeleteEndpointConfig delete the entry even if an endpoint uses it.',
    evidence: 'API model',
    source: 'DeleteModel, DeleteEndpointConfig: "You must not delete an EndpointConfig in use"',
  },
  {
    id: 'sagemaker.configurations-become-visible-later',
    description: 'Requests do not find an endpoint configuration in the first 5 seconds after its creation.',
    evidence: 'assumed',
    source:
      'That CreateEndpoint may fail with this error is documented (API model, CreateEndpoint and CreateEndpointConfig: "Eventually Consistent Reads"). The duration, and whether UpdateEndpoint fails, are not documented.',
  },
  {
    id: 'sagemaker.update-needs-the-old-configuration',
    description:
      'UpdateEndpoint is rejected with "Could not find endpoint configuration" if the current configuration of the endpoint was deleted.',
    evidence: 'observed by others',
    source: 'https://github.com/hashicorp/terraform-provider-aws/issues/40048',
  },
  {
    id: 'sagemaker.scaling-needs-the-configuration',
    description: 'UpdateEndpointWeightsAndCapacities is rejected if the configuration of the endpoint was deleted.',
    evidence: 'assumed',
    source:
      'UpdateEndpoint rejects it. AWS Health reports deleted configurations as a reason why endpoints cannot be maintained.',
  },
  {
    id: 'sagemaker.each-start-reads-everything',
    description:
      'Each start of an instance (create, update, scale-out, replacement, maintenance, rollback of a rolling deployment) reads the model data, pulls the image, creates network interfaces and writes the log with the permissions that the execution role has at this time.',
    evidence: 'documented',
    source: `${guide('sagemaker-roles')} (CreateModel API: Execution Role Permissions); https://github.com/ministryofjustice/analytical-platform/issues/10195`,
  },
  {
    id: 'sagemaker.log-needs-permission',
    description:
      'Writing the log requires the permissions CreateLogStream, DescribeLogStreams and PutLogEvents. Without them, the instance starts without a log.',
    evidence: 'assumed',
    source: 'The permissions are documented in sagemaker-roles. The effect of a missing permission is not documented.',
  },
  {
    id: 'sagemaker.last-log-lines-arrive-after-the-deletion',
    description:
      'The last log lines of a container arrive up to 45 seconds after the deletion of its endpoint. If the log group was deleted before and the role has the permission, the group is created again, without retention.',
    evidence: 'observed by others',
    source: 'https://github.com/apache/airflow/pull/29581',
  },
  {
    id: 'sagemaker.utilization-needs-put-metric-data',
    description:
      'CPU, memory, disk and GPU metrics require that the execution role allows cloudwatch:PutMetricData. Without this permission, the metrics are missing without an error.',
    evidence: 'observed by others',
    source: 'https://github.com/aws-samples/host-yolov8-on-sagemaker-endpoint/issues/26',
  },
  {
    id: 'sagemaker.failed-start-fails-the-create',
    description: 'If the first fleet of an endpoint does not start, the endpoint is Failed with a FailureReason.',
    evidence: 'API model',
    source: 'DescribeEndpointOutput$EndpointStatus',
  },
  {
    id: 'sagemaker.failed-update-keeps-the-old-fleet',
    description: 'If the new fleet of an update does not start, the endpoint is InService with the old configuration.',
    evidence: 'documented',
    source: guide('deployment-guardrails-blue-green'),
  },
  {
    id: 'sagemaker.failure-reason-stays-after-a-rollback',
    description: 'After the rollback of an update, DescribeEndpoint returns the FailureReason until the next change.',
    evidence: 'assumed',
    source:
      'Both are reported: the reason remains until the next update (https://github.com/aws-controllers-k8s/sagemaker-controller/pull/7, https://github.com/hashicorp/terraform-provider-aws/issues/39099), and the reason may be empty (https://github.com/hashicorp/terraform-provider-aws/pull/49020).',
  },
  {
    id: 'sagemaker.rolling-back-while-an-update-rolls-back',
    description: 'While an update is rolled back, the status is RollingBack instead of Updating.',
    evidence: 'assumed',
    source:
      'The API model describes RollingBack for changes of weights and capacities only; endpoint events contain ROLLING_BACK.',
  },
  {
    id: 'sagemaker.retained-properties',
    description:
      'RetainAllVariantProperties keeps the current counts and weights of variants with the same name, except the properties in ExcludeRetainedVariantProperties.',
    evidence: 'API model',
    source: 'UpdateEndpointInput',
  },
  {
    id: 'sagemaker.capture-comes-from-the-configuration',
    description:
      'An update uses the data capture of the new configuration, even if the update retains variant properties.',
    evidence: 'API model',
    source: 'VariantProperty$VariantPropertyType: DataCaptureConfig is "Not currently supported" as a variant property',
  },
  {
    id: 'sagemaker.data-capture-cannot-be-excluded',
    description: 'DataCaptureConfig in ExcludeRetainedVariantProperties is rejected.',
    evidence: 'API model',
    source: 'VariantProperty$VariantPropertyType: "Not currently supported"',
  },
  {
    id: 'sagemaker.retained-deployment-config',
    description:
      'RetainDeploymentConfig uses the last deployment configuration; otherwise an update without a deployment configuration shifts all traffic in one step, without baking.',
    evidence: 'API model',
    source: 'UpdateEndpointInput$RetainDeploymentConfig, DeploymentConfig$BlueGreenUpdatePolicy',
  },
  {
    id: 'sagemaker.same-configuration-accepted',
    description: 'UpdateEndpoint with the current configuration of the endpoint is accepted and replaces the fleet.',
    evidence: 'observed by others',
    source: 'https://github.com/hashicorp/terraform-provider-aws/issues/42843',
  },
  {
    id: 'sagemaker.traffic-shifts',
    description:
      'ALL_AT_ONCE, CANARY and LINEAR shift the traffic in one, two or several steps, each with a baking period of WaitIntervalInSeconds; the old fleet is deleted TerminationWaitInSeconds later.',
    evidence: 'documented',
    source: guide('deployment-guardrails-blue-green'),
  },
  {
    id: 'sagemaker.sizes-validated-at-the-live-count',
    description:
      'A canary is at most 50 %, a linear step 10 to 50 %, a rolling batch 5 to 50 % of the instances that the variant will have, for sizes in percent and in instances.',
    evidence: 'API model',
    source: 'TrafficRoutingConfig$CanarySize, $LinearStepSize, RollingUpdatePolicy$MaximumBatchSize',
  },
  {
    id: 'sagemaker.rolling-one-variant',
    description: 'A rolling deployment of an endpoint with several variants is rejected.',
    evidence: 'documented',
    source: guide('deployment-guardrails-exclusions'),
  },
  {
    id: 'sagemaker.guarded-update-keeps-variant-names',
    description: 'An update with a deployment configuration that changes the names of production variants is rejected.',
    evidence: 'documented',
    source: guide('deployment-guardrails-exclusions'),
  },
  {
    id: 'sagemaker.guarded-update-may-change-the-shadow',
    description: 'An update with a deployment configuration can add or remove a shadow variant.',
    evidence: 'assumed',
    source: `${guide('deployment-guardrails-exclusions')} requires the same variant name, and does not mention shadow variants. If switched off, such an update is rejected.`,
  },
  {
    id: 'sagemaker.timeout-larger-than-waits',
    description:
      'MaximumExecutionTimeoutInSeconds must be larger than the sum of WaitIntervalInSeconds and TerminationWaitInSeconds. A deployment that exceeds it is rolled back.',
    evidence: 'API model',
    source: 'BlueGreenUpdatePolicy$MaximumExecutionTimeoutInSeconds',
  },
  {
    id: 'sagemaker.alarm-rolls-back',
    description:
      'If an alarm of AutoRollbackConfiguration is in ALARM during the deployment, including the start of the new fleet, all traffic shifts back to the old fleet.',
    evidence: 'documented',
    source: guide('deployment-guardrails-configuration'),
  },
  {
    id: 'sagemaker.first-alarm-check-after-a-minute',
    description:
      'SageMaker checks the alarms each minute, for the first time one minute after the start of the deployment.',
    evidence: 'assumed',
    source:
      'The interval is not documented. If switched off, SageMaker also checks the alarms immediately, when CloudWatch may not have evaluated an alarm that was just changed.',
  },
  {
    id: 'sagemaker.checks-alarms-when-a-wait-ends',
    description: 'SageMaker also checks the alarms when a baking period ends.',
    evidence: 'assumed',
    source: 'Not documented. If switched off, the last check is up to one minute before.',
  },
  {
    id: 'sagemaker.alarms-count-in-termination-wait',
    description:
      'Alarms also roll back during TerminationWaitInSeconds, which is the baking period after all traffic has shifted.',
    evidence: 'documented',
    source: `An event in ${guide('automating-sagemaker-with-eventbridge')}: "Baking for 600 seconds (TerminationWaitInSeconds)"`,
  },
  {
    id: 'sagemaker.alarms-read-as-the-role',
    description:
      'SageMaker describes the alarms with the execution role; without permission the deployment is rolled back.',
    evidence: 'documented',
    source: `${guide('deployment-guardrails-configuration')}: "Ensure that your IAM execution role has permission" (the effect of a missing permission is not documented)`,
  },
  {
    id: 'sagemaker.composite-alarms-only-when-needed',
    description:
      'SageMaker describes composite alarms, which requires the permission for all alarms, only if an alarm is not a metric alarm.',
    evidence: 'assumed',
    source: `${guide('deployment-guardrails-configuration')} requires permission "on the auto-rollback alarms you specify", which is not sufficient to describe composite alarms.`,
  },
  {
    id: 'sagemaker.update-rejected-with-missing-alarms',
    description: 'UpdateEndpoint is rejected if an alarm does not exist or the role may not describe it.',
    evidence: 'assumed',
    source: 'Not documented. If switched off, the first check of the alarms rolls back.',
  },
  {
    id: 'sagemaker.pending-variants-have-a-stage',
    description:
      'While a deployment replaces a fleet, DescribeEndpoint returns the stage of the variants: Creating, ActivatingTraffic, Baking, Deleting.',
    evidence: 'assumed',
    source: `PendingProductionVariantSummary$VariantStatus, which is not a required member; the example of an event in ${guide('automating-sagemaker-with-eventbridge')} contains it.`,
  },
  {
    id: 'sagemaker.rolling-replaces-batches',
    description:
      'A rolling deployment starts a batch, shifts its traffic, bakes, and ends the same number of old instances. Its rollback starts old instances again, in batches of RollbackMaximumBatchSize or all at the same time.',
    evidence: 'documented',
    source: guide('deployment-guardrails-rolling'),
  },
  {
    id: 'sagemaker.update-rollback-failed',
    description:
      'If the old instances of a rolling deployment do not start again, the endpoint is UpdateRollbackFailed, and both fleets serve.',
    evidence: 'API model',
    source: 'DescribeEndpointOutput$EndpointStatus',
  },
  {
    id: 'sagemaker.scaled-variants-keep-their-type',
    description:
      'UpdateEndpoint is rejected if it removes a variant that is a scalable target, or changes its instance type. A change of the model is accepted.',
    evidence: 'documented',
    source: guide('endpoint-scaling-update'),
  },
  {
    id: 'sagemaker.delete-deregisters-scalable-targets',
    description:
      'DeleteEndpoint deregisters the scalable targets of the endpoint with the permissions of the caller, and is rejected if the caller has no permission.',
    evidence: 'observed by others',
    source: 'https://github.com/awslabs/stable-diffusion-aws-extension/issues/161',
  },
  {
    id: 'sagemaker.failed-scaling-rolls-back',
    description:
      'If new instances of a change of capacities do not start, the endpoint is RollingBack and then InService with the previous counts and weights.',
    evidence: 'API model',
    source: 'DescribeEndpointOutput$EndpointStatus',
  },
  {
    id: 'sagemaker.capacity-of-one-variant',
    description:
      'UpdateEndpointWeightsAndCapacities changes the capacity of one variant, or the weights of several variants.',
    evidence: 'API model',
    source:
      'UpdateEndpointWeightsAndCapacities: "capacity of one variant"; the rejection of several variants is assumed',
  },
  {
    id: 'sagemaker.quota-counts-both-fleets',
    description: 'The quota of an instance type counts the new fleet next to the old one: ResourceLimitExceeded.',
    evidence: 'documented',
    source: `${guide('deployment-guardrails-blue-green')} (both fleets exist); the error: API model`,
  },
  {
    id: 'sagemaker.quota-of-each-pool-type',
    description:
      'CreateEndpoint and UpdateEndpoint are rejected with ResourceLimitExceeded if the quota of any type in the instance pools is too small, even if this type would not be used. It is assumed that each type requires the quota of the whole fleet.',
    evidence: 'observed by others',
    source:
      'https://developers.deepgram.com/docs/deploy-amazon-sagemaker.md, "Choose instance types" ("Quota does not fall back — capacity does"), read 2026-11-23; the page requires a quota of at least 1',
  },
  {
    id: 'sagemaker.grants-by-caller',
    description:
      'Grants of the volumes’ key are created with the permissions of the caller that creates or updates the endpoint.',
    evidence: 'assumed',
    source:
      'https://docs.aws.amazon.com/sagemaker/latest/dg/api-permissions-reference.html: kms:CreateGrant next to sagemaker:CreateEndpoint. If switched off, the execution role creates the grants: API model of CreateEndpointConfigInput.KmsKeyId, "must grant permission to the IAM role that you specify in your CreateEndpoint, UpdateEndpoint requests".',
  },
  {
    id: 'sagemaker.clean-up-with-the-role',
    description:
      'Network interfaces in a VPC and grants of a KMS key are deleted with the execution role, some minutes after their instances. They remain if the role was deleted.',
    evidence: 'API model',
    source:
      'DeleteEndpoint: "Do not delete or revoke the permissions for your ExecutionRoleArn"; minutes: https://github.com/aws-cloudformation/cloudformation-coverage-roadmap/issues/1327',
  },
  {
    id: 'sagemaker.invocation-metrics-by-fleet',
    description:
      'Invocations, errors and latencies are published with EndpointName and VariantName for both fleets of an update together, and with EndpointConfigName for each fleet.',
    evidence: 'documented',
    source: guide('deployment-guardrails-configuration'),
  },
  {
    id: 'sagemaker.no-traffic-no-metrics',
    description:
      'A minute without requests has no data points of invocations, errors and latencies. If switched off, it has zeros after the first request to the variant.',
    evidence: 'assumed',
    source: `The developer guide has described both: "SageMaker doesn't emit metrics with a value of zero", and later "if a variant's traffic becomes zero, SageMaker automatically scales in … SageMaker emits metrics with a value of zero" (${guide('endpoint-auto-scaling-edit')}, its versions in awsdocs/amazon-sagemaker-developer-guide). Variants that never received requests are not documented.`,
  },
  {
    id: 'sagemaker.concurrency-is-a-gauge',
    description:
      'ConcurrentRequestsPerModel is published every ten seconds, as 0 without requests. For a variant with instance pools, it is also published for each instance type.',
    evidence: 'observed by others',
    source:
      "AWS's notebooks in test/account/published-examples: endpoints scale in when all requests have ended, by alarms that ignore missing data; a policy names the dimension InstanceType",
  },
  {
    id: 'sagemaker.instance-pools',
    description:
      'An instance of a variant with instance pools has the available type with the highest priority, and the model of its pool. DescribeEndpoint returns the number of instances in each pool.',
    evidence: 'API model',
    source: 'InstancePool$Priority, $ModelNameOverride, InstancePoolSummary',
  },
  {
    id: 'sagemaker.multi-model-prefers-loaded-models',
    description:
      'If an instance of a multi-model variant has loaded the requested model, the request is sent to such an instance.',
    evidence: 'observed by others',
    source: "AWS's notebook in test/account/published-examples/multi-model.test.ts, with two instances",
  },
  {
    id: 'sagemaker.multi-model-reads-on-invoke',
    description:
      'A multi-model instance reads a model with the execution role at the first request for the model on this instance. If the read fails, InvokeEndpoint returns a ValidationError.',
    evidence: 'documented',
    source: guide('multi-model-endpoints'),
  },
  {
    id: 'sagemaker.shadow-receives-copies',
    description:
      'A shadow variant receives copies of requests: of the share w with the weight w up to 1, next to a production variant with the weight 1. Its responses are never returned. Its metrics are those of a production variant, with its own name.',
    evidence: 'observed by others',
    source:
      'https://github.com/aws/amazon-sagemaker-examples/blob/2d519b52/archived/shadow-console/Shadow_variant.ipynb uses the weight 0.5 for 50 % of the requests, and reads the metrics. Other weights have no source: the account divides by the weight of the production variant, and the library warns about them (sm.shadow-weight). No source states whether OverheadLatency is published.',
  },
  {
    id: 'sagemaker.passes-log-lines-unchanged',
    description:
      "A line that a container writes to its standard output is one event of the endpoint's log, with exactly this text.",
    evidence: 'assumed',
    source: `${guide('logging-cloudwatch')} documents that the standard output is sent to the log. If switched off, each line has a prefix, so CloudWatch Logs finds no embedded metrics.`,
  },
];
