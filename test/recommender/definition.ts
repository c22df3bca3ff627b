import { Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';

export interface State {
  readonly Type: string;
  readonly Resource?: string;
  readonly Parameters?: Record<string, unknown>;
  TimeoutSeconds?: number;
}

export interface Definition {
  readonly StartAt: string;
  readonly States: Record<string, State>;
}

/** Returns the definition of the only state machine of the stack, with example values instead of intrinsic functions. */
export function definitionIn(stack: Stack): Definition {
  const [machine] = Object.values(Template.fromStack(stack).findResources('AWS::StepFunctions::StateMachine'));
  return JSON.parse(resolveIntrinsics(machine.Properties.DefinitionString));
}

/** Replaces intrinsic functions with example values of the correct form. */
function resolveIntrinsics(value: unknown): string {
  if (typeof value === 'string') return value;
  const [[name, argument]] = Object.entries(value as Record<string, unknown>);
  if (name === 'Fn::Join') return (argument as [string, unknown[]])[1].map(resolveIntrinsics).join('');
  const [id, attribute = ''] = [argument].flat().map(String);
  if (id === 'AWS::Partition') return 'aws';
  if (attribute === 'ModelPackageArn')
    return `arn:aws:sagemaker:us-east-1:111122223333:model-package/${id.toLowerCase()}/1`;
  if (id.includes('Role')) return `arn:aws:iam::111122223333:role/${id}`;
  if (id.includes('Topic')) return `arn:aws:sns:us-east-1:111122223333:${id}`;
  return attribute === 'Arn' ? `arn:aws:lambda:us-east-1:111122223333:function:${id}` : id.toLowerCase();
}
