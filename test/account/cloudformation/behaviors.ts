import { Behavior } from '../behavior';

const GUIDE = 'https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide';

export const CLOUDFORMATION_BEHAVIORS: readonly Behavior[] = [
  {
    id: 'cloudformation.independent-resources-in-parallel',
    description:
      'Resources that do not refer to each other are created, updated and deleted at the same time, in any order.',
    evidence: 'documented',
    source: `${GUIDE}/aws-attribute-dependson.html`,
  },
  {
    id: 'cloudformation.cleans-up-after-success',
    description:
      'Replaced and removed resources are deleted after all updates succeeded; a failed deletion does not fail the update.',
    evidence: 'documented',
    source: `${GUIDE}/using-cfn-updating-stacks-update-behaviors.html and view-stack-events.html (UPDATE_COMPLETE_CLEANUP_IN_PROGRESS)`,
  },
  {
    id: 'cloudformation.replacement-creates-first',
    description:
      'A replacement is created before the old resource is deleted, so a change that replaces a resource whose name is set in the template fails: "cannot update a stack when a custom-named resource requires replacing".',
    evidence: 'documented',
    source: `${GUIDE}/aws-properties-name.html; the sentence: https://github.com/convox/rack/issues/2941`,
  },
  {
    id: 'cloudformation.validates-properties-by-schema',
    description:
      'Before a resource is created or updated, its properties, with all functions resolved, are validated against the schema of its type: types, required and unknown keys, patterns, lengths, ranges, values, read-only properties. Numbers may be strings, which are converted for the service.',
    evidence: 'documented',
    source:
      'https://docs.aws.amazon.com/cloudformation-cli/latest/userguide/resource-type-schema.html; the messages: https://github.com/aws/aws-cdk/issues/28984, https://github.com/aws-cloudformation/cloudformation-resource-schema/issues/85; the schemas: cfn-lint 1.58.0, data/schemas: the schemas of the registry with cfn-lint’s corrections',
  },
  {
    id: 'cloudformation.replaces-by-schema',
    description:
      'A change of a property in createOnlyProperties replaces the resource. A change of a different property updates the resource in place. The simulated account does not implement changes of properties in conditionalCreateOnlyProperties, and fails the test.',
    evidence: 'documented',
    source:
      'https://docs.aws.amazon.com/cloudformation-cli/latest/userguide/resource-type-schema.html (createOnlyProperties, conditionalCreateOnlyProperties); the documentation of the types agrees, except for AWS::S3::Bucket.ObjectLockEnabled and AWS::EC2::EIP.Domain: resource-schema.test.ts',
  },
  {
    id: 'cloudformation.identifiers-are-unique',
    description:
      'The creation of a resource fails if a resource with the same primary identifier exists in a stack: "already exists in stack".',
    evidence: 'documented',
    source:
      'https://docs.aws.amazon.com/cloudformation-cli/latest/userguide/resource-type-schema.html (primaryIdentifier), https://docs.aws.amazon.com/cloudformation-cli/latest/userguide/resource-type-test-contract.html',
  },
  {
    id: 'cloudformation.rolls-back-changed-resources',
    description:
      'After a failed update, CloudFormation restores the old properties of the resources that were changed, and then deletes new resources.',
    evidence: 'documented',
    source: `${GUIDE}/stack-failure-options.html`,
  },
  {
    id: 'cloudformation.cancels-resources-in-progress',
    description:
      'When a resource fails, resources in progress fail with "Resource creation cancelled" and the rollback begins.',
    evidence: 'observed by others',
    source: 'https://github.com/aws-cloudformation/cloudformation-coverage-roadmap/issues/1814',
  },
  {
    id: 'cloudformation.deletes-failed-custom-resources',
    description:
      'A custom resource whose creation failed or was cancelled receives a Delete request, with a generated physical ID if its function had not returned a physical ID.',
    evidence: 'observed by others',
    source:
      'https://github.com/aws-cloudformation/cloudformation-coverage-roadmap/issues/1814, https://github.com/remind101/empire/issues/918',
  },
  {
    id: 'cloudformation.custom-resource-timeout',
    description:
      'A custom resource fails if its function sends no response within ServiceTimeout (default 3600 s). A later response is ignored.',
    evidence: 'documented',
    source: `${GUIDE}/aws-resource-cloudformation-customresource.html (ServiceTimeout)`,
  },
  {
    id: 'cloudformation.service-token-is-immutable',
    description: 'The ServiceToken of a custom resource cannot be changed by an update.',
    evidence: 'documented',
    source: `${GUIDE}/aws-resource-cloudformation-customresource.html (ServiceToken: updates are not supported)`,
  },
  {
    id: 'cloudformation.custom-resource-replaced',
    description:
      'A response to Update with a new physical ID replaces the resource: the old ID receives a Delete in the clean-up.',
    evidence: 'documented',
    source: `${GUIDE}/crpg-ref-requesttypes-update.html`,
  },
  {
    id: 'cloudformation.custom-resource-rollback-updates',
    description: 'A rollback sends custom resources an Update with the old and the new properties swapped.',
    evidence: 'observed by others',
    source: 'https://github.com/aws/aws-cdk/pull/29581, https://github.com/aws/aws-cdk/issues/17040',
  },
  {
    id: 'cloudformation.rollback-updates-replaced-custom-resource',
    description:
      'A custom resource that had returned a new physical ID also receives this Update, before the new ID receives a Delete.',
    evidence: 'assumed',
    source:
      'https://github.com/aws/aws-cdk/pull/29581 describes it. If switched off, only the new ID receives a Delete, and no request is sent for the old ID.',
  },
  {
    id: 'cloudformation.create-rejects-existing-resources',
    description:
      'A create handler fails with AlreadyExists if the resource exists, an update handler with NotFound if it does not exist.',
    evidence: 'documented',
    source: 'https://docs.aws.amazon.com/cloudformation-cli/latest/userguide/resource-type-test-contract.html',
  },
  {
    id: 'cloudformation.scaling-policy-is-its-arn',
    description:
      'A scaling policy is read, updated and deleted by its ARN. A policy of the same name with a different ARN is not found: an update fails, and a deletion succeeds without a change.',
    evidence: 'documented',
    source:
      'primaryIdentifier of AWS::ApplicationAutoScaling::ScalingPolicy in its schema: Arn and ScalableDimension; the handlers’ behavior for missing resources: https://docs.aws.amazon.com/cloudformation-cli/latest/userguide/resource-type-test-contract.html',
  },
  {
    id: 'cloudformation.express-mode',
    description:
      'In express mode, the creation, update or deletion of a resource ends when the service has accepted the request. Custom resources are complete when they have responded. The simulated account implements this for endpoints, and rolls back, which a deployment in express mode must ask for.',
    evidence: 'documented',
    source: `${GUIDE}/cloudformation-express-mode.html`,
  },
  {
    id: 'cloudformation.waits-for-iam',
    description:
      'Resources that depend on a role or a policy are created and updated after the change of the role or policy has propagated.',
    evidence: 'assumed',
    source:
      'There is an "eventual consistency check" of resources, but since 2024 dependents may begin before it ends: https://aws.amazon.com/blogs/devops/experience-up-to-40-faster-stack-creation-with-aws-cloudformation/, and users report denied functions: https://github.com/aws/aws-cdk/issues/37675',
  },
  {
    id: 'cloudformation.endpoint-finds-its-configuration',
    description:
      'A creation or update of an endpoint is repeated while SageMaker does not find the new endpoint configuration.',
    evidence: 'documented',
    source:
      'API model, CreateEndpoint: "call DescribeEndpointConfig first", since reads are eventually consistent. No failed stack is reported, although each template with both resources depends on it.',
  },
  {
    id: 'cloudformation.endpoint-waits-for-its-own-operations',
    description:
      'An update or deletion of an endpoint is repeated while a creation or update of the endpoint is in progress, such as a cancelled one.',
    evidence: 'documented',
    source: `${GUIDE}/stack-failure-options.html: a failed stack operation rolls back, also if it was cancelled. Otherwise, each rollback of a cancelled update would fail.`,
  },
  {
    id: 'cloudformation.endpoint-waits-for-scaling',
    description:
      'An update or deletion of an endpoint is repeated while a scaling activity changes the endpoint, until SageMaker accepts the request.',
    evidence: 'assumed',
    source:
      'The handler is not public. If switched off, the update or deletion fails with "Cannot update in-progress endpoint", except in a rollback: otherwise, the stack would have to be repaired.',
  },
  {
    id: 'cloudformation.endpoint-operations-end',
    description:
      'The creation of an endpoint fails after 160 minutes, its update after 970 and its deletion after 120, even if SageMaker completes the operation later.',
    evidence: 'documented',
    source:
      'The schema of AWS::SageMaker::Endpoint (handlers, timeoutInMinutes) in cfn-lint 1.58.0; "the timeout for the entire operation to be interpreted by the invoker of the handler. The default is 120 (2 hours)": aws-cloudformation/cloudformation-resource-schema, provider.definition.schema.v1.json',
  },
  {
    id: 'cloudformation.rolled-back-endpoint-fails',
    description: 'An update of an endpoint fails if SageMaker rolled the endpoint back to the old configuration.',
    evidence: 'assumed',
    source: 'The handler is not public. If switched off, the update succeeds although SageMaker rolled it back.',
  },
  {
    id: 'cloudformation.components-are-updated-in-place',
    description:
      'A change of any property of AWS::SageMaker::InferenceComponent updates the component in place. Ref returns its ARN.',
    evidence: 'documented',
    source:
      'The schema in cfn-lint 1.58.0: no create-only properties, primaryIdentifier InferenceComponentArn, update and tag permissions, timeoutInMinutes 490 for updates',
  },
  {
    id: 'cloudformation.component-names-cannot-change',
    description: 'An update of a component that changes its name, its endpoint or its variant fails.',
    evidence: 'assumed',
    source:
      'UpdateInferenceComponent cannot change them, and the schema has no create-only properties. If switched off, the change is ignored: the component keeps its name and its endpoint.',
  },
  {
    id: 'cloudformation.component-updates-repeat-the-specification',
    description:
      'Each update of a component sends its specification, even if only its copy count or its deployment configuration has changed.',
    evidence: 'assumed',
    source: 'The handler is not public. If switched off, an update sends the specification only if it has changed.',
  },
  {
    id: 'cloudformation.component-updates-repeat-the-copy-count',
    description:
      'Each update of a component sends the CopyCount of the template, which replaces the count that scaling has set.',
    evidence: 'assumed',
    source:
      'The handler is not public. If switched off, an update sends the CopyCount only if the property has changed.',
  },
  {
    id: 'cloudformation.component-waits-while-in-progress',
    description:
      'If an operation on a component is in progress, such as a scaling activity, an update or deletion is repeated until SageMaker accepts it.',
    evidence: 'assumed',
    source: 'The handler is not public. If switched off, the update or deletion fails.',
  },
  {
    id: 'cloudformation.rolled-back-component-fails',
    description: 'An update of a component fails if SageMaker rolled the component back.',
    evidence: 'assumed',
    source: 'The handler is not public. If switched off, the update succeeds although SageMaker rolled it back.',
  },
  {
    id: 'cloudformation.deletes-stacks-in-creation',
    description:
      'A stack can be deleted while it is created: resources in progress are cancelled, and all created resources are deleted.',
    evidence: 'observed by others',
    source: 'https://github.com/aws-cloudformation/cloudformation-coverage-roadmap/issues/1814',
  },
  {
    id: 'cloudformation.create-rollback-keeps-retained',
    description:
      'DeletionPolicy Retain also keeps a resource when a stack creation is rolled back. RetainExceptOnCreate does not.',
    evidence: 'documented',
    source: `${GUIDE}/aws-attribute-deletionpolicy.html`,
  },
];
