import type { Behavior } from '../../behavior';

const guide = (page: string): string => `https://docs.aws.amazon.com/sagemaker/latest/dg/${page}.html`;
const NOTEBOOKS = 'test/account/published-examples/inference-components';
/** A test with inference components, which its authors measured on AWS in July 2026. */
const MEASURED =
  'a guide of Hugging Face to SageMaker deployments, measured on ml.g5.xlarge in 2026-07 (section "Scale to zero"), read 2026-11-28';
const STDAPI = 'https://github.com/stdapi-ai/stdapi.ai/issues/43';

export const COMPONENT_BEHAVIORS: readonly Behavior[] = [
  {
    id: 'sagemaker.component-endpoints-need-a-role',
    description: 'An endpoint configuration whose variant has no ModelName is rejected without ExecutionRoleArn.',
    evidence: 'observed by others',
    source: `${STDAPI}; the message is assumed`,
  },
  {
    id: 'sagemaker.zero-instances-depend-on-the-region',
    description: 'MinInstanceCount 0 of managed instance scaling is rejected in some Regions.',
    evidence: 'observed by others',
    source: `${STDAPI}: rejected in eu-west-3, accepted in us-east-1. No list of Regions is public.`,
  },
  {
    id: 'sagemaker.component-endpoints-are-not-asynchronous',
    description:
      'An endpoint configuration for inference components is rejected if it has AsyncInferenceConfig, shadow variants or data capture.',
    evidence: 'assumed',
    source:
      'InvokeEndpointAsync has no member InferenceComponentName, and a shadow variant needs a model. Data capture with components is not documented. If switched off, the settings are accepted.',
  },
  {
    id: 'sagemaker.components-need-their-endpoint',
    description:
      'CreateInferenceComponent is rejected for an endpoint whose variants have a model, and accepted while an endpoint without a model is Creating.',
    evidence: 'observed by others',
    source: `https://github.com/pulumi/pulumi-aws/issues/4940; the SageMaker SDK creates components while the endpoint is Creating (${NOTEBOOKS}/triton-deberta-tensorrt.json)`,
  },
  {
    id: 'sagemaker.components-start-with-a-copy',
    description: 'CreateInferenceComponent is rejected with CopyCount 0. An update can set it to 0.',
    evidence: 'observed by others',
    source: STDAPI,
  },
  {
    id: 'sagemaker.one-container-per-copy',
    description: 'A model for an inference component has one container, which is not a multi-model container.',
    evidence: 'API model',
    source:
      'CreateInferenceComponent: "each inference component contains one model"; multi-model containers with components are not documented',
  },
  {
    id: 'sagemaker.sixteen-variables-in-a-specification',
    description: 'The environment of a container in a specification has at most 16 entries.',
    evidence: 'API model',
    source: 'InferenceComponentContainerSpecification$Environment',
  },
  {
    id: 'sagemaker.cores-are-32-bit-floats',
    description: 'DescribeInferenceComponent returns a number of cores as a 32-bit float: 0.3 as 0.30000001192092896.',
    evidence: 'API model',
    source: 'NumberOfCpuCores, NumberOfAcceleratorDevices (type float)',
  },
  {
    id: 'sagemaker.component-network-comes-from-the-endpoint',
    description:
      'CreateInferenceComponent is rejected if the model has VpcConfig or network isolation, but the endpoint configuration does not.',
    evidence: 'assumed',
    source:
      'The members exist on both. If switched off, the settings of the model are ignored: the network interfaces belong to the instances, which exist before the components.',
  },
  {
    id: 'sagemaker.copies-use-the-role-of-their-model',
    description: 'A copy reads its model, pulls its image and writes its log with the execution role of its model.',
    evidence: 'assumed',
    source:
      'Both the model and the endpoint configuration have a role, and AWS does not document which is used. If switched off, the role of the endpoint configuration is used, as for a container in a specification.',
  },
  {
    id: 'sagemaker.copies-reserve-resources',
    description:
      'A copy is placed on one instance, where it reserves its accelerators, CPU cores and minimum memory. Accelerators are not shared.',
    evidence: 'API model',
    source: 'InferenceComponentComputeResourceRequirements: "allocate to run a model"; minimum 1 accelerator',
  },
  {
    id: 'sagemaker.placement-strategies',
    description:
      'BINPACK packs copies onto fewer instances. SPREAD distributes the copies of a component evenly over the instances, which is also the default.',
    evidence: 'API model',
    source:
      'InferenceComponentSchedulingConfig$PlacementStrategy; the default: AWS machine learning blog, 2026-08-28 ("How Salesforce met Multi-AZ HA")',
  },
  {
    id: 'sagemaker.no-room-for-copies',
    description:
      'If no instance has room for a copy, and managed instance scaling cannot start an instance, the component is Failed with "There is not enough hardware resources on the instances for this endpoint to create a copy of the inference component." None of the new copies remains.',
    evidence: 'observed by others',
    source: `${MEASURED}; that all copies are required is assumed`,
  },
  {
    id: 'sagemaker.too-large-copies-are-rejected',
    description: 'A request is rejected if a copy would not fit on an empty instance.',
    evidence: 'assumed',
    source: `${MEASURED}: the failure is instant. If switched off, the component becomes Failed, or its update is rolled back.`,
  },
  {
    id: 'sagemaker.instances-keep-15-gib',
    description:
      'Copies can reserve the memory of an instance except 15 GiB, but at least an eighth of the memory, and three eighths without GPUs.',
    evidence: 'assumed',
    source: `${MEASURED}: ml.g5.xlarge with 16 GiB accepts 1024 MB and rejects 4096 MB; AWS's notebooks for Triton reserve 8192 MB on ml.g5.2xlarge with 32 GiB; the tests of hashicorp/terraform-provider-aws (inference_component_test.go, 2026-07) reserve 2048 MB and 3 × 1024 MB on ml.c5.xlarge with 8 GiB. If switched off, 12.5 GiB, but at least a fifth of the memory with GPUs.`,
  },
  {
    id: 'sagemaker.instances-keep-a-core',
    description: 'Copies can reserve all CPU cores of an instance except one.',
    evidence: 'assumed',
    source: 'AWS does not document which cores SageMaker uses. If switched off, copies can reserve all cores.',
  },
  {
    id: 'sagemaker.instances-follow-copies',
    description:
      'Managed instance scaling starts instances for copies without room, up to MaxInstanceCount. Meanwhile the endpoint is Updating with a higher DesiredInstanceCount.',
    evidence: 'observed by others',
    source: `AWS's notebook ${NOTEBOOKS}/ic-rolling-deployment.json, with its printed descriptions of the endpoint`,
  },
  {
    id: 'sagemaker.idle-instances-are-released',
    description:
      'Managed instance scaling releases instances that have had no copies for 5 to 11 minutes, down to MinInstanceCount. Meanwhile the endpoint is Updating.',
    evidence: 'observed by others',
    source: `AWS's notebooks: 10 minutes (${NOTEBOOKS}/ic-rolling-deployment.json), about 5 minutes (instance-pools.json), 11 minutes (scale-to-zero-adts-kr.json)`,
  },
  {
    id: 'sagemaker.consolidation-moves-copies',
    description:
      'With the scale-in strategy CONSOLIDATION, managed instance scaling moves copies to other instances with room after CooldownInMinutes (default 20) without an operation, and releases up to MaximumStepSize instances (default 1).',
    evidence: 'API model',
    source: 'ProductionVariantManagedInstanceScalingScaleInPolicy',
  },
  {
    id: 'sagemaker.copies-stay-by-default',
    description:
      'Without ScaleInPolicy, only instances without copies are released, as with the strategy IDLE_RELEASE.',
    evidence: 'assumed',
    source: 'The API model does not contain the default strategy. If switched off, the default is CONSOLIDATION.',
  },
  {
    id: 'sagemaker.retained-counts-respect-the-limits',
    description:
      'An UpdateEndpoint that retains the instance count changes it to the nearest limit of managed instance scaling in the new configuration.',
    evidence: 'assumed',
    source:
      'The API model defines MinInstanceCount only for scaling in, and MaxInstanceCount only for scaling out. If switched off, the count remains outside the limits until it changes.',
  },
  {
    id: 'sagemaker.component-changes-rejected-while-in-progress',
    description:
      'UpdateInferenceComponent, UpdateInferenceComponentRuntimeConfig and DeleteInferenceComponent are rejected while the component is Creating, Updating or Deleting: "Cannot … inference component … while it is in state UPDATE_RC_IN_PROGRESS".',
    evidence: 'observed by others',
    source: `${MEASURED}; ${STDAPI}; https://github.com/aws/amazon-sagemaker-examples/issues/3432 (Creating)`,
  },
  {
    id: 'sagemaker.component-updates-need-a-change',
    description: 'UpdateInferenceComponent is rejected without a specification and without a RuntimeConfig.',
    evidence: 'observed by others',
    source:
      'The resource aws_sagemaker_inference_component in a pull request of hashicorp/terraform-provider-aws (48894)',
  },
  {
    id: 'sagemaker.component-updates-are-merged',
    description:
      'The specification of an update keeps the members of the current specification that it does not contain.',
    evidence: 'assumed',
    source:
      'A comment in awslabs/ml-container-creator says so, but AWS’s notebooks repeat all members. If switched off, absent members are removed.',
  },
  {
    id: 'sagemaker.component-rolling-update',
    description:
      'An update with RollingUpdatePolicy starts a batch of additional copies, waits WaitIntervalInSeconds, and ends the same number of old copies. Old and new copies serve requests at the same time.',
    evidence: 'observed by others',
    source: `API model, InferenceComponentRollingUpdatePolicy; AWS's notebook ${NOTEBOOKS}/ic-rolling-deployment.json: three instances for two copies`,
  },
  {
    id: 'sagemaker.batches-are-at-most-half',
    description: 'MaximumBatchSize in percent is at least 5 and at most 50.',
    evidence: 'API model',
    source: 'InferenceComponentRollingUpdatePolicy$MaximumBatchSize',
  },
  {
    id: 'sagemaker.batches-of-copies-are-at-most-half',
    description:
      'MaximumBatchSize in copies is at most half of the copy count. A component with one copy can be updated only with a batch size in percent.',
    evidence: 'assumed',
    source:
      'InferenceComponentRollingUpdatePolicy$MaximumBatchSize: "between 5% to 50% of the copy count". For one copy this is not possible. If switched off, only batch sizes in percent are limited.',
  },
  {
    id: 'sagemaker.component-update-starts-new-copies-first',
    description:
      'Without a deployment configuration, an update first starts the new copies and then ends the old copies. It requires room for both.',
    evidence: 'assumed',
    source:
      'AWS describes blue/green updates as traditional. If switched off, the old copies end first, and no copy serves meanwhile.',
  },
  {
    id: 'sagemaker.component-rolls-back',
    description:
      'If an alarm fires, the timeout is exceeded or a new copy does not start, the update is rolled back: the component is InService with its previous specification and copies.',
    evidence: 'documented',
    source:
      'AWS machine learning blog, 2025-03-25 ("Enhance deployment guardrails with inference component rolling updates"); API model, InferenceComponentDeploymentConfig$AutoRollbackConfiguration',
  },
  {
    id: 'sagemaker.failed-copy-scaling-is-reverted',
    description: 'If additional copies do not start, the component is InService with its previous copies.',
    evidence: 'assumed',
    source: 'AWS does not document it. If switched off, the component is Failed, and its running copies serve.',
  },
  {
    id: 'sagemaker.lost-copies-are-replaced',
    description: 'SageMaker replaces copies that were lost with a failed instance. The component remains InService.',
    evidence: 'API model',
    source:
      'InferenceComponentRuntimeConfigSummary: CurrentCopyCount differs from DesiredCopyCount; the time is assumed',
  },
  {
    id: 'sagemaker.last-deployment-config-of-components',
    description: 'DescribeInferenceComponent returns the deployment configuration of the last update that had one.',
    evidence: 'observed by others',
    source: `AWS's notebook ${NOTEBOOKS}/ic-rolling-deployment.json, with the printed description`,
  },
  {
    id: 'sagemaker.endpoints-with-components-are-not-deleted',
    description:
      'DeleteEndpoint is rejected while the endpoint has inference components. A component without copies that is being deleted does not count.',
    evidence: 'assumed',
    source: `Reports contradict each other. Rejected: https://github.com/gruntwork-io/cloud-nuke/pull/1142 (2026-06). If switched off, the endpoint is deleted, and its components remain InService and keep their names (${MEASURED}).`,
  },
  {
    id: 'sagemaker.endpoint-updates-move-copies',
    description:
      'UpdateEndpoint starts a copy of each component’s copies on the new instances before the old instances end. If they do not start, the update is rolled back. The new variant must have the same name and no model.',
    evidence: 'documented',
    source: `${guide('monitoring-cloudwatch-enhanced-metrics')}: a new endpoint configuration "triggers a blue/green or rolling deployment"; the order is assumed`,
  },
  {
    id: 'sagemaker.components-move-to-other-instance-types',
    description: 'UpdateEndpoint can change the instance type of a variant that hosts components.',
    evidence: 'assumed',
    source: 'AWS does not document it. If switched off, the update is rejected while the variant hosts components.',
  },
  {
    id: 'sagemaker.component-name-in-requests',
    description:
      'InvokeEndpoint requires InferenceComponentName for an endpoint without a model, and rejects it for other endpoints.',
    evidence: 'observed by others',
    source:
      'https://github.com/aws-samples/amazon-kendra-langchain-extensions/issues/64; the second message: a test double in a public client; the message for an unknown component is assumed',
  },
  {
    id: 'sagemaker.no-capacity-invocation-failures',
    description:
      'A request to a component without copies fails with a ValidationError (HTTP 400), and counts in NoCapacityInvocationFailures with the dimension InferenceComponentName.',
    evidence: 'documented',
    source: `${guide('endpoint-auto-scaling-zero-instances')}; the printed error: ${NOTEBOOKS}/scale-to-zero-adts-kr.json`,
  },
  {
    id: 'sagemaker.no-capacity-is-a-4xx-error',
    description: 'A request to a component without copies also counts in Invocations and Invocation4XXErrors.',
    evidence: 'assumed',
    source: 'The response has the status 400, but no copy receives the request. If switched off, it does not count.',
  },
  {
    id: 'sagemaker.component-metrics',
    description:
      'The metrics of requests to a component have the dimension InferenceComponentName and, in addition, EndpointName and VariantName. InvocationsPerCopy is 0 in a minute without requests. ConcurrentRequestsPerCopy is published every ten seconds. A component without copies publishes none of them.',
    evidence: 'documented',
    source: `${guide('monitoring-cloudwatch')}; the zeros: AWS's notebook ${NOTEBOOKS}/scale-to-zero-adts-kr.json scales in to zero copies by InvocationsPerCopy without requests`,
  },
  {
    id: 'sagemaker.copies-without-requests-have-no-metrics',
    description: 'A component that has never received a request does not publish invocations and errors.',
    evidence: 'assumed',
    source: 'AWS does not document it. If switched off, it publishes zeros.',
  },
  {
    id: 'sagemaker.component-utilization-needs-put-metric-data',
    description:
      'The normalized utilization of a component requires that its execution role allows cloudwatch:PutMetricData for the namespace /aws/sagemaker/InferenceComponents.',
    evidence: 'assumed',
    source:
      'This is observed for endpoints (sagemaker.utilization-needs-put-metric-data). If switched off, it requires no permission.',
  },
  {
    id: 'sagemaker.component-log-group',
    description: 'The containers of a component write to the log group /aws/sagemaker/InferenceComponents/<name>.',
    evidence: 'observed by others',
    source:
      "AWS's notebook managed-multi-adapter-inference in aws-samples/sagemaker-genai-hosting-examples; the names of the streams are assumed",
  },
];
