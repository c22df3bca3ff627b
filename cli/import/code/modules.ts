/** The module of aws-cdk-lib that exports each class of the generated code. All other classes are exports of this library. */
const MODULES: Record<string, string[]> = {
  '': [
    'App',
    'CfnDeletionPolicy',
    'CfnOutput',
    'Duration',
    'SecretValue',
    'Size',
    'Stack',
    'StackProps',
    'Tags',
    'TimeZone',
    'Environment',
  ],
  'aws-applicationautoscaling': ['Schedule'],
  'aws-cloudwatch': ['Metric', 'Unit'],
  'aws-ec2': ['SecurityGroup', 'Subnet', 'SubnetSelection', 'Vpc'],
  'aws-iam': ['Role'],
  'aws-kms': ['Key'],
  'aws-lambda': ['Function'],
  'aws-s3': ['Bucket'],
  'aws-sagemaker': ['CfnEndpoint', 'CfnInferenceComponent'],
  'aws-sns': ['Topic'],
};

/** The names to import, by module, in the order of the file: TypeScript modules such as `aws-cdk-lib/aws-s3`, or Python modules. */
export function importsOf(classNames: string[], isPython: boolean): [module: string, names: string[]][] {
  const modules = new Map<string, Set<string>>();
  for (const name of classNames) {
    const module = moduleOf(name, isPython);
    modules.set(module, (modules.get(module) ?? new Set()).add(name));
  }
  return [...modules]
    .map(([module, names]): [string, string[]] => [module, [...names].sort()])
    .sort(([a], [b]) => (a < b ? -1 : 1));
}

function moduleOf(className: string, isPython: boolean): string {
  if (className === 'Construct') return 'constructs';
  const [module] = Object.entries(MODULES).find(([, names]) => names.includes(className)) ?? [];
  if (module === undefined) return isPython ? 'cdk_sagemaker_triton' : 'cdk-sagemaker-triton';
  if (isPython) return module === '' ? 'aws_cdk' : `aws_cdk.${module.replace('-', '_')}`;
  return module === '' ? 'aws-cdk-lib' : `aws-cdk-lib/${module}`;
}
