import { DescribeInferenceRecommendationsJobCommand, SageMakerClient } from '@aws-sdk/client-sagemaker';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { renderCsv } from '../../lib/recommender/results/csv';
import { DescribedJob, Facts, InstanceFacts, recommendationsOf } from '../../lib/sizing/readers/described-job';
import { rank } from '../../lib/recommender/results/rank';
import { BenchmarkDemand } from '../../lib/recommender/results/benchmark-demand';
import { Recommendation } from '../../lib/sizing/readers/recommendation';
import { log } from '../shared/log';
import { EndedJob, messageOf } from './message';

/** What the workflow tells of a run. */
export interface ResultsEvent {
  readonly bucket: string;
  readonly prefix: string;
  readonly demand: BenchmarkDemand;
  readonly instances: InstanceFacts;
  readonly runs: (EndedJob & { readonly facts: Facts })[];
}

/** What the workflow goes on with. */
export interface Published {
  /** How many jobs gave no results. */
  readonly failed: number;
  /** How it ended, in plain words. */
  readonly message: string;
  /** The pick as JSON; absent when nothing was picked. */
  readonly parameter?: string;
  /** S3 URI of the table; absent when there are no results. */
  readonly table?: string;
}

/** Writes the results of a run's jobs as JSON and CSV, and says how it ended. */
export async function handler(event: ResultsEvent): Promise<Published> {
  const { runs, demand, instances } = event;
  const complete = runs.filter(({ status }) => status === 'COMPLETED');
  const sagemaker = new SageMakerClient();
  const described = await Promise.all(
    complete.map(async ({ jobName, facts }) => {
      const { $metadata: _, ...job } = await sagemaker.send(
        new DescribeInferenceRecommendationsJobCommand({ JobName: jobName }),
      );
      return { jobName, job, recommendations: recommendationsOf(job as DescribedJob, facts, instances) };
    }),
  );
  const recommendations = described.flatMap((job) => job.recommendations);
  const { pick } = rank(recommendations, demand);
  const table = complete.length > 0 ? await write(event, described, recommendations) : undefined;
  const message = messageOf(runs, recommendations.length, demand, pick, table);
  log(message);
  return {
    failed: runs.length - complete.length,
    message,
    ...(pick && { parameter: JSON.stringify({ ...pick, pareto: undefined, meets: undefined, table }) }),
    ...(table !== undefined && { table }),
  };
}

/** Under the jobs' names, which never change, and again as the latest. */
async function write(
  { bucket, prefix, demand }: ResultsEvent,
  described: { jobName: string; job: object; recommendations: Recommendation[] }[],
  recommendations: Recommendation[],
): Promise<string> {
  const s3 = new S3Client();
  const files = (folder: string, jobs: object[], rows: Recommendation[]): [string, string, string][] => [
    [`${prefix}/${folder}/results.json`, 'application/json', toJson({ recommendations: rows, jobs })],
    [`${prefix}/${folder}/results.csv`, 'text/csv', renderCsv(rows, demand)],
  ];
  const jobs = described.map(({ job }) => job);
  const all = [
    ...described.flatMap((one) => files(one.jobName, [one.job], one.recommendations)),
    ...files('latest', jobs, recommendations),
  ];
  await Promise.all(
    all.map(([Key, ContentType, Body]) => s3.send(new PutObjectCommand({ Bucket: bucket, Key, ContentType, Body }))),
  );
  return `s3://${bucket}/${prefix}/latest/results.csv`;
}

/** JSON has no NaN: what was not measured is null. */
function toJson(value: object): string {
  return JSON.stringify(value, undefined, 2);
}
