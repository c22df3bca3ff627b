import { Permission, PermissionUsage } from '../iam/permission-usage';

/** Patterns of permissions that no history uses, and the reasons. */
const EXPECTED_UNUSED: readonly { readonly pattern: RegExp; readonly reason: string }[] = [
  {
    pattern: /ExecutionRol\w* kms:CreateGrant$/,
    reason:
      'it is not known whether SageMaker creates grants with the role or with the deployer; a fixed defect uses the role',
  },
  {
    pattern: /TritonEnginesR\w* sagemaker:(AddTags|CreateTrainingJob|StopTrainingJob)$/,
    reason: 'random histories contain few engines; the histories of engines use and stop jobs',
  },
  { pattern: / kms:Decrypt$/, reason: 'the asset bucket of the histories has no customer key' },
  { pattern: /s3:AbortMultipartUpload$/, reason: 'only files of more than 5 GB are copied in parts' },
  {
    pattern: /EndpointCleanu\w* lambda:InvokeFunction$/,
    reason: 'the simulated SageMaker deletes interfaces and grants within 15 minutes',
  },
  { pattern: /application-autoscaling:PutScheduledAction$/, reason: 'no version has scheduled scaling' },
  {
    pattern: /TritonTests.* cloudformation:DescribeStacks$/,
    reason: 'sent only during a rollback, which random histories do not contain for each variant',
  },
];

/**
 * Removes the name of the variant or inference component from the name of a role, since all of them have the same functions. Role names contain
 * truncated logical IDs.
 */
function withoutVariant(role: string): string {
  return role
    .replace(/Endpoint(?:AllTraffic|Old|New)([A-Z][a-z])\w*$/, 'Endpoint$1')
    .replace(/Shared[a-z]+([A-Z][a-z])\w*$/, 'Shared$1');
}

/**
 * The permissions, as role and action, that no request used with any version of a policy. Excludes permissions that are expected to be
 * unused.
 */
export function unusedPermissions(usage: PermissionUsage): string[] {
  const describePermission = ({ role, action }: Permission): string =>
    `${withoutVariant(role.replace(/-x+\d+$/, ''))} ${action}`;
  const unused = new Set(usage.unused());
  const usedNames = new Set(
    usage
      .all()
      .filter((permission) => !unused.has(permission))
      .map(describePermission),
  );
  const neverUsed = new Set([...unused].map(describePermission).filter((name) => !usedNames.has(name)));
  return [...neverUsed].filter((name) => !EXPECTED_UNUSED.some(({ pattern }) => pattern.test(name))).sort();
}
