import { App, Duration, RemovalPolicy } from 'aws-cdk-lib';
import { BlockPublicAccess, Bucket } from 'aws-cdk-lib/aws-s3';
import { InferenceRecommenderJob, InstanceType, LatencyObjective, TrafficPattern, TritonImage } from '../lib';
import { Checked, classifier } from './check';

const app = new App();
const checked = new Checked(app, 'IntegRecommender');
const job = new InferenceRecommenderJob(checked.stack, 'Benchmark', {
  model: classifier('image-classifier'),
  // The newest release that runs on the default GPU driver of g6: a job cannot select a newer driver.
  image: TritonImage.forRelease('25.04'),
  instanceTypes: [InstanceType.G6_XLARGE],
  trafficPattern: TrafficPattern.phases([{ initialUsers: 1, usersPerMinute: 1, duration: Duration.minutes(2) }]),
  stopAt: { modelLatency: LatencyObjective.p95(Duration.seconds(1)) },
  jobDuration: Duration.minutes(30),
  // Nothing stays.
  resultsBucket: new Bucket(checked.stack, 'Results', {
    enforceSSL: true,
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    removalPolicy: RemovalPolicy.DESTROY,
    autoDeleteObjects: true,
  }),
});
// The deployment has started it. CloudFormation waits for an hour at most.
checked
  .call(
    'sfn',
    'ListExecutions',
    { stateMachineArn: job.stateMachine.stateMachineArn, maxResults: 1 },
    { executions: [{ status: 'SUCCEEDED' }] },
  )
  .waitForAssertions({ totalTimeout: Duration.minutes(55), interval: Duration.minutes(1) });
app.synth();
