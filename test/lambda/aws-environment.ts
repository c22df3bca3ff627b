/** Environment variables that make a Lambda function send its requests to a local server instead of AWS. */
export function awsEnvironment(url: string): NodeJS.ProcessEnv {
  return {
    ...process.env,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    AWS_ENDPOINT_URL: url,
    PERMISSION_PAUSE_MILLISECONDS: '1',
    MAX_AGE_MILLISECONDS: 'Infinity', // the events of tests have fixed times
    LOG_PATIENCE_MILLISECONDS: '1',
  };
}

/** CloudFormation's response to DescribeStacks, in XML. */
export function describedStack(status: string): string {
  const stack = `<StackName>vision</StackName><StackStatus>${status}</StackStatus>`;
  return `<DescribeStacksResponse><DescribeStacksResult><Stacks><member>${stack}</member></Stacks></DescribeStacksResult></DescribeStacksResponse>`;
}
