import type { Behavior } from '../behavior';

const guide = (page: string): string => `https://docs.aws.amazon.com/autoscaling/application/userguide/${page}.html`;
const sagemaker = (page: string): string => `https://docs.aws.amazon.com/sagemaker/latest/dg/${page}.html`;

export const BEHAVIORS: readonly Behavior[] = [
  {
    id: 'autoscaling.variant-must-exist',
    description:
      'RegisterScalableTarget is rejected if the endpoint and its variant, or the inference component, do not exist.',
    evidence: 'documented',
    source: `${sagemaker('endpoint-auto-scaling-add-policy')} (the variant must exist); the message is assumed`,
  },
  {
    id: 'autoscaling.shadow-variants-scale',
    description: 'A shadow variant can be a scalable target.',
    evidence: 'documented',
    source: `${sagemaker('shadow-tests-best-practices')} recommends it; the form of the resource ID is assumed`,
  },
  {
    id: 'autoscaling.registers-only-in-service',
    description: 'A new scalable target is rejected while its endpoint or inference component is not InService.',
    evidence: 'assumed',
    source:
      'The documentation of RegisterScalableTarget contradicts it: the capacity of a resource that is not active is not changed. But templates that register a target earlier are reported to fail.',
  },
  {
    id: 'autoscaling.caller-needs-permissions-of-the-target',
    description:
      'RegisterScalableTarget and PutScalingPolicy check the actions of SageMaker and CloudWatch that scaling requires, with the permissions of the caller. Without a permission, they are rejected with a ValidationException that lists the missing actions.',
    evidence: 'documented',
    source: `${guide('security_iam_permission_validation')}; the actions: ${sagemaker('endpoint-auto-scaling-prerequisites')}; the actions on alarms named TargetTracking…: https://docs.aws.amazon.com/aws-managed-policy/latest/reference/AmazonSageMakerCanvasFullAccess.html; the checks of the endpoint and its configuration are assumed`,
  },
  {
    id: 'autoscaling.checks-alarms-with-the-resource-id',
    description:
      'The check of CloudWatch permissions uses alarm names of the form TargetTracking-<resource id>-… instead of TargetTracking-….',
    evidence: 'assumed',
    source:
      'An AWS managed policy for scaling policies allows all alarms TargetTracking…, which does not show the checked name.',
  },
  {
    id: 'autoscaling.service-linked-role-is-missing',
    description:
      'The account has no service-linked role for scaling endpoints: the first registration creates the role with the caller’s permission iam:CreateServiceLinkedRole.',
    evidence: 'assumed',
    source: `This is the state of a new account. The required permission is documented: ${sagemaker('endpoint-auto-scaling-prerequisites')}`,
  },
  {
    id: 'autoscaling.capacity-kept-within-bounds',
    description:
      'If the endpoint is InService, each registration changes a capacity outside the minimum and the maximum to the nearest bound.',
    evidence: 'API model',
    source: 'RegisterScalableTarget',
  },
  {
    id: 'autoscaling.copies-of-components',
    description:
      'The copies of an inference component are scaled from a minimum of 0, by InvocationsPerCopy per minute or by ConcurrentRequestsPerCopy of ten seconds. A scaling activity calls UpdateInferenceComponentRuntimeConfig. A policy of a variant’s metric is rejected, and the reverse.',
    evidence: 'documented',
    source: `${sagemaker('endpoint-auto-scaling-zero-instances')}; PredefinedMetricSpecification in the API model; the alarms: AWS's notebooks in test/account/published-examples/inference-components`,
  },
  {
    id: 'autoscaling.update-keeps-unspecified-members',
    description: 'A registration of an existing target changes only the specified members.',
    evidence: 'API model',
    source: 'RegisterScalableTarget',
  },
  {
    id: 'autoscaling.activity-updates-the-endpoint',
    description:
      'A scaling activity calls UpdateEndpointWeightsAndCapacities with the service-linked role: the endpoint is Updating meanwhile. If SageMaker rejects the request, the activity fails.',
    evidence: 'documented',
    source: sagemaker('endpoint-scaling-query-history'),
  },
  {
    id: 'autoscaling.tracking-creates-alarms',
    description:
      'Target tracking creates two alarms with the service-linked role, or one with DisableScaleIn, and deletes them with the policy or its target.',
    evidence: 'documented',
    source: guide('application-auto-scaling-target-tracking'),
  },
  {
    id: 'autoscaling.alarms-of-three-periods-and-fifteen-minutes',
    description:
      'Scale-out: 3 datapoints above the target within 3 periods. Scale-in: all datapoints below 90 % of the target within 15 minutes. The period is 10 seconds for the metric of concurrent requests, and one minute for other metrics.',
    evidence: 'observed by others',
    source:
      "AWS's notebook in test/account/published-examples/scaling.test.ts: 3 datapoints within 30 seconds, 90 within 15 minutes; users quote the alarms of metrics by the minute. The user guide does not specify them.",
  },
  {
    id: 'autoscaling.high-resolution-evaluated-by-the-minute',
    description: 'Alarms on high-resolution metrics also require three minutes above the target.',
    evidence: 'assumed',
    source: 'On AWS they are faster, but the duration is not documented. If switched off, one minute is sufficient.',
  },
  {
    id: 'autoscaling.tracking-is-proportional',
    description:
      'A scaling activity sets the capacity that would bring the metric to its target, within the bounds: at least one instance more when it scales out.',
    evidence: 'assumed',
    source:
      'The guide describes scale-out as proportional and scale-in as gradual, without a formula; aws-samples/sample-kokoro-tts-for-ai-agents prints one for scale-out. If switched off, each activity adds or removes one instance.',
  },
  {
    id: 'autoscaling.in-keeps-below-the-target',
    description: 'Capacity is not removed if one instance less would bring the metric above the target.',
    evidence: 'documented',
    source: guide('target-tracking-scaling-policy-overview'),
  },
  {
    id: 'autoscaling.in-needs-all-policies',
    description: 'Capacity is removed only if the scale-in alarms of all target tracking policies are in ALARM.',
    evidence: 'documented',
    source: guide('target-tracking-scaling-policy-overview'),
  },
  {
    id: 'autoscaling.largest-capacity',
    description: 'If alarms invoke several policies at the same time, the policy with the largest capacity is used.',
    evidence: 'API model',
    source: 'PutScalingPolicy',
  },
  {
    id: 'autoscaling.invoked-policy-corrects-capacity',
    description:
      'If an alarm invokes a policy while the capacity is outside the minimum and the maximum, the capacity changes to the nearest bound.',
    evidence: 'documented',
    source: guide('getting-started'),
  },
  {
    id: 'autoscaling.cooldowns',
    description:
      'After a scaling activity, the next activity in the same direction waits for the cooldown of the policy (default 300 seconds). In the cooldown of a scale-out activity, a larger scale-out is possible, of which the added capacity is a part.',
    evidence: 'documented',
    source: guide('target-tracking-scaling-policy-overview'),
  },
  {
    id: 'autoscaling.step-scaling',
    description:
      'A step policy scales by the step whose interval, relative to the threshold, contains the value of the alarm. Without a value, which is possible if missing data is breaching, no step applies.',
    evidence: 'documented',
    source: guide('step-scaling-policy-overview'),
  },
  {
    id: 'autoscaling.suspended-state',
    description: 'Suspended activities do not start. Unspecified members keep their values.',
    evidence: 'API model',
    source: 'RegisterScalableTargetRequest$SuspendedState',
  },
  {
    id: 'autoscaling.tags-only-at-registration',
    description:
      'The first registration of a target sets its tags, which requires the permission TagResource. A registration of an existing target with tags is rejected. A deregistered target loses its tags.',
    evidence: 'observed by others',
    source:
      'https://github.com/hashicorp/terraform-provider-aws/issues/31839; API model, RegisterScalableTargetRequest$Tags',
  },
  {
    id: 'autoscaling.deregistration-deletes-policies-and-actions',
    description:
      'DeregisterScalableTarget deletes policies, their alarms and scheduled actions. For a missing target, it throws ObjectNotFoundException.',
    evidence: 'API model',
    source: 'DeregisterScalableTarget',
  },
  {
    id: 'autoscaling.recreated-policy-has-a-new-arn',
    description:
      'A policy that is created again with the same name has a new ARN, and alarm actions with the old ARN have no effect.',
    evidence: 'observed by others',
    source:
      'https://github.com/hashicorp/terraform-provider-aws/issues/4340; the ARN contains a UUID: https://github.com/hashicorp/terraform/issues/20710',
  },
  {
    id: 'autoscaling.one-policy-tracks-a-metric',
    description:
      'PutScalingPolicy is rejected while a different target tracking policy of the target tracks the same metric.',
    evidence: 'observed by others',
    source: 'https://github.com/hashicorp/terraform-provider-aws/issues/41179',
  },
  {
    id: 'autoscaling.policies-need-a-target',
    description: 'Policies and scheduled actions of a resource that is not registered are rejected.',
    evidence: 'API model',
    source: 'PutScalingPolicy, PutScheduledAction',
  },
  {
    id: 'autoscaling.scheduled-actions',
    description:
      'A scheduled action sets the minimum and the maximum at its time, in its time zone, and changes a capacity outside these bounds to the nearest bound.',
    evidence: 'API model',
    source: 'PutScheduledActionRequest',
  },
];
