/** Resolves the functions of templates. Generated names have the maximum length, because IAM limits the size of policies. */
import { createHash } from 'node:crypto';
import { COPY_COUNT_ATTRIBUTE } from '../../../lib/contracts/scaling-registration-properties';
import { resolve } from '../cloudformation/intrinsics';
import type { StackResource, Template } from '../cloudformation/template';
import type { StackTemplate } from './example-templates';

export const DEPLOYED_ACCOUNT = '123456789012';
/** A Region with GPUs that has one of the longest names. */
export const DEPLOYED_REGION = 'ap-southeast-2';

const PSEUDO_PARAMETERS: Readonly<Record<string, string>> = {
  'AWS::AccountId': DEPLOYED_ACCOUNT,
  'AWS::Partition': 'aws',
  'AWS::Region': DEPLOYED_REGION,
  'AWS::URLSuffix': 'amazonaws.com',
};

/** For each resource type, its ARN format. For all other types, Ref and Arn are the physical name. */
const ARN_FORMATS: Readonly<Record<string, (name: string) => string>> = {
  'AWS::S3::Bucket': (name) => `arn:aws:s3:::${name}`,
  'AWS::IAM::Role': (name) => `arn:aws:iam::${DEPLOYED_ACCOUNT}:role/${name}`,
  'AWS::Lambda::Function': (name) => regionalArn('lambda', `function:${name}`),
  'AWS::KMS::Key': (name) => regionalArn('kms', `key/${name}`),
  'AWS::CloudWatch::Alarm': (name) => regionalArn('cloudwatch', `alarm:${name}`),
  'AWS::CloudWatch::CompositeAlarm': (name) => regionalArn('cloudwatch', `alarm:${name}`),
  'AWS::Logs::LogGroup': (name) => regionalArn('logs', `log-group:${name}:*`),
  'AWS::SNS::Topic': (name) => regionalArn('sns', name),
  'AWS::SQS::Queue': (name) => regionalArn('sqs', name),
  'AWS::Events::Rule': (name) => regionalArn('events', `rule/${name}`),
  'AWS::StepFunctions::StateMachine': (name) => regionalArn('states', `stateMachine:${name}`),
  'AWS::SageMaker::InferenceComponent': (name) => regionalArn('sagemaker', `inference-component/${name.toLowerCase()}`),
  'AWS::SageMaker::ModelPackage': (name) => regionalArn('sagemaker', `model-package/${name.toLowerCase()}/1`),
};

/** Resource types for which Ref returns the ARN. */
const REF_IS_ARN = [
  'AWS::SNS::Topic',
  'AWS::StepFunctions::StateMachine',
  'AWS::SageMaker::InferenceComponent',
  'AWS::SageMaker::ModelPackage',
];

const NAME_PROPERTIES = ['RoleName', 'BucketName', 'FunctionName', 'AlarmName', 'LogGroupName', 'TopicName'];

/** Resolves all functions in a value of the template, as in the deployed stack. */
export function deployedValue(value: unknown, stack: string, template: StackTemplate): unknown {
  const attributes = (id: string): object =>
    new Proxy({}, { has: () => true, get: (_, name) => attributeOf(id, String(name), stack, template) });
  return resolve(value, {
    template: template as unknown as Template,
    pseudo: {
      ...PSEUDO_PARAMETERS,
      'AWS::StackName': stack,
      'AWS::StackId': regionalArn('cloudformation', `stack/${stack}/${'1'.repeat(36)}`),
    },
    resource: (id) => ({ ref: refOf(id, stack, template), attributes: attributes(id) }) as unknown as StackResource,
  });
}

function refOf(id: string, stack: string, template: StackTemplate): string {
  const { Type } = template.Resources[id];
  const name = nameOf(id, stack, template);
  return REF_IS_ARN.includes(Type) ? ARN_FORMATS[Type](name) : name;
}

function attributeOf(id: string, name: string, stack: string, template: StackTemplate): string {
  if (name === COPY_COUNT_ATTRIBUTE) return '1';
  const physicalName = nameOf(id, stack, template);
  return name.endsWith('Arn')
    ? (ARN_FORMATS[template.Resources[id].Type]?.(physicalName) ?? physicalName)
    : physicalName;
}

/**
 * The name in the template or, if there is none, a name as CloudFormation generates it: stack name, logical ID and 12 characters, at most
 * 64 in total.
 */
function nameOf(id: string, stack: string, template: StackTemplate): string {
  const { Type, Properties = {} } = template.Resources[id];
  const nameInTemplate = NAME_PROPERTIES.map((property) => Properties[property]).find((name) => name !== undefined);
  if (nameInTemplate !== undefined) return String(deployedValue(nameInTemplate, stack, template));
  if (Type === 'AWS::KMS::Key') return '11111111-1111-1111-1111-111111111111';
  if (Type.startsWith('AWS::EC2::')) {
    return `${Type.split('::')[2].toLowerCase()}-${createHash('sha256').update(id).digest('hex').slice(0, 17)}`;
  }
  const name = `${stack}-${id}`.slice(0, 50) + '-ABCDEFGHIJKL';
  return Type === 'AWS::S3::Bucket' ? name.toLowerCase() : name;
}

function regionalArn(service: string, resource: string): string {
  return `arn:aws:${service}:${DEPLOYED_REGION}:${DEPLOYED_ACCOUNT}:${resource}`;
}
