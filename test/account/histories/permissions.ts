import { Permission, Uses } from '../iam/uses';

/** Permissions that no history needs, and why the roles have them. */
const UNUSED_ON_PURPOSE: readonly { readonly of: RegExp; readonly since: string }[] = [
  {
    of: /ExecutionRol\w* kms:CreateGrant$/,
    since: 'whether SageMaker makes grants as the role or as who deploys is not known; another history has the role',
  },
  {
    of: /TritonEnginesR\w* sagemaker:(AddTags|CreateTrainingJob|StopProcessingJob|StopTrainingJob)$/,
    since: 'chance draws few engines here; the histories of engines have both kinds of jobs, and stop them',
  },
  { of: /s3:AbortMultipartUpload$/, since: 'only files of more than 5 GB are copied in parts' },
  {
    of: /EndpointCleanu\w* lambda:InvokeFunction$/,
    since: 'interfaces and grants go in less than a quarter of an hour here',
  },
  { of: /application-autoscaling:PutScheduledAction$/, since: 'no version of these histories scales by a schedule' },
  {
    of: /SmokeTest.* cloudformation:DescribeStacks$/,
    since: 'asked only while a stack goes back, and not of each variant here',
  },
];

/** Variants have functions alike. The name of a role has the beginning of its logical id, and its end. */
function ofAnyVariant(role: string): string {
  return role.replace(/Endpoint(?:AllTraffic|Old|New)([A-Z][a-z])\w*$/, 'Endpoint$1');
}

/** Actions that a role is allowed and never needed, whatever the version of its policy. */
export function unusedPermissions(uses: Uses): string[] {
  const nameOf = ({ role, action }: Permission): string => `${ofAnyVariant(role.replace(/-x+\d+$/, ''))} ${action}`;
  const unused = new Set(uses.unused());
  const used = new Set(
    uses
      .all()
      .filter((permission) => !unused.has(permission))
      .map(nameOf),
  );
  const never = new Set([...unused].map(nameOf).filter((name) => !used.has(name)));
  return [...never].filter((name) => !UNUSED_ON_PURPOSE.some(({ of }) => of.test(name))).sort();
}
