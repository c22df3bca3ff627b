import { hostingWorld } from '../hosting-world';

/** Where the calls of a test were read. Only their inputs are here, with other names; no code and no prose. */
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

/** Of the first repository. It has spaces in front of the name of its folder, which are left out here. */
export const example = (name: string): Source => ({ ...EXAMPLES, path: `deploy_and_monitor/${name}/${name}.ipynb` });

export const hostingExample = (path: string): Source => ({ ...HOSTING, path });

export const ROLE = 'arn:aws:iam::111122223333:role/service-role/AmazonSageMaker-ExecutionRole';
export const DIMENSION = 'sagemaker:variant:DesiredInstanceCount';

/** The account of who runs a notebook, with the steps that notebooks repeat. */
export function notebook(options: Parameters<typeof hostingWorld>[0] = {}) {
  // Notebooks create an endpoint right after its configuration, and do not wait.
  const account = hostingWorld({
    ...options,
    off: ['sagemaker.configurations-are-known-late', ...(options.off ?? [])],
  });
  const describeEndpoint = (EndpointName: string) => account.callSageMaker('DescribeEndpoint', { EndpointName });
  return {
    ...account,
    describeEndpoint,
    /** Describes the endpoint every half minute until nothing happens to it; the statuses on the way, each once. */
    untilSettled: async (EndpointName: string): Promise<string[]> => {
      const seen: string[] = [];
      for (;;) {
        const { EndpointStatus } = await describeEndpoint(EndpointName);
        if (seen.at(-1) !== EndpointStatus) seen.push(String(EndpointStatus));
        if (['InService', 'Failed'].includes(String(EndpointStatus))) return seen;
        await account.minutes(0.5);
      }
    },
    /** Invocations that the fleet of a configuration got in the last minute. */
    invocations: (EndpointName: string, VariantName: string, EndpointConfigName?: string): number | undefined =>
      account.cloudwatch.metrics.statistic(
        {
          namespace: 'AWS/SageMaker',
          name: 'Invocations',
          dimensions: { EndpointName, VariantName, ...(EndpointConfigName ? { EndpointConfigName } : {}) },
        },
        'Sum',
        account.world.now() - 60_000,
        account.world.now(),
      ),
    /** Objects that SageMaker read or wrote with the execution role. */
    objects: (operation: 'GetObject' | 'PutObject'): string[] =>
      account.calls
        .filter((call) => call.service === 's3' && call.operation === operation)
        .map(({ input }) => String(input.Key)),
  };
}
