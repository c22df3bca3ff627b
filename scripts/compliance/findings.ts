import { Stack } from 'aws-cdk-lib';
import { AwsSolutionsChecks, HIPAASecurityChecks, NIST80053R5Checks, PCIDSS321Checks } from 'cdk-nag';
import { IConstruct } from 'constructs';
import { everyConstruct } from './constructs';

const PACKS = [AwsSolutionsChecks, NIST80053R5Checks, HIPAASecurityChecks, PCIDSS321Checks];
const REPORT_ALL = { 'cdk-sagemaker-triton:reportAllComplianceFindings': true };

/** What a rule of a pack finds at a resource. */
export interface ComplianceFinding {
  /** With the name of the pack, and the finding in brackets if the rule has several. */
  readonly id: string;
  /** Path of the resource in its stack. */
  readonly path: string;
  /** Why the library acknowledges it; several if statements share a wildcard. None if it leaves the finding to users. */
  readonly reasons: string[];
}

/** What the packs find at all constructs of the library if nothing is acknowledged, with the reasons that are recorded otherwise. */
export function complianceFindings(): ComplianceFinding[] {
  const acknowledging = everyConstruct();
  return violationsOf(everyConstruct(REPORT_ALL)).map(({ id, path }) => ({
    id,
    path,
    reasons: reasonsFor(id, acknowledging.node.findChild(path.split('/')[0]), path.split('/').slice(1)),
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

/** The reasons that a construct has for a finding, and those below it on the way to the resource. */
function reasonsFor(id: string, construct: IConstruct, path: string[]): string[] {
  const acknowledged = construct.node.metadata.filter(({ type }) => type === 'aws:cdk:acknowledged-rules');
  const reasons: string[] = acknowledged.flatMap(({ data }) => data[id] ?? []);
  const [next, ...rest] = path;
  return next === undefined ? reasons : [...reasons, ...reasonsFor(id, construct.node.findChild(next), rest)];
}
