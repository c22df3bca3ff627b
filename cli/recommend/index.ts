import { Command } from 'commander';
import { parsePositiveNumber } from '../input/arguments';
import type { ReportOptions } from './report';

/** `cdk-sagemaker-triton recommend` */
export function recommendCommand(): Command {
  return new Command('recommend')
    .summary('show results of Inference Recommender, and fetch them for synth')
    .addCommand(reportCommand())
    .addCommand(fetchCommand());
}

function reportCommand(): Command {
  return new Command('report')
    .summary('print results with the pick and the Pareto front')
    .description(
      'Sizes a fleet for each recommendation and marks the recommendations for which no other is better in both cost and latency. Without a load, it ' +
        'compares the cost of a million requests.',
    )
    .argument('<results>', "a benchmark's results.csv or results.json, or a described job (.json)")
    .option('--requests-per-second <rate>', 'peak load', parsePositiveNumber)
    .option('--latency <milliseconds>', 'longest ModelLatency allowed', parsePositiveNumber)
    .option('--html <file>', 'write a page with the plot')
    .action(async (results: string, options: ReportOptions) => {
      const { printReport } = await import('./report.js');
      printReport(results, options);
    });
}

function fetchCommand(): Command {
  return new Command('fetch')
    .summary('put results from S3 into cdk.context.json, for Recommendations.fromBucket')
    .argument('<uri>', 's3://<bucket>/<key> of a results.csv or results.json')
    .option('--context <file>', 'the context file', 'cdk.context.json')
    .action(async (uri: string, { context }: { context: string }) => {
      const { fetchResults } = await import('./fetch.js');
      await fetchResults(uri, context);
    });
}
