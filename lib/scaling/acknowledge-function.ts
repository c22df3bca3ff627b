import { Token, Validations } from 'aws-cdk-lib';
import { Construct } from 'constructs';

const PACKS = ['NIST.800.53.R5', 'HIPAA.Security', 'PCI.DSS.321'];

/** What rule packs miss of the function, and why it is so. */
const REASONS: Record<string, string> = {
  CloudWatchLogGroupEncrypted:
    'The log names endpoints, variants and instance types; CloudWatch Logs encrypts it with its own key',
  IAMNoInlinePolicy: 'The policy belongs to this role alone and goes with it',
  LambdaConcurrency: 'It runs twice in a deployment; a reservation would take concurrency from all others',
  LambdaDLQ: 'CloudFormation waits for its answer; what runs later is repeated by Lambda and is seen in its log',
  LambdaInsideVPC: 'It speaks with nothing but APIs of AWS',
};

const WILDCARDS: Record<string, string> = {
  'application-autoscaling:<AWS::Region>:<AWS::AccountId>:scalable-target/*':
    'The service gives targets ids that nobody knows beforehand; conditions narrow them to variants of SageMaker',
  'sagemaker:<AWS::Region>:<AWS::AccountId>:endpoint-config/*':
    'CloudFormation names the configurations; the action only reads',
};

/** Tells cdk-nag why the function is as it is. */
export function acknowledgeFunction(scope: Construct): void {
  const validations = Validations.of(scope);
  for (const [rule, reason] of Object.entries(REASONS)) {
    for (const pack of PACKS) validations.acknowledge({ id: `${pack}-${rule}`, reason });
  }
  for (const [resource, reason] of Object.entries(WILDCARDS)) {
    validations.acknowledge({ id: `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:${resource}]`, reason });
  }
}

/** The alarms of one endpoint. Of a name that is only known at deploy time the rule's id is not known either. */
export function acknowledgeAlarms(scope: Construct, endpointName: string): void {
  if (Token.isUnresolved(endpointName)) return;
  Validations.of(scope).acknowledge({
    id: `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:cloudwatch:<AWS::Region>:<AWS::AccountId>:alarm:TargetTracking-endpoint/${endpointName}/variant/*]`,
    reason: 'Application Auto Scaling makes the alarms and names them after the variant',
  });
}
