import { Behaviour } from '../behaviour';

const GUIDE = 'https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide';

export const CLOUDFORMATION_BEHAVIOURS: readonly Behaviour[] = [
  {
    id: 'cloudformation.independent-resources-at-once',
    does: 'Resources that do not refer to each other are created, updated and deleted at the same time, in any order.',
    evidence: 'documented',
    source: `${GUIDE}/aws-attribute-dependson.html`,
  },
  {
    id: 'cloudformation.cleans-up-after-success',
    does: 'Replaced and removed resources are deleted after all updates succeeded; a failure there fails no update.',
    evidence: 'documented',
    source: `${GUIDE}/using-cfn-updating-stacks-update-behaviors.html and view-stack-events.html (UPDATE_COMPLETE_CLEANUP_IN_PROGRESS)`,
  },
  {
    id: 'cloudformation.replacement-creates-first',
    does: 'A replacement is created before the old resource is deleted, so a change that replaces a resource with a name of the template is refused: "cannot update a stack when a custom-named resource requires replacing".',
    evidence: 'documented',
    source: `${GUIDE}/aws-properties-name.html; the sentence: https://github.com/convox/rack/issues/2941`,
  },
  {
    id: 'cloudformation.judges-properties-by-schema',
    does: 'Before a resource is created or updated, its properties with all functions resolved are judged by the schema of its type: types, required and unknown keys, patterns, lengths, ranges, values, read-only properties. Numbers may be texts.',
    evidence: 'documented',
    source:
      'https://docs.aws.amazon.com/cloudformation-cli/latest/userguide/resource-type-schema.html; the sentences: https://github.com/aws/aws-cdk/issues/28984, https://github.com/aws-cloudformation/cloudformation-resource-schema/issues/85; the schemas: cfn-lint 1.58.0, data/schemas, which has those of the registry with corrections of its own',
  },
  {
    id: 'cloudformation.replaces-by-schema',
    does: 'A change of a property in createOnlyProperties replaces the resource; of the others, it is updated in place. The account knows no case of a property in conditionalCreateOnlyProperties, and ends the test.',
    evidence: 'documented',
    source:
      'https://docs.aws.amazon.com/cloudformation-cli/latest/userguide/resource-type-schema.html (createOnlyProperties, conditionalCreateOnlyProperties); but for AWS::S3::Bucket.ObjectLockEnabled and AWS::EC2::EIP.Domain the documentation of the types agrees: resource-schema.test.ts',
  },
  {
    id: 'cloudformation.identifiers-are-unique',
    does: 'A resource whose primary identifier another resource of CloudFormation has is refused: "already exists in stack".',
    evidence: 'documented',
    source:
      'https://docs.aws.amazon.com/cloudformation-cli/latest/userguide/resource-type-schema.html (primaryIdentifier), https://docs.aws.amazon.com/cloudformation-cli/latest/userguide/resource-type-test-contract.html',
  },
  {
    id: 'cloudformation.rolls-back-what-changed',
    does: 'A failed update gives resources that it had reached their old properties, and deletes new ones when that is done.',
    evidence: 'documented',
    source: `${GUIDE}/stack-failure-options.html`,
  },
  {
    id: 'cloudformation.cancels-what-is-in-progress',
    does: 'When a resource fails, resources in progress become "Resource creation cancelled" and the rollback begins.',
    evidence: 'observed by others',
    source: 'https://github.com/aws-cloudformation/cloudformation-coverage-roadmap/issues/1814',
  },
  {
    id: 'cloudformation.deletes-custom-resource-that-was-not-made',
    does: 'A custom resource whose creation failed or was cancelled gets a Delete, with a made-up physical id when it had sent none.',
    evidence: 'observed by others',
    source:
      'https://github.com/aws-cloudformation/cloudformation-coverage-roadmap/issues/1814, https://github.com/remind101/empire/issues/918',
  },
  {
    id: 'cloudformation.custom-resource-timeout',
    does: 'A custom resource that sends no response within ServiceTimeout, by default 3600 s, has failed. A later response is ignored.',
    evidence: 'documented',
    source: `${GUIDE}/aws-resource-cloudformation-customresource.html (ServiceTimeout)`,
  },
  {
    id: 'cloudformation.service-token-stays',
    does: 'The ServiceToken of a custom resource cannot be changed by an update.',
    evidence: 'documented',
    source: `${GUIDE}/aws-resource-cloudformation-customresource.html (ServiceToken: updates are not supported)`,
  },
  {
    id: 'cloudformation.custom-resource-replaced',
    does: 'A response to Update with another physical id is a replacement: the old id gets a Delete in the clean-up.',
    evidence: 'documented',
    source: `${GUIDE}/crpg-ref-requesttypes-update.html`,
  },
  {
    id: 'cloudformation.custom-resource-rollback-updates',
    does: 'A rollback sends custom resources an Update with old and new properties swapped.',
    evidence: 'observed by others',
    source: 'https://github.com/aws/aws-cdk/pull/29581, https://github.com/aws/aws-cdk/issues/17040',
  },
  {
    id: 'cloudformation.rollback-updates-replaced-custom-resource',
    does: 'A custom resource that had sent a new physical id gets that Update as well, before the new id gets a Delete.',
    evidence: 'assumed',
    source:
      'https://github.com/aws/aws-cdk/pull/29581 describes it so. Else only the new id gets a Delete, and the old one is not heard of.',
  },
  {
    id: 'cloudformation.create-refuses-what-exists',
    does: 'A create handler fails with AlreadyExists, an update handler with NotFound.',
    evidence: 'documented',
    source: 'https://docs.aws.amazon.com/cloudformation-cli/latest/userguide/resource-type-test-contract.html',
  },
  {
    id: 'cloudformation.scaling-policy-is-its-arn',
    does: 'A scaling policy is read, updated and deleted by its ARN. One of the same name with another ARN is not found: an update fails, a deletion has nothing to do.',
    evidence: 'documented',
    source:
      'primaryIdentifier of AWS::ApplicationAutoScaling::ScalingPolicy in its schema: Arn and ScalableDimension; what handlers do without it: https://docs.aws.amazon.com/cloudformation-cli/latest/userguide/resource-type-test-contract.html',
  },
  {
    id: 'cloudformation.waits-for-iam',
    does: 'What depends on a role or a policy is created and updated when all of AWS knows of the change.',
    evidence: 'assumed',
    source:
      'There is an "eventual consistency check" of resources, but since 2024 dependents may begin before it ends: https://aws.amazon.com/blogs/devops/experience-up-to-40-faster-stack-creation-with-aws-cloudformation/, and others saw functions denied: https://github.com/aws/aws-cdk/issues/37675',
  },
  {
    id: 'cloudformation.endpoint-waits-while-in-progress',
    does: 'An update or deletion of an endpoint that is in progress is repeated until SageMaker accepts it.',
    evidence: 'assumed',
    source: 'Else each rollback after a cancelled update of an endpoint would fail. The handler is not public.',
  },
  {
    id: 'cloudformation.endpoint-operations-end',
    does: 'The creation of an endpoint has failed after 160 minutes, its update after 970 and its deletion after 120, whatever SageMaker does meanwhile.',
    evidence: 'documented',
    source:
      'The schema of AWS::SageMaker::Endpoint (handlers, timeoutInMinutes), as cfn-lint 1.58.0 has it; "the timeout for the entire operation to be interpreted by the invoker of the handler. The default is 120 (2 hours)": aws-cloudformation/cloudformation-resource-schema, provider.definition.schema.v1.json',
  },
  {
    id: 'cloudformation.endpoint-looks-for-its-configuration-again',
    does: 'A creation or update of an endpoint whose configuration SageMaker does not find yet is repeated.',
    evidence: 'assumed',
    source:
      'The handler is not public. CreateEndpoint recommends to repeat the request, and nobody reports stacks that fail so. Else the resource fails with "Could not find endpoint configuration".',
  },
  {
    id: 'cloudformation.rolled-back-endpoint-fails',
    does: 'An update after which the endpoint serves its old configuration again has failed.',
    evidence: 'assumed',
    source: 'The handler is not public. Else the update is complete although SageMaker rolled it back.',
  },
  {
    id: 'cloudformation.deletes-stacks-in-creation',
    does: 'A stack can be deleted while it is created: resources in progress are cancelled, and all that were made are deleted.',
    evidence: 'observed by others',
    source: 'https://github.com/aws-cloudformation/cloudformation-coverage-roadmap/issues/1814',
  },
  {
    id: 'cloudformation.wait-condition',
    does: 'A wait condition is complete when its handle has got as many signals of success with different ids as it counts; it fails with the first signal of failure, and when its Timeout of at most 12 hours is over.',
    evidence: 'documented',
    source: `${GUIDE}/using-cfn-waitcondition.html and aws-resource-cloudformation-waitcondition.html; the sentences: https://github.com/aws-samples/immersive-media-refarch/issues/7, https://github.com/aws-samples/vpn-gateway-strongswan/issues/28`,
  },
  {
    id: 'cloudformation.wait-condition-is-not-updated',
    does: 'A change of a property of a wait condition, or of its handle, fails the update.',
    evidence: 'documented',
    source: `${GUIDE}/aws-resource-cloudformation-waitcondition.html (updates are not supported)`,
  },
  {
    id: 'cloudformation.deleted-handle-forgets-its-signals',
    does: 'A handle that is created under the logical id of one that was deleted has none of its signals.',
    evidence: 'assumed',
    source: `${GUIDE}/aws-resource-cloudformation-waitconditionhandle.html warns of old signals where a handle is reused; the physical ids in https://github.com/Accenture/adop-doa-materials/issues/10 are made of the stack and the logical id. Else the old signals count.`,
  },
  {
    id: 'cloudformation.create-rollback-keeps-retained',
    does: 'DeletionPolicy Retain keeps a resource when a creation is rolled back, too; RetainExceptOnCreate does not.',
    evidence: 'documented',
    source: `${GUIDE}/aws-attribute-deletionpolicy.html`,
  },
];
