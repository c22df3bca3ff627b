import { Behavior } from '../behavior';

const GUIDE = 'https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide';

/** The behaviors of CloudFormation when a stack imports existing resources. */
export const IMPORT_BEHAVIORS: readonly Behavior[] = [
  {
    id: 'cloudformation.imports-existing-resources',
    description:
      'A change set of the type IMPORT makes existing resources a part of a new or an existing stack. Each imported resource has a DeletionPolicy, exists, and belongs to no stack. Its properties match the schema of its type. They are not compared with the resource.',
    evidence: 'documented',
    source: `${GUIDE}/import-resources-manually.html (read in November 2026)`,
  },
  {
    id: 'cloudformation.import-changes-nothing-else',
    description:
      'An import neither creates, changes nor deletes other resources of the stack. A change set whose template does so is rejected.',
    evidence: 'documented',
    source: `${GUIDE}/import-resources-manually.html: "Import operations don't allow new resource creations, resource deletions, or changes to property configurations"`,
  },
  {
    id: 'cloudformation.import-keeps-outputs',
    description: 'A change set of the type IMPORT that adds or changes outputs is rejected.',
    evidence: 'observed by others',
    source: 'https://github.com/awslabs/aws-security-assessment-solution/issues/6; go-to-k/cdkd, docs/cli-reference.md',
  },
  {
    id: 'cloudformation.import-compares-identifiers',
    description:
      'A change set of the type IMPORT is rejected if a property in the template differs from the same property in the identifier.',
    evidence: 'observed by others',
    source:
      'go-to-k/cdkd, docs/cli-reference.md ("does not match the identifier value for the resource in the template")',
  },
  {
    id: 'cloudformation.import-needs-supported-types',
    description:
      'A change set of the type IMPORT with a type that cannot be imported is rejected: "ResourceTypes [T] are not supported for Import". GetTemplateSummary omits such types from ResourceIdentifierSummaries. Of the types that can be imported, the simulated account implements AWS::SageMaker::Endpoint and AWS::Logs::LogGroup.',
    evidence: 'observed by others',
    source: `go-to-k/cdkd, src/cli/commands/export.ts (measured in August 2026); GetTemplateSummary: ${GUIDE}/import-resources-manually.html; log groups: ${GUIDE}/resource-import-supported-resources.html`,
  },
  {
    id: 'cloudformation.endpoints-can-be-imported',
    description: 'AWS::SageMaker::Endpoint can be imported, with EndpointArn as its identifier.',
    evidence: 'assumed',
    source: `In September 2026, the schema of the type received what an import requires: a name that is not read-only, and time limits of its handlers (cfn-lint 1.58.0). Until then, ${GUIDE}/resource-import-supported-resources.html said that the type cannot be imported. If switched off, the change set is rejected.`,
  },
  {
    id: 'cloudformation.import-updates-the-endpoint',
    description:
      'After the import of an endpoint, its update handler calls UpdateEndpoint with the properties in the template, which starts a new fleet. The import fails if the update fails.',
    evidence: 'assumed',
    source:
      'After an import, CloudFormation runs the update handler ("Apply stack-level tags to imported resource if applicable"): https://github.com/realestate-com-au/stackup/issues/96. The handler of the type is not public. If switched off, the import sends no request that changes the endpoint.',
  },
  {
    id: 'cloudformation.failed-import-forgets',
    description: 'If an import fails, the stack forgets the resources, and the resources remain.',
    evidence: 'documented',
    source: `${GUIDE}/view-stack-events.html (IMPORT_ROLLBACK_COMPLETE)`,
  },
  {
    id: 'cloudformation.updates-imported-stacks',
    description: 'A stack in the status IMPORT_COMPLETE or IMPORT_ROLLBACK_COMPLETE can be updated.',
    evidence: 'documented',
    source: `${GUIDE}/view-stack-events.html`,
  },
];
