import type { PolicyDocument } from './documents';

const PREFIX = 'arn:aws:iam::aws:policy/service-role/';

/**
 * The AWS managed policies that the CDK attaches to the roles of functions, by ARN (AWS managed policy reference guide, "AWS managed
 * policies").
 */
export const AWS_MANAGED_POLICIES: Readonly<Record<string, PolicyDocument>> = {
  [`${PREFIX}AWSLambdaBasicExecutionRole`]: allow('logs:CreateLogGroup', 'logs:CreateLogStream', 'logs:PutLogEvents'),
  [`${PREFIX}AWSLambdaVPCAccessExecutionRole`]: allow(
    'logs:CreateLogGroup',
    'logs:CreateLogStream',
    'logs:PutLogEvents',
    'ec2:CreateNetworkInterface',
    'ec2:DescribeNetworkInterfaces',
    'ec2:DescribeSubnets',
    'ec2:DeleteNetworkInterface',
    'ec2:AssignPrivateIpAddresses',
    'ec2:UnassignPrivateIpAddresses',
  ),
};

function allow(...actions: string[]): PolicyDocument {
  return { Version: '2012-10-17', Statement: [{ Effect: 'Allow', Action: actions, Resource: '*' }] };
}
