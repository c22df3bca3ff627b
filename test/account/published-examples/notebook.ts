import { hostingAccount } from '../hosting-account';

/**
 * The notebook whose requests a test reproduces. Tests contain the inputs of these requests, with different names, but neither code nor
 * text of the notebook.
 */
export interface Source {
  readonly repository: string;
  readonly commit: string;
  readonly path: string;
}

const EXAMPLES = { repository: 'aws/amazon-sagemaker-examples', commit: '2d519b52c3a2c2361f2b87f0d3de46fd6c0232a5' };
const HOSTING = {
  repository: 'aws-samples/sagemaker-genai-hosting-examples',
  commit: '80ee5ebf3755815277bce18a7421303aa1d0a663',
};

/** A notebook of aws/amazon-sagemaker-examples. The names of folders in this repository begin with spaces, which are omitted here. */
export const example = (name: string): Source => ({ ...EXAMPLES, path: `deploy_and_monitor/${name}/${name}.ipynb` });

export const hostingExample = (path: string): Source => ({ ...HOSTING, path });

export const ROLE = 'arn:aws:iam::111122223333:role/service-role/AmazonSageMaker-ExecutionRole';
export const DIMENSION = 'sagemaker:variant:DesiredInstanceCount';

/** A simulated account with functions for steps that several notebooks have in common. */
export function notebook(options: Parameters<typeof hostingAccount>[0] = {}) {
  // Configurations must be visible immediately, because notebooks create the endpoint immediately after its configuration.
  const aws = hostingAccount({
    ...options,
    off: ['sagemaker.configurations-become-visible-later', ...(options.off ?? [])],
  });
  const describeEndpoint = (EndpointName: string) => aws.callSageMaker('DescribeEndpoint', { EndpointName });
  return {
    ...aws,
    describeEndpoint,
    /** Describes the endpoint every 30 seconds until it is InService or Failed. Returns the sequence of statuses. */
    untilSettled: async (EndpointName: string): Promise<string[]> => {
      const statuses: string[] = [];
      for (;;) {
        const { EndpointStatus } = await describeEndpoint(EndpointName);
        if (statuses.at(-1) !== EndpointStatus) statuses.push(String(EndpointStatus));
        if (['InService', 'Failed'].includes(String(EndpointStatus))) return statuses;
        await aws.minutes(0.5);
      }
    },
    /** Number of requests in the last minute, to all instances or only to the instances with a configuration. */
    invocations: (EndpointName: string, VariantName: string, EndpointConfigName?: string): number | undefined =>
      aws.cloudwatch.metrics.statistic(
        {
          namespace: 'AWS/SageMaker',
          name: 'Invocations',
          dimensions: { EndpointName, VariantName, ...(EndpointConfigName ? { EndpointConfigName } : {}) },
        },
        'Sum',
        aws.account.now() - 60_000,
        aws.account.now(),
      ),
    /** Keys of the objects that SageMaker read or wrote with the execution role. */
    objects: (operation: 'GetObject' | 'PutObject'): string[] =>
      aws.calls
        .filter((call) => call.service === 's3' && call.operation === operation)
        .map(({ input }) => String(input.Key)),
  };
}
