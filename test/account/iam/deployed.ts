/** A template with the names that CloudFormation would give: as long as they may get, for policies have quotas. */
import { createHash } from 'node:crypto';
import type { StackTemplate } from './example-templates';

export const DEPLOYED_ACCOUNT = '123456789012';
/** One of the longest names of a region with GPUs. */
export const DEPLOYED_REGION = 'ap-southeast-2';

const PSEUDO: Readonly<Record<string, string>> = {
  'AWS::AccountId': DEPLOYED_ACCOUNT,
  'AWS::Partition': 'aws',
  'AWS::Region': DEPLOYED_REGION,
  'AWS::URLSuffix': 'amazonaws.com',
};

/** ARNs by type, without the part that all have. Of types that are not here, Ref and Arn are the name. */
const ARNS: Readonly<Record<string, (name: string) => string>> = {
  'AWS::S3::Bucket': (name) => `arn:aws:s3:::${name}`,
  'AWS::IAM::Role': (name) => `arn:aws:iam::${DEPLOYED_ACCOUNT}:role/${name}`,
  'AWS::Lambda::Function': (name) => regional('lambda', `function:${name}`),
  'AWS::KMS::Key': (name) => regional('kms', `key/${name}`),
  'AWS::CloudWatch::Alarm': (name) => regional('cloudwatch', `alarm:${name}`),
  'AWS::CloudWatch::CompositeAlarm': (name) => regional('cloudwatch', `alarm:${name}`),
  'AWS::Logs::LogGroup': (name) => regional('logs', `log-group:${name}:*`),
  'AWS::SNS::Topic': (name) => regional('sns', name),
  'AWS::Events::Rule': (name) => regional('events', `rule/${name}`),
  'AWS::StepFunctions::StateMachine': (name) => regional('states', `stateMachine:${name}`),
  'AWS::SageMaker::ModelPackage': (name) => regional('sagemaker', `model-package/${name.toLowerCase()}/1`),
};

/** Types whose Ref is the ARN. */
const REF_IS_ARN = ['AWS::SNS::Topic', 'AWS::StepFunctions::StateMachine', 'AWS::SageMaker::ModelPackage'];

const NAME_PROPERTIES = ['RoleName', 'BucketName', 'FunctionName', 'AlarmName', 'LogGroupName', 'TopicName'];

/** A value of the template as it is when the stack is deployed. */
export function deployed(value: unknown, stack: string, template: StackTemplate): unknown {
  const resolve = (inner: unknown): unknown => deployed(inner, stack, template);
  if (Array.isArray(value)) return value.map(resolve);
  if (typeof value !== 'object' || value === null) return value;
  const [[key, argument] = ['', undefined], ...others] = Object.entries(value);
  if (others.length === 0 && (key === 'Ref' || key.startsWith('Fn::'))) {
    return intrinsic(key, argument, stack, template, resolve);
  }
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, resolve(inner)]));
}

function intrinsic(
  name: string,
  argument: unknown,
  stack: string,
  template: StackTemplate,
  resolve: (value: unknown) => unknown,
): unknown {
  switch (name) {
    case 'Ref':
      return reference(String(argument), stack, template);
    case 'Fn::GetAtt': {
      const [id, attribute] = argument as [string, string];
      const { Type } = template.Resources[id];
      const physical = nameOf(id, stack, template);
      return /Arn$/.test(attribute) ? (ARNS[Type]?.(physical) ?? physical) : physical;
    }
    case 'Fn::Join': {
      const [separator, parts] = argument as [string, unknown[]];
      return parts.map((part) => String(resolve(part))).join(separator);
    }
    case 'Fn::Sub':
      return String(argument).replaceAll(/\$\{([\w:]+)\}/g, (_, id: string) => reference(id, stack, template));
    case 'Fn::FindInMap': {
      const [map, first, second] = (argument as unknown[]).map((part) => String(resolve(part)));
      return template.Mappings?.[map][first][second];
    }
    default:
      throw new Error(`${name} is not known in a policy: add it to test/account/iam/deployed.ts.`);
  }
}

function reference(id: string, stack: string, template: StackTemplate): string {
  if (id in PSEUDO) return PSEUDO[id];
  if (id === 'AWS::StackName') return stack;
  if (id === 'AWS::StackId') return regional('cloudformation', `stack/${stack}/${'1'.repeat(36)}`);
  const { Type } = template.Resources[id];
  const name = nameOf(id, stack, template);
  return REF_IS_ARN.includes(Type) ? ARNS[Type](name) : name;
}

/** The name in the template, or one of CloudFormation's: stack, logical id and 12 characters, 64 at most. */
function nameOf(id: string, stack: string, template: StackTemplate): string {
  const { Type, Properties = {} } = template.Resources[id];
  const given = NAME_PROPERTIES.map((property) => Properties[property]).find((name) => name !== undefined);
  if (given !== undefined) return String(deployed(given, stack, template));
  if (Type === 'AWS::KMS::Key') return '11111111-1111-1111-1111-111111111111';
  if (Type.startsWith('AWS::EC2::')) {
    return `${Type.split('::')[2].toLowerCase()}-${createHash('sha256').update(id).digest('hex').slice(0, 17)}`;
  }
  const name = `${stack}-${id}`.slice(0, 50) + '-ABCDEFGHIJKL';
  return Type === 'AWS::S3::Bucket' ? name.toLowerCase() : name;
}

function regional(service: string, rest: string): string {
  return `arn:aws:${service}:${DEPLOYED_REGION}:${DEPLOYED_ACCOUNT}:${rest}`;
}
