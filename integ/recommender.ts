import { App, Duration, RemovalPolicy } from 'aws-cdk-lib';
import { BlockPublicAccess, Bucket } from 'aws-cdk-lib/aws-s3';
import { InferenceRecommenderJob, InstanceType, LatencyObjective, TrafficPattern, TritonImage } from '../lib';
import { CheckedStack, classifier } from './check';

const app = new App();
const checked = new CheckedStack(app, 'IntegRecommender');
const job = new InferenceRecommenderJob(checked.stack, 'Benchmark', {
  model: classifier('image-classifier'),
  // The newest release that runs on the default GPU driver of g6. The benchmark job cannot select a newer driver.
  image: TritonImage.forRelease('25.04'),
  instanceTypes: [InstanceType.G6_XLARGE],
  trafficPattern: TrafficPattern.phases([{ initialUsers: 1, usersPerMinute: 1, duration: Duration.minutes(2) }]),
  stopAt: { modelLatency: LatencyObjective.p95(Duration.seconds(1)) },
  jobDuration: Duration.minutes(30),
  // A bucket that is deleted with its objects, because the test must leave nothing behind.
  resultsBucket: new Bucket(checked.stack, 'Results', {
    enforceSSL: true,
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    removalPolicy: RemovalPolicy.DESTROY,
    autoDeleteObjects: true,
  }),
});
// The deployment started an execution of the state machine, which runs the benchmark. The assertion waits for at most an hour.
checked
  .call(
    'sfn',
    'ListExecutions',
    { stateMachineArn: job.stateMachine.stateMachineArn, maxResults: 1 },
    { executions: [{ status: 'SUCCEEDED' }] },
  )
  .waitForAssertions({ totalTimeout: Duration.minutes(55), interval: Duration.minutes(1) });
app.synth();
