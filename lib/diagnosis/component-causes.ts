import { Cause } from './cause';

/** Causes related to inference components. In `texts`, ` … ` matches any text. */
export const COMPONENT_CAUSES: Cause[] = [
  {
    id: 'component-room',
    title: 'No instance has enough free resources for a copy of the inference component',
    meaning:
      'A copy reserves GPUs, CPU cores and memory on one instance, and no instance of the endpoint has them free. SageMaker does not offer the complete memory of an instance for reservations.',
    remedy:
      'Reserve less memory or fewer CPU cores (users report that an instance with 16 GiB accepts 1,024 MiB and rejects 4,096 MiB), allow more instances, or choose a larger instance type. A rolling update needs room for a batch of new copies in addition to the old copies.',
    texts: ['not enough hardware resources on the instances'],
  },
  {
    id: 'component-no-copy',
    title: 'The inference component has no copy',
    meaning: 'SageMaker rejects requests to an inference component while no copy of it runs.',
    remedy:
      'If scaling can remove all copies, repeat the request: the rejected requests make scaling start a copy, which takes minutes. Otherwise, look for the reason in the description of the inference component.',
    texts: ['inference component has no capacity'],
  },
  {
    id: 'component-minimum',
    title: 'The Region does not support endpoints without instances',
    meaning: 'SageMaker rejected a minimum of zero instances, which users have observed in one Region, eu-west-3.',
    remedy: 'Set the minimum number of instances to 1, or use a different Region.',
    texts: ['min instance count needs to be greater than 0'],
  },
  {
    id: 'component-copies',
    title: 'An inference component cannot be created without copies',
    meaning: 'SageMaker creates an inference component with at least one copy. Only scaling can remove all copies.',
    remedy: 'Create the inference component with at least one copy, and allow scaling to remove all copies.',
    texts: ['inference components copy count an integer larger than 0'],
  },
  {
    id: 'component-busy',
    title: 'The inference component was still changing',
    meaning:
      'SageMaker rejects an update or a deletion of an inference component while it is created, updated or scaled.',
    remedy: 'Deploy again when the inference component is in service.',
    texts: [
      'cannot update inference component … while it is in state',
      'cannot delete inference component … while it is in state',
    ],
  },
];
