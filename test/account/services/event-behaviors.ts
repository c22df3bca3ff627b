import { Behavior } from '../behavior';

const SAGEMAKER_GUIDE = 'https://docs.aws.amazon.com/sagemaker/latest/dg/automating-sagemaker-with-eventbridge.html';

/** Behaviors of EventBridge, and of the events that SageMaker sends. */
export const EVENT_BEHAVIORS: readonly Behavior[] = [
  {
    id: 'events.endpoint-state-changes',
    description:
      'SageMaker sends an event for each change of the status of an endpoint, with the status in upper case, the configuration that the endpoint serves, and the time of its creation in milliseconds. There is no FailureReason.',
    evidence: 'documented',
    source: SAGEMAKER_GUIDE,
  },
  {
    id: 'events.several-events-for-one-change',
    description: 'SageMaker may send several events for one change.',
    evidence: 'documented',
    source: SAGEMAKER_GUIDE,
  },
  {
    id: 'events.arrive-within-seconds',
    description: 'The events about endpoints arrive within seconds.',
    evidence: 'assumed',
    source: `SageMaker sends them in near real time (${SAGEMAKER_GUIDE}), but by best effort (EventBridge reference, "Delivery level for AWS service events"). If switched off, an event is minutes late or lost.`,
  },
];
