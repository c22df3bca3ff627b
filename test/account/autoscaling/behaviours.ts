import type { Behaviour } from '../behaviour';

const guide = (page: string): string => `https://docs.aws.amazon.com/autoscaling/application/userguide/${page}.html`;
const sagemaker = (page: string): string => `https://docs.aws.amazon.com/sagemaker/latest/dg/${page}.html`;

export const BEHAVIOURS: readonly Behaviour[] = [
  {
    id: 'autoscaling.variant-must-exist',
    does: 'RegisterScalableTarget is refused if the endpoint or the variant does not exist.',
    evidence: 'documented',
    source: `${sagemaker('endpoint-auto-scaling-add-policy')} (an existing variant is registered); the message is assumed`,
  },
  {
    id: 'autoscaling.registers-only-in-service',
    does: 'A new scalable target is refused while its endpoint is not InService.',
    evidence: 'assumed',
    source:
      'RegisterScalableTarget documents that the capacity of a resource that is not active is left alone, which speaks against it; templates that register before are reported to fail.',
  },
  {
    id: 'autoscaling.caller-needs-permissions-of-the-target',
    does: 'RegisterScalableTarget and PutScalingPolicy try the actions of SageMaker and CloudWatch that scaling needs in the name of the caller, and are refused with a ValidationException that lists what is missing.',
    evidence: 'documented',
    source: `${guide('security_iam_permission_validation')}; which actions: ${sagemaker('endpoint-auto-scaling-prerequisites')}; that it changes alarms named TargetTracking… and describes any: https://docs.aws.amazon.com/aws-managed-policy/latest/reference/AmazonSageMakerCanvasFullAccess.html; that it tries the endpoint and its configuration is assumed`,
  },
  {
    id: 'autoscaling.tries-alarms-of-its-own-names',
    does: 'What it tries of CloudWatch is about alarms with the names that it gives, TargetTracking-<resource id>-…, and not TargetTracking-… of any.',
    evidence: 'assumed',
    source:
      'A policy of AWS for a role that puts scaling policies allows all of TargetTracking…, which tells nothing of the rest.',
  },
  {
    id: 'autoscaling.service-linked-role-is-missing',
    does: 'The account has no service-linked role for scaling endpoints yet: the first registration makes it with iam:CreateServiceLinkedRole of the caller.',
    evidence: 'assumed',
    source: `A new account. That the caller needs the permission is documented: ${sagemaker('endpoint-auto-scaling-prerequisites')}`,
  },
  {
    id: 'autoscaling.capacity-kept-within-bounds',
    does: 'Registering, and each later registration, brings the capacity between the minimum and the maximum if the endpoint is InService.',
    evidence: 'API model',
    source: 'RegisterScalableTarget',
  },
  {
    id: 'autoscaling.update-keeps-what-it-does-not-say',
    does: 'A registration of a target that is there changes only what it names.',
    evidence: 'API model',
    source: 'RegisterScalableTarget',
  },
  {
    id: 'autoscaling.activity-updates-the-endpoint',
    does: 'A scaling activity calls UpdateEndpointWeightsAndCapacities with the service-linked role: the endpoint is Updating meanwhile. If SageMaker refuses, the activity has failed.',
    evidence: 'documented',
    source: sagemaker('endpoint-scaling-query-history'),
  },
  {
    id: 'autoscaling.tracking-makes-alarms',
    does: 'Target tracking makes two alarms with the service-linked role, and deletes them with the policy or its target. DisableScaleIn: one alarm.',
    evidence: 'documented',
    source: guide('application-auto-scaling-target-tracking'),
  },
  {
    id: 'autoscaling.alarms-of-three-periods-and-fifteen-minutes',
    does: 'Out: three data points above the target within three periods. In: all below 90 % of it within fifteen minutes. The period is 10 seconds for the metric of concurrent requests, else a minute.',
    evidence: 'observed by others',
    source:
      "AWS's notebook in test/account/published-examples/scaling.test.ts: 3 datapoints within 30 seconds, 90 within 15 minutes; users quote the alarms of metrics by the minute. The user guide does not promise their form.",
  },
  {
    id: 'autoscaling.high-resolution-evaluated-by-the-minute',
    does: 'Alarms of high-resolution metrics wait for three minutes above the target like others.',
    evidence: 'assumed',
    source: 'On AWS they are faster; how much is not documented. Else one minute is enough.',
  },
  {
    id: 'autoscaling.tracking-is-proportional',
    does: 'Out and in: the capacity that would bring the metric to its target, at least one more or less, within the bounds.',
    evidence: 'assumed',
    source:
      'The guide says that out is proportional and in is gradual, without a formula. Else one more or less at a time.',
  },
  {
    id: 'autoscaling.in-needs-all-policies',
    does: 'Capacity is removed only when all target tracking policies that scale in are ready to.',
    evidence: 'documented',
    source: guide('target-tracking-scaling-policy-overview'),
  },
  {
    id: 'autoscaling.cooldowns',
    does: 'After a scaling activity, cooldowns of the policy hold the next one of its direction back: 300 seconds unless it says otherwise.',
    evidence: 'documented',
    source: guide('target-tracking-scaling-policy-overview'),
  },
  {
    id: 'autoscaling.step-scaling',
    does: 'A step policy scales by the step whose interval, from the threshold, has the value of the alarm that calls it.',
    evidence: 'documented',
    source: guide('step-scaling-policy-overview'),
  },
  {
    id: 'autoscaling.suspended-state',
    does: 'Suspended activities do not happen. Members that are not named stay as they are.',
    evidence: 'API model',
    source: 'RegisterScalableTargetRequest$SuspendedState',
  },
  {
    id: 'autoscaling.deregistering-deletes-the-rest',
    does: 'DeregisterScalableTarget deletes policies, their alarms and scheduled actions. A target that is not there is an ObjectNotFoundException.',
    evidence: 'API model',
    source: 'DeregisterScalableTarget',
  },
  {
    id: 'autoscaling.policy-has-an-arn-of-its-own',
    does: 'A policy that is created again under its name has a new ARN, and what an alarm does with the old one is nothing.',
    evidence: 'observed by others',
    source:
      'https://github.com/hashicorp/terraform-provider-aws/issues/4340; the ARN has a UUID in it: https://github.com/hashicorp/terraform/issues/20710',
  },
  {
    id: 'autoscaling.one-policy-tracks-a-metric',
    does: 'PutScalingPolicy is refused while another target tracking policy of the target tracks the same metric.',
    evidence: 'observed by others',
    source: 'https://github.com/hashicorp/terraform-provider-aws/issues/41179',
  },
  {
    id: 'autoscaling.policies-need-a-target',
    does: 'Policies and scheduled actions of a resource that is not registered are refused.',
    evidence: 'API model',
    source: 'PutScalingPolicy, PutScheduledAction',
  },
  {
    id: 'autoscaling.scheduled-actions',
    does: 'A scheduled action sets the minimum and the maximum at its time, in its time zone, and brings the capacity between them.',
    evidence: 'API model',
    source: 'PutScheduledActionRequest',
  },
];
