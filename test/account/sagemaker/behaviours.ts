import type { Behaviour } from '../behaviour';

const guide = (page: string): string => `https://docs.aws.amazon.com/sagemaker/latest/dg/${page}.html`;

export const BEHAVIOURS: readonly Behaviour[] = [
  {
    id: 'sagemaker.input-validated',
    does: 'Required members, patterns, lengths, ranges and values of an input are judged before anything else.',
    evidence: 'API model',
    source: 'botocore 1.44.5, data/sagemaker/2017-07-24/service-2.json',
  },
  {
    id: 'sagemaker.names-are-unique',
    does: 'A model, an endpoint configuration or an endpoint of a name that exists is refused: "Cannot create already existing …".',
    evidence: 'observed by others',
    source:
      'https://github.com/aws/sagemaker-python-sdk/issues/101, https://github.com/awslabs/spot-tagging-bot-for-digital-assets/issues/2',
  },
  {
    id: 'sagemaker.endpoint-names-ignore-case',
    does: 'Endpoint names are compared without case, but InvokeEndpoint needs the case of CreateEndpoint.',
    evidence: 'API model',
    source: 'CreateEndpointInput$EndpointName',
  },
  {
    id: 'sagemaker.streams-break-after-200',
    does: 'InvokeEndpointWithResponseStream responds with the parts of the body as they come. What fails after the first part ends the body with ModelStreamError, and is no 4XX or 5XX.',
    evidence: 'API model',
    source: 'ResponseStream, ModelStreamError',
  },
  {
    id: 'sagemaker.stream-metrics',
    does: 'A variant whose container streams publishes FirstChunkLatency, its two shares and MidStreamErrors, with the dimensions of its other metrics of requests.',
    evidence: 'assumed',
    source: `${guide('monitoring-cloudwatch')} has the metrics for EndpointName and VariantName, ${guide('monitoring-detailed-observability-metric-mapping')} under "Bidirectional streaming"; for response streams nobody wrote it down.`,
  },
  {
    id: 'sagemaker.queues-asynchronous-requests',
    does: 'InvokeEndpointAsync answers with the addresses of the answer and of the failure, and the request waits until there is an instance; an instance reads the request and writes the answer with the execution role.',
    evidence: 'documented',
    source: `${guide('async-inference')}, ${guide('async-inference-create-endpoint-prerequisites')}; API model, InvokeEndpointAsyncOutput`,
  },
  {
    id: 'sagemaker.asynchronous-payload',
    does: 'InvokeEndpointAsync has an object in S3 or a payload of at most 128,000 bytes, and not both. FailureLocation is absent, and nothing is written of a failure, if the configuration has no S3FailurePath.',
    evidence: 'API model',
    source:
      'InvokeEndpointAsyncInput$Body, AsyncInferenceOutputConfig; test/account/published-examples/asynchronous.test.ts',
  },
  {
    id: 'sagemaker.asynchronous-metrics',
    does: 'An asynchronous endpoint publishes its queue for the endpoint alone, ModelLatency, errors and what was processed for the variant, and neither Invocations, InvocationsPerInstance nor OverheadLatency.',
    evidence: 'documented',
    source: guide('async-inference-monitor'),
  },
  {
    id: 'sagemaker.backlog-without-capacity',
    does: 'HasBacklogWithoutCapacity is 1 while requests wait and the endpoint has no instance, and 0 otherwise; the backlog per instance of an endpoint without instances is the backlog.',
    evidence: 'documented',
    source: guide('async-inference-autoscale'),
  },
  {
    id: 'sagemaker.arns-are-lower-case',
    does: 'ARNs have the names of models, configurations and endpoints in lower case.',
    evidence: 'observed by others',
    source:
      'The ARNs that others printed: https://github.com/aws/amazon-sagemaker-examples/issues/293 (of an endpoint)',
  },
  {
    id: 'sagemaker.changes-refused-while-in-progress',
    does: 'UpdateEndpoint, UpdateEndpointWeightsAndCapacities and DeleteEndpoint are refused with "Cannot update in-progress endpoint" while the endpoint is Creating, Updating, SystemUpdating, RollingBack or Deleting.',
    evidence: 'observed by others',
    source:
      'Public clients of DeleteEndpoint, UpdateEndpoint and UpdateEndpointWeightsAndCapacities handle exactly this message (GitHub code search); SystemUpdating: API model, DescribeEndpointOutput$EndpointStatus',
  },
  {
    id: 'sagemaker.failed-endpoint-only-deleted',
    does: 'A Failed endpoint can only be deleted.',
    evidence: 'API model',
    source: 'DescribeEndpointOutput$EndpointStatus',
  },
  {
    id: 'sagemaker.create-model-reads-model-data',
    does: 'CreateModel reads the model data with the execution role, and refuses a model whose data is missing or forbidden. Models of a multi-model container are not read.',
    evidence: 'observed by others',
    source:
      'Of prefixes with uncompressed data: https://github.com/philschmid/llm-sagemaker-sample/issues/2 (forbidden), https://github.com/aws-ia/ecs-blueprints/issues/223 (missing, in CloudFormation)',
  },
  {
    id: 'sagemaker.other-registries-only-through-a-vpc',
    does: 'CreateModel refuses an image outside of ECR without the repository access mode Vpc, and that mode without VpcConfig; it calls the function that returns the credentials with the execution role.',
    evidence: 'observed by others',
    source: `https://github.com/aws/sagemaker-python-sdk/pull/4700 for the first; ${guide('your-algorithms-containers-inference-private')} for the others`,
  },
  {
    id: 'sagemaker.model-and-data-source-exclude-multi-model',
    does: 'ModelDataSource is refused for multi-model containers.',
    evidence: 'API model',
    source: 'ContainerDefinition$ModelDataSource',
  },
  {
    id: 'sagemaker.prefix-ends-with-slash',
    does: 'The S3Uri of an S3Prefix ends with a slash.',
    evidence: 'API model',
    source: 'S3ModelDataSource$S3DataType',
  },
  {
    id: 'sagemaker.ambiguous-file-names-fail',
    does: 'Model data with the name of a file that is a folder, too, or with an empty name does not start.',
    evidence: 'API model',
    source: 'S3ModelDataSource$CompressionType',
  },
  {
    id: 'sagemaker.environment-at-most-32-kb',
    does: 'The environments of all containers of a model have at most 32 KB together.',
    evidence: 'API model',
    source: 'ContainerDefinition$Environment',
  },
  {
    id: 'sagemaker.one-shadow-variant',
    does: 'With a shadow variant, there is exactly one production variant and one shadow variant.',
    evidence: 'API model',
    source: 'CreateEndpointConfigInput$ShadowProductionVariants',
  },
  {
    id: 'sagemaker.managed-scaling-needs-components',
    does: 'ManagedInstanceScaling is refused for variants with a model.',
    evidence: 'observed by others',
    source: 'https://github.com/hashicorp/terraform-provider-aws/pull/45926',
  },
  {
    id: 'sagemaker.volume-size-refused-with-local-storage',
    does: 'VolumeSizeInGB is refused for instance types with local storage.',
    evidence: 'observed by others',
    source:
      'https://github.com/autogluon/autogluon-cloud/pull/50 has the sentence, of g4dn; https://github.com/aws/sagemaker-python-sdk/pull/4828 for CreateEndpointConfig, of trn1 and the list of families without',
  },
  {
    id: 'sagemaker.deleting-does-not-look-at-users',
    does: 'DeleteModel and DeleteEndpointConfig delete the entry alone, whoever uses it.',
    evidence: 'API model',
    source: 'DeleteModel, DeleteEndpointConfig: "You must not delete an EndpointConfig in use"',
  },
  {
    id: 'sagemaker.configurations-are-known-late',
    does: 'Requests do not find an endpoint configuration in the first 5 seconds after its creation.',
    evidence: 'assumed',
    source:
      'That CreateEndpoint may fail so is documented (API model, CreateEndpoint and CreateEndpointConfig: "Eventually Consistent Reads"); how long, and whether UpdateEndpoint does, is not.',
  },
  {
    id: 'sagemaker.update-needs-the-old-configuration',
    does: 'UpdateEndpoint is refused with "Could not find endpoint configuration" if the configuration that the endpoint has now was deleted.',
    evidence: 'observed by others',
    source: 'https://github.com/hashicorp/terraform-provider-aws/issues/40048',
  },
  {
    id: 'sagemaker.scaling-needs-the-configuration',
    does: 'UpdateEndpointWeightsAndCapacities is refused if the configuration of the endpoint was deleted.',
    evidence: 'assumed',
    source:
      'As UpdateEndpoint. AWS Health reports deleted configurations as a reason why endpoints cannot be maintained.',
  },
  {
    id: 'sagemaker.start-reads-everything-anew',
    does: 'Each start of an instance (create, update, scale-out, replacement, maintenance, rollback of a rolling deployment) reads the model data, pulls the image, makes interfaces and writes the log with the execution role as it is then.',
    evidence: 'documented',
    source: `${guide('sagemaker-roles')} (CreateModel API: Execution Role Permissions); https://github.com/ministryofjustice/analytical-platform/issues/10195`,
  },
  {
    id: 'sagemaker.log-needs-permission',
    does: 'The log needs CreateLogStream, DescribeLogStreams and PutLogEvents of the role. Without them the instance starts, without a log.',
    evidence: 'assumed',
    source: 'The permissions are documented in sagemaker-roles; what happens without is not.',
  },
  {
    id: 'sagemaker.log-agent-makes-the-group-first',
    does: 'What sends the lines of a container requests CreateLogGroup before anything else, also if the group exists. If the request is denied, nothing is sent.',
    evidence: 'assumed',
    source: `${guide('sagemaker-roles')} has logs:CreateLogGroup among the permissions of CreateModel; a production role grants it since "SM tries to create the log group even if it exists", for jobs (DIAGNijmegen/terraform-aws-grand-challenge-components, sagemaker.tf). Two agents of AWS sent nothing when it was denied: https://github.com/widdix/aws-cf-templates/pull/308, https://github.com/aws/amazon-cloudwatch-agent/pull/85. For endpoints nobody wrote it down.`,
  },
  {
    id: 'sagemaker.last-lines-arrive-after-the-endpoint',
    does: 'The last lines of a container arrive up to seconds after its endpoint was deleted. If the log group is gone by then and the role may, the group is made again, without retention.',
    evidence: 'observed by others',
    source: 'https://github.com/apache/airflow/pull/29581',
  },
  {
    id: 'sagemaker.utilization-needs-put-metric-data',
    does: 'CPU, memory, disk and GPU metrics need cloudwatch:PutMetricData of the execution role, and are silently missing without.',
    evidence: 'observed by others',
    source: 'https://github.com/aws-samples/host-yolov8-on-sagemaker-endpoint/issues/26',
  },
  {
    id: 'sagemaker.failed-start-fails-the-create',
    does: 'An endpoint whose first fleet does not start is Failed with a FailureReason.',
    evidence: 'API model',
    source: 'DescribeEndpointOutput$EndpointStatus',
  },
  {
    id: 'sagemaker.failed-update-keeps-the-old-fleet',
    does: 'If the new fleet of an update does not start, the endpoint is InService with the old configuration.',
    evidence: 'documented',
    source: guide('deployment-guardrails-blue-green'),
  },
  {
    id: 'sagemaker.failure-reason-stays-after-a-rollback',
    does: 'After an update that was rolled back, DescribeEndpoint has its FailureReason until the next change.',
    evidence: 'assumed',
    source:
      'Others saw both: it is there until the next update (https://github.com/aws-controllers-k8s/sagemaker-controller/pull/7, https://github.com/hashicorp/terraform-provider-aws/issues/39099), and it may be empty (https://github.com/hashicorp/terraform-provider-aws/pull/49020).',
  },
  {
    id: 'sagemaker.rolling-back-while-an-update-rolls-back',
    does: 'The status is RollingBack while an update is rolled back, rather than Updating.',
    evidence: 'assumed',
    source:
      'The API model describes RollingBack for changes of weights and capacities only; endpoint events have ROLLING_BACK.',
  },
  {
    id: 'sagemaker.retained-properties',
    does: 'RetainAllVariantProperties keeps live counts and weights of variants of the same name, except those that ExcludeRetainedVariantProperties lists, for all variants.',
    evidence: 'API model',
    source: 'UpdateEndpointInput',
  },
  {
    id: 'sagemaker.capture-is-of-the-configuration',
    does: 'The data capture of an update is that of the new configuration, whether or not the update retains variant properties.',
    evidence: 'assumed',
    source:
      'VariantProperty$VariantPropertyType has DataCaptureConfig, "Not currently supported", among what can be retained: nothing is retained then, or it cannot be overridden. Else RetainAllVariantProperties keeps the data capture of the live fleet.',
  },
  {
    id: 'sagemaker.data-capture-cannot-be-excluded',
    does: 'DataCaptureConfig in ExcludeRetainedVariantProperties is refused.',
    evidence: 'API model',
    source: 'VariantProperty$VariantPropertyType: "Not currently supported"',
  },
  {
    id: 'sagemaker.retained-deployment-config',
    does: 'RetainDeploymentConfig uses the last deployment configuration; otherwise an update without one is all at once, without baking.',
    evidence: 'API model',
    source: 'UpdateEndpointInput$RetainDeploymentConfig, DeploymentConfig$BlueGreenUpdatePolicy',
  },
  {
    id: 'sagemaker.same-configuration-accepted',
    does: 'UpdateEndpoint with the configuration that the endpoint has already is accepted and replaces the fleet.',
    evidence: 'observed by others',
    source: 'https://github.com/hashicorp/terraform-provider-aws/issues/42843',
  },
  {
    id: 'sagemaker.traffic-shifts',
    does: 'ALL_AT_ONCE, CANARY and LINEAR shift the traffic in one, two or several steps, each with a baking period of WaitIntervalInSeconds; the old fleet goes TerminationWaitInSeconds later.',
    evidence: 'documented',
    source: guide('deployment-guardrails-blue-green'),
  },
  {
    id: 'sagemaker.sizes-judged-at-the-live-count',
    does: 'A canary is at most 50 %, a linear step 10 to 50 %, a rolling batch 5 to 50 % of the instances that the variant will have, whether given in percent or in instances.',
    evidence: 'API model',
    source: 'TrafficRoutingConfig$CanarySize, $LinearStepSize, RollingUpdatePolicy$MaximumBatchSize',
  },
  {
    id: 'sagemaker.rolling-one-variant',
    does: 'A rolling deployment of an endpoint with several variants is refused.',
    evidence: 'documented',
    source: guide('deployment-guardrails-exclusions'),
  },
  {
    id: 'sagemaker.guarded-update-keeps-variant-names',
    does: 'An update with a deployment configuration that changes the set of variant names is refused.',
    evidence: 'documented',
    source: guide('deployment-guardrails-exclusions'),
  },
  {
    id: 'sagemaker.timeout-larger-than-waits',
    does: 'MaximumExecutionTimeoutInSeconds must be larger than WaitIntervalInSeconds and TerminationWaitInSeconds together, and a deployment that exceeds it is rolled back.',
    evidence: 'API model',
    source: 'BlueGreenUpdatePolicy$MaximumExecutionTimeoutInSeconds',
  },
  {
    id: 'sagemaker.alarm-rolls-back',
    does: 'An alarm of AutoRollbackConfiguration in ALARM during the deployment, the start of the new fleet included, sends all traffic back to the old fleet.',
    evidence: 'documented',
    source: guide('deployment-guardrails-configuration'),
  },
  {
    id: 'sagemaker.first-look-at-alarms-after-a-minute',
    does: 'SageMaker looks at the alarms each minute, for the first time one minute after the deployment has begun.',
    evidence: 'assumed',
    source:
      'How often it looks is not documented. Else it looks at once, when CloudWatch may not have evaluated an alarm that was just changed.',
  },
  {
    id: 'sagemaker.looks-at-alarms-when-a-wait-ends',
    does: 'SageMaker looks at the alarms once more when a baking period ends.',
    evidence: 'assumed',
    source: 'Not documented. Else its last look is up to a minute before.',
  },
  {
    id: 'sagemaker.alarms-count-in-termination-wait',
    does: 'Alarms still roll back while the old fleet waits for its termination: this is the baking period after all traffic has shifted.',
    evidence: 'documented',
    source: `An event in ${guide('automating-sagemaker-with-eventbridge')}: "Baking for 600 seconds (TerminationWaitInSeconds)"`,
  },
  {
    id: 'sagemaker.alarms-read-as-the-role',
    does: 'SageMaker describes the alarms with the execution role; without permission the deployment is rolled back.',
    evidence: 'documented',
    source: `${guide('deployment-guardrails-configuration')}: "Ensure that your IAM execution role has permission" (what happens without is not written)`,
  },
  {
    id: 'sagemaker.composite-alarms-only-when-needed',
    does: 'SageMaker asks for composite alarms, which needs the permission for all alarms, only when an alarm is no metric alarm.',
    evidence: 'assumed',
    source: `${guide('deployment-guardrails-configuration')} asks for permission "on the auto-rollback alarms you specify", which is not enough to ask for composite alarms.`,
  },
  {
    id: 'sagemaker.update-refused-with-missing-alarms',
    does: 'UpdateEndpoint is refused if an alarm does not exist or may not be described.',
    evidence: 'assumed',
    source: 'Not documented; the alternative is a rollback at the first look.',
  },
  {
    id: 'sagemaker.pending-variants-have-a-stage',
    does: 'While a deployment replaces a fleet, DescribeEndpoint has its stage: Creating, ActivatingTraffic, Baking, Deleting.',
    evidence: 'assumed',
    source: `PendingProductionVariantSummary$VariantStatus, which is not required; the example of an event in ${guide('automating-sagemaker-with-eventbridge')} has it.`,
  },
  {
    id: 'sagemaker.rolling-replaces-batches',
    does: 'A rolling deployment starts a batch, shifts its traffic, bakes, and ends as many old instances; its rollback starts old instances again, RollbackMaximumBatchSize or all at once.',
    evidence: 'documented',
    source: guide('deployment-guardrails-rolling'),
  },
  {
    id: 'sagemaker.update-rollback-failed',
    does: 'If the old instances of a rolling deployment do not start again, the endpoint is UpdateRollbackFailed and serves with both.',
    evidence: 'API model',
    source: 'DescribeEndpointOutput$EndpointStatus',
  },
  {
    id: 'sagemaker.scaled-variants-keep-their-type',
    does: 'UpdateEndpoint is refused if it removes a variant that is a scalable target, or changes its instance type. Another model is accepted.',
    evidence: 'documented',
    source: guide('endpoint-scaling-update'),
  },
  {
    id: 'sagemaker.delete-deregisters-scalable-targets',
    does: 'DeleteEndpoint deregisters scalable targets of the endpoint as its caller, and is refused if the caller may not.',
    evidence: 'observed by others',
    source: 'https://github.com/awslabs/stable-diffusion-aws-extension/issues/161',
  },
  {
    id: 'sagemaker.failed-scaling-rolls-back',
    does: 'If new instances of a change of capacities do not start, the endpoint is RollingBack and then InService with the counts and weights from before.',
    evidence: 'API model',
    source: 'DescribeEndpointOutput$EndpointStatus',
  },
  {
    id: 'sagemaker.capacity-of-one-variant',
    does: 'UpdateEndpointWeightsAndCapacities changes the capacity of one variant, or weights of several.',
    evidence: 'API model',
    source: 'UpdateEndpointWeightsAndCapacities: "capacity of one variant"; that more is refused is assumed',
  },
  {
    id: 'sagemaker.quota-counts-both-fleets',
    does: 'The quota of an instance type counts the new fleet next to the old one: ResourceLimitExceeded.',
    evidence: 'documented',
    source: `${guide('deployment-guardrails-blue-green')} (both fleets are there); the error: API model`,
  },
  {
    id: 'sagemaker.quota-of-each-pool-type',
    does: 'CreateEndpoint and UpdateEndpoint are refused with ResourceLimitExceeded if the quota of any type of instance pools is too small, whichever type would be used. That each type needs the quota of the whole fleet is assumed.',
    evidence: 'observed by others',
    source:
      'https://developers.deepgram.com/docs/deploy-amazon-sagemaker.md, "Choose instance types" ("Quota does not fall back — capacity does"), read 2026-11-23; it says a quota of at least 1',
  },
  {
    id: 'sagemaker.grants-by-caller',
    does: 'Grants of the key of the volumes are made with the permission of who creates or updates the endpoint.',
    evidence: 'assumed',
    source:
      'https://docs.aws.amazon.com/sagemaker/latest/dg/api-permissions-reference.html: kms:CreateGrant beside sagemaker:CreateEndpoint. Else with the execution role: API model of CreateEndpointConfigInput.KmsKeyId, "must grant permission to the IAM role that you specify in your CreateEndpoint, UpdateEndpoint requests".',
  },
  {
    id: 'sagemaker.clean-up-with-the-role',
    does: 'Interfaces in a VPC and grants of a KMS key go some minutes after their instances, with the execution role. They stay if the role is gone.',
    evidence: 'API model',
    source:
      'DeleteEndpoint: "Do not delete or revoke the permissions for your ExecutionRoleArn"; minutes: https://github.com/aws-cloudformation/cloudformation-coverage-roadmap/issues/1327',
  },
  {
    id: 'sagemaker.invocation-metrics-by-fleet',
    does: 'Invocations, errors and latencies are published for EndpointName and VariantName, where both fleets of an update count, and with EndpointConfigName for each fleet.',
    evidence: 'documented',
    source: guide('deployment-guardrails-configuration'),
  },
  {
    id: 'sagemaker.no-traffic-no-metrics',
    does: 'A minute without requests has no data points of invocations, errors and latencies. Else it has zeros, once the variant has had requests.',
    evidence: 'assumed',
    source: `The developer guide has said both: "SageMaker doesn't emit metrics with a value of zero", and later "if a variant's traffic becomes zero, SageMaker automatically scales in … SageMaker emits metrics with a value of zero" (${guide('endpoint-auto-scaling-edit')}, its versions in awsdocs/amazon-sagemaker-developer-guide). Of a variant that never had requests it says nothing.`,
  },
  {
    id: 'sagemaker.concurrency-is-a-gauge',
    does: 'ConcurrentRequestsPerModel is published every ten seconds, without requests as 0, and of a variant with instance pools for each of their types as well.',
    evidence: 'observed by others',
    source:
      "AWS's notebooks in test/account/published-examples: endpoints scale in when all requests have ended, by alarms that ignore missing data; a policy names the dimension InstanceType",
  },
  {
    id: 'sagemaker.instance-pools',
    does: 'An instance of a variant with instance pools is of the first type, by priority, of which there are any, with the model of its pool. DescribeEndpoint counts the instances of each pool.',
    evidence: 'API model',
    source: 'InstancePool$Priority, $ModelNameOverride, InstancePoolSummary',
  },
  {
    id: 'sagemaker.multi-model-prefers-what-is-loaded',
    does: 'A request for a model that an instance of a multi-model variant has loaded goes to such an instance.',
    evidence: 'observed by others',
    source: "AWS's notebook in test/account/published-examples/multi-model.test.ts, with two instances",
  },
  {
    id: 'sagemaker.multi-model-reads-on-invoke',
    does: 'A multi-model instance reads a model with the execution role when it is first invoked there; what fails is a ValidationError of InvokeEndpoint.',
    evidence: 'documented',
    source: guide('multi-model-endpoints'),
  },
  {
    id: 'sagemaker.shadow-gets-copies',
    does: 'A shadow variant gets copies of requests, by its weight, and never answers a caller.',
    evidence: 'API model',
    source: 'CreateEndpointConfigInput$ShadowProductionVariants',
  },
  {
    id: 'sagemaker.maintenance',
    does: 'Maintenance replaces all instances with the same configuration (SystemUpdating); if the new ones do not start, the endpoint goes on with the old ones.',
    evidence: 'observed by others',
    source:
      'https://github.com/ministryofjustice/analytical-platform/issues/10195; status: DescribeEndpointOutput$EndpointStatus',
  },
];
