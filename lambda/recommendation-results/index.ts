import { DescribeInferenceRecommendationsJobCommand, SageMakerClient } from '@aws-sdk/client-sagemaker';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { renderCsv } from '../../lib/contracts/recommendations/csv';
import { ConfigurationFacts, DescribedJob, recommendationsOf } from '../../lib/contracts/recommendations/described-job';
import { log } from '../shared/log';
import { describeFailure, EndedJob } from './message';

/** The input of this function: a run of the benchmark workflow, with its job of SageMaker Inference Recommender. */
interface ResultsEvent {
  readonly bucket: string;
  readonly prefix: string;
  readonly facts: ConfigurationFacts;
  readonly run: EndedJob;
}

/** The output of this function, which the next steps of the workflow use. */
export interface RunResult {
  /** A summary of the run. */
  readonly message: string;
  /** S3 URI of the table; absent without results. */
  readonly table?: string;
}

/** Writes the results of the job as JSON and CSV, and summarizes the run. */
export async function handler(event: ResultsEvent): Promise<RunResult> {
  const result = event.run.status === 'COMPLETED' ? await writeResults(event) : { message: describeFailure(event.run) };
  log(result.message);
  return result;
}

/** Writes the results to a folder with the name of the job, and to the folder `latest`. */
async function writeResults({ bucket, prefix, facts, run }: ResultsEvent): Promise<RunResult> {
  const { $metadata: _, ...job } = await new SageMakerClient().send(
    new DescribeInferenceRecommendationsJobCommand({ JobName: run.jobName }),
  );
  const recommendations = recommendationsOf(job as DescribedJob, facts);
  const s3 = new S3Client();
  const objects = [run.jobName, 'latest'].flatMap((folder) => [
    // Missing measurements (NaN) become null in JSON.
    [`${prefix}/${folder}/results.json`, 'application/json', JSON.stringify(job, undefined, 2)],
    [`${prefix}/${folder}/results.csv`, 'text/csv', renderCsv(recommendations)],
  ]);
  await Promise.all(
    objects.map(([Key, ContentType, Body]) =>
      s3.send(new PutObjectCommand({ Bucket: bucket, Key, ContentType, Body })),
    ),
  );
  const table = `s3://${bucket}/${prefix}/latest/results.csv`;
  return { message: `The benchmark is complete: ${recommendations.length} recommendations. Table: ${table}`, table };
}
