import { Stack } from 'aws-cdk-lib';
import { AwsSolutionsChecks, HIPAASecurityChecks, NIST80053R5Checks, PCIDSS321Checks } from 'cdk-nag';
import { IConstruct } from 'constructs';
import { createAllConstructs } from './constructs';

const PACKS = [AwsSolutionsChecks, NIST80053R5Checks, HIPAASecurityChecks, PCIDSS321Checks];
const REPORT_ALL = { 'cdk-sagemaker-triton:reportAllComplianceFindings': true };

/** A finding of a cdk-nag rule about a resource. */
export interface ComplianceFinding {
  /** The name of the rule, with the prefix of its pack. If a rule has several findings for a resource, brackets contain the finding. */
  readonly id: string;
  /** The path of the resource in its stack. */
  readonly path: string;
  /** The reasons why the library acknowledges the finding. Several if several statements share a wildcard. None if users must resolve the finding. */
  readonly reasons: string[];
}

/** The findings about all constructs of the library without acknowledgments, with the reasons of the acknowledgments. */
export function complianceFindings(): ComplianceFinding[] {
  const stackWithAcknowledgments = createAllConstructs();
  return violationsOf(createAllConstructs(REPORT_ALL)).map(({ id, path }) => ({
    id,
    path,
    reasons: reasonsFor(id, stackWithAcknowledgments.node.findChild(path.split('/')[0]), path.split('/').slice(1)),
  }));
}

function violationsOf(stack: Stack): Omit<ComplianceFinding, 'reasons'>[] {
  return PACKS.flatMap((Pack) => new Pack().validateScope(stack).violations).flatMap(
    ({ ruleName, violatingResources }) =>
      violatingResources.map(({ constructPath = '' }) => ({
        id: ruleName,
        path: constructPath.slice(`${stack.node.path}/`.length),
      })),
  );
}

/** The acknowledgment reasons of a construct and of its children on the path to the resource. */
function reasonsFor(id: string, construct: IConstruct, path: string[]): string[] {
  const acknowledged = construct.node.metadata.filter(({ type }) => type === 'aws:cdk:acknowledged-rules');
  const reasons: string[] = acknowledged.flatMap(({ data }) => data[id] ?? []);
  const [next, ...rest] = path;
  return next === undefined ? reasons : [...reasons, ...reasonsFor(id, construct.node.findChild(next), rest)];
}
