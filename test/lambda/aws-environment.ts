/** Lambda's environment, with a server on the loopback in the place of AWS. */
export function awsEnvironment(url: string): NodeJS.ProcessEnv {
  return {
    ...process.env,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'nobody',
    AWS_SECRET_ACCESS_KEY: 'nothing',
    AWS_ENDPOINT_URL: url,
    PERMISSION_PAUSE_MILLISECONDS: '1',
    LOG_PATIENCE_MILLISECONDS: '1',
  };
}

/** What CloudFormation answers to DescribeStacks. */
export function describedStack(status: string): string {
  const stack = `<StackName>vision</StackName><StackStatus>${status}</StackStatus>`;
  return `<DescribeStacksResponse><DescribeStacksResult><Stacks><member>${stack}</member></Stacks></DescribeStacksResult></DescribeStacksResponse>`;
}
