import { DescribeInferenceRecommendationsJobCommand, SageMakerClient } from '@aws-sdk/client-sagemaker';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { renderCsv } from '../../lib/contracts/recommendations/csv';
import {
  DescribedJob,
  ConfigurationFacts,
  InstanceSizes,
  recommendationsOf,
} from '../../lib/contracts/recommendations/described-job';
import { rank } from '../../lib/contracts/recommendations/rank';
import { BenchmarkDemand } from '../../lib/contracts/recommendations/benchmark-demand';
import { Recommendation } from '../../lib/contracts/recommendations/recommendation';
import { log } from '../shared/log';
import { EndedJob, messageOf } from './message';

/** The input of this function: a run of the benchmark workflow, with its jobs of SageMaker Inference Recommender. */
interface ResultsEvent {
  readonly bucket: string;
  readonly prefix: string;
  readonly demand: BenchmarkDemand;
  readonly instances: InstanceSizes;
  readonly runs: (EndedJob & { readonly facts: ConfigurationFacts })[];
}

/** The output of this function, which the next steps of the workflow use. */
export interface RunResult {
  /** The number of jobs without results. */
  readonly failed: number;
  /** A summary of the run. */
  readonly message: string;
  /** The pick, that is, the recommendation that the run selected, as JSON; absent if there is no pick. */
  readonly parameter?: string;
  /** S3 URI of the table; absent without results. */
  readonly table?: string;
}

/** Writes the results of a run's jobs as JSON and CSV, and summarizes the run. */
export async function handler(event: ResultsEvent): Promise<RunResult> {
  const { runs, demand, instances } = event;
  const completedJobs = runs.filter(({ status }) => status === 'COMPLETED');
  const sagemaker = new SageMakerClient();
  const jobsWithResults = await Promise.all(
    completedJobs.map(async ({ jobName, facts }) => {
      const { $metadata: _, ...job } = await sagemaker.send(
        new DescribeInferenceRecommendationsJobCommand({ JobName: jobName }),
      );
      return { jobName, job, recommendations: recommendationsOf(job as DescribedJob, facts, instances) };
    }),
  );
  const recommendations = jobsWithResults.flatMap((job) => job.recommendations);
  const { pick } = rank(recommendations, demand);
  const table = completedJobs.length > 0 ? await writeResults(event, jobsWithResults, recommendations) : undefined;
  const message = messageOf(runs, recommendations.length, demand, pick, table);
  log(message);
  return {
    failed: runs.length - completedJobs.length,
    message,
    ...(pick && { parameter: JSON.stringify({ ...pick, pareto: undefined, meets: undefined, table }) }),
    ...(table !== undefined && { table }),
  };
}

/**
 * Writes the results of each job to a folder with the name of the job, and all results to the folder `latest`; returns the S3 URI of the
 * table.
 */
async function writeResults(
  { bucket, prefix, demand }: ResultsEvent,
  jobsWithResults: { jobName: string; job: object; recommendations: Recommendation[] }[],
  recommendations: Recommendation[],
): Promise<string> {
  const s3 = new S3Client();
  const resultFiles = (folder: string, jobs: object[], rows: Recommendation[]): [string, string, string][] => [
    [`${prefix}/${folder}/results.json`, 'application/json', toJson({ recommendations: rows, jobs })],
    [`${prefix}/${folder}/results.csv`, 'text/csv', renderCsv(rows, demand)],
  ];
  const jobs = jobsWithResults.map(({ job }) => job);
  const objects = [
    ...jobsWithResults.flatMap((each) => resultFiles(each.jobName, [each.job], each.recommendations)),
    ...resultFiles('latest', jobs, recommendations),
  ];
  await Promise.all(
    objects.map(([Key, ContentType, Body]) =>
      s3.send(new PutObjectCommand({ Bucket: bucket, Key, ContentType, Body })),
    ),
  );
  return `s3://${bucket}/${prefix}/latest/results.csv`;
}

/** Missing measurements (NaN) become null in JSON. */
function toJson(value: object): string {
  return JSON.stringify(value, undefined, 2);
}
