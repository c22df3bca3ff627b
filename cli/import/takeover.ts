import { App, Stack } from 'aws-cdk-lib';
import { CfnLogGroup } from 'aws-cdk-lib/aws-logs';
import { CfnEndpoint } from 'aws-cdk-lib/aws-sagemaker';
import { Construct } from 'constructs';
import { endpointLogGroupOf } from '../../lib/contracts/log-groups';
import { Language } from '../init/syntax';
import { constant, create, Expression, flag, list, struct, text, variable } from './code/expression';
import { pythonImport, typescriptImport } from './code/files';
import { renderStatement } from './code/render';
import { hasComponents, ImportedEndpoint } from './import-endpoint';

/**
 * The identifiers of the existing resources by the logical IDs that they have in the app: `cdk import --resource-mapping`. The log group is
 * imported together with the endpoint, because CloudFormation cannot create a log group that exists.
 */
export function resourceMapping(endpoint: ImportedEndpoint, stackId: string): Record<string, Record<string, string>> {
  const { context, endpointArn } = endpoint;
  const stack = new Stack(new App(), stackId);
  const scope = new Construct(stack, 'Endpoint');
  const logs = new Construct(new Construct(scope, 'Logs'), 'Resource');
  const logicalId = (resource: CfnEndpoint | CfnLogGroup): string => stack.getLogicalId(resource);
  const cfnEndpoint = new CfnEndpoint(scope, 'Resource', { endpointConfigName: endpoint.endpointConfigName });
  const logGroupName = endpointLogGroupOf(context.endpointName);
  return {
    [logicalId(cfnEndpoint)]: { EndpointArn: endpointArn },
    ...(!hasComponents(endpoint) && { [logicalId(new CfnLogGroup(logs, 'Resource'))]: { LogGroupName: logGroupName } }),
  };
}

/** The app of the import: a stack with only the resources that exist, as they are. */
export function renderImportApp(endpoint: ImportedEndpoint, stackId: string, language: Language): string {
  const { context, endpointConfigName, tags } = endpoint;
  const env = struct('Environment', { account: text(context.account), region: text(context.region) });
  const stack = create('Stack', [create('App'), text(stackId)], { env });
  const pythonStackOfApp = create('Stack', [variable('app'), text(stackId)], { env });
  const cfnTags = tags.map(({ key, value }) => struct('CfnTag', { key: text(key), value: text(value) }));
  const cfnEndpoint = create('CfnEndpoint', [variable('scope'), text('Resource')], {
    endpointName: text(context.endpointName),
    endpointConfigName: text(endpointConfigName),
    retainAllVariantProperties: flag(true),
    tags: tags.length > 0 ? list(cfnTags) : undefined,
  });
  const logScope = create('Construct', [variable('scope'), text('Logs')]);
  const logGroup = create('LogGroup', [logScope, text('Resource')], {
    logGroupName: text(endpointLogGroupOf(context.endpointName)),
    retention: constant('RetentionDays', 'INFINITE'),
    removalPolicy: constant('RemovalPolicy', 'RETAIN'),
  });
  const logs = hasComponents(endpoint) ? undefined : logGroup;
  return language === 'python'
    ? pythonApp(pythonStackOfApp, cfnEndpoint, logs, tags.length > 0)
    : typescriptApp(stack, cfnEndpoint, logs);
}

const COMMENT = [
  'The app of the import, which creates no resources. The IDs of its constructs are those of the parent folder, so both',
  'apps have the same logical IDs. If a later deployment is rolled back, the endpoint keeps the instances that scaling',
  'has started (retainAllVariantProperties).',
];

function typescriptApp(stack: Expression, cfnEndpoint: Expression, logGroup: Expression | undefined): string {
  const line = (prefix: string, value: Expression): string =>
    renderStatement(value, 'typescript', { prefix, suffix: ';' });
  const imports: [string, string[]][] = [
    ['aws-cdk-lib', ['App', 'CfnDeletionPolicy', ...(logGroup ? ['RemovalPolicy'] : []), 'Stack']],
    ...(logGroup ? ([['aws-cdk-lib/aws-logs', ['LogGroup', 'RetentionDays']]] as [string, string[]][]) : []),
    ['aws-cdk-lib/aws-sagemaker', ['CfnEndpoint']],
    ['constructs', ['Construct']],
  ];
  return [
    ...imports.map(([module, names]) => typescriptImport(module, names)),
    '',
    ...COMMENT.map((text) => `// ${text}`),
    line('const stack = ', stack),
    line('const scope = ', create('Construct', [variable('stack'), text('Endpoint')])),
    line('const endpoint = ', cfnEndpoint),
    'endpoint.cfnOptions.deletionPolicy = CfnDeletionPolicy.RETAIN;',
    ...(logGroup ? [line('', logGroup)] : []),
    '',
  ].join('\n');
}

function pythonApp(
  stack: Expression,
  cfnEndpoint: Expression,
  logGroup: Expression | undefined,
  hasTags: boolean,
): string {
  const line = (prefix: string, value: Expression): string => renderStatement(value, 'python', { prefix });
  const core = [
    'App',
    'CfnDeletionPolicy',
    ...(hasTags ? ['CfnTag'] : []),
    'Environment',
    ...(logGroup ? ['RemovalPolicy'] : []),
    'Stack',
  ];
  return [
    pythonImport('aws_cdk', core),
    ...(logGroup ? [pythonImport('aws_cdk.aws_logs', ['LogGroup', 'RetentionDays'])] : []),
    pythonImport('aws_cdk.aws_sagemaker', ['CfnEndpoint']),
    pythonImport('constructs', ['Construct']),
    '',
    ...COMMENT.map((text) => `# ${text}`),
    'app = App()',
    line('stack = ', stack),
    line('scope = ', create('Construct', [variable('stack'), text('Endpoint')])),
    line('endpoint = ', cfnEndpoint),
    'endpoint.cfn_options.deletion_policy = CfnDeletionPolicy.RETAIN',
    ...(logGroup ? [line('', logGroup)] : []),
    'app.synth()',
    '',
  ].join('\n');
}
