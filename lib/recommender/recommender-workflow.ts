import { Names, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { IRuleTarget, Rule } from 'aws-cdk-lib/aws-events';
import { PolicyStatement, Role } from 'aws-cdk-lib/aws-iam';
import { BlockPublicAccess, Bucket, BucketEncryption, IBucket } from 'aws-cdk-lib/aws-s3';
import { DefinitionBody, LogLevel, StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';
import { acknowledge, acknowledgeRule, acknowledgeWildcards } from '../cdk/acknowledge';
import { libraryLogGroupOf } from '../cdk/library-function';
import { AWS_SOLUTIONS_RULES, RULE_REASONS, WILDCARD_REASONS } from '../cdk/nag-reasons';
import { checkRoleSize } from '../cdk/role-size';
import { trustForAccount } from '../cdk/service-trust';
import { DEFAULT_JOB_DURATION, MAX_JOB_DURATION } from './check';
import { RecommenderFunctions } from './recommender-functions';
import { BenchmarkedJob } from './benchmarked-job';
import { InferenceRecommenderJobProps } from './job-props';
import { startProperties, startPermissions } from './start-properties';
import { workflowDefinition } from './workflow-definition';
import { ENCRYPT_ACTIONS, grantKey } from '../cdk/keys';

/** Properties of `RecommenderWorkflow`. */
export interface WorkflowProps {
  readonly jobPrefix: string;
  readonly job: BenchmarkedJob;
  readonly options: InferenceRecommenderJobProps;
}

/**
 * Returns the prefix of the job names of a construct. A job name consists of the prefix and a hash, and has at most 64 characters. The
 * prefix is in lowercase, because SageMaker uses lowercase in the ARNs of the test endpoints.
 */
export function jobPrefixOf(scope: Construct): string {
  const nameParts = Names.uniqueResourceName(scope, { maxLength: 30, separator: '-' }).split('-');
  return nameParts
    .filter((part) => part !== '')
    .join('-')
    .toLowerCase();
}

/** The state machine of a benchmark, with its results bucket. */
export class RecommenderWorkflow extends Construct {
  public readonly stateMachine: StateMachine;
  public readonly resultsBucket: IBucket;
  private readonly functions: RecommenderFunctions;

  constructor(
    scope: Construct,
    id: string,
    private readonly props: WorkflowProps,
  ) {
    super(scope, id);
    const { options, jobPrefix, job } = props;
    this.functions = RecommenderFunctions.of(this);
    this.resultsBucket = options.resultsBucket ?? this.createBucket();
    this.grantResultsPermissions();
    this.stateMachine = this.createStateMachine();
    this.functions.addStartResource(
      jobPrefix,
      startProperties(this.stateMachine, jobPrefix, job.contentHash, options.startOnDeployment !== false),
      startPermissions(this.stateMachine, this.jobArns),
    );
  }

  public onStatusChange(id: string, target: IRuleTarget): Rule {
    return new Rule(this, id, {
      eventPattern: {
        source: ['aws.states'],
        detailType: ['Step Functions Execution Status Change'],
        detail: { stateMachineArn: [this.stateMachine.stateMachineArn] },
      },
      targets: [target],
    });
  }

  private createBucket(): Bucket {
    return new Bucket(this, 'Results', {
      encryption: BucketEncryption.S3_MANAGED,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      enforceSSL: true,
      versioned: true,
      removalPolicy: RemovalPolicy.RETAIN,
    });
  }

  /** Grants the results function permissions for this workflow. */
  private grantResultsPermissions(): void {
    const { results } = this.functions;
    results.allowReplaceable(
      new PolicyStatement({ actions: ['sagemaker:DescribeInferenceRecommendationsJob'], resources: [this.jobArns] }),
      new PolicyStatement({
        actions: ['s3:PutObject'],
        resources: [this.resultsBucket.arnForObjects(`${this.props.jobPrefix}/*`)],
      }),
    );
    grantKey(this.resultsBucket.encryptionKey, results.grantee, ...ENCRYPT_ACTIONS);
  }

  private createStateMachine(): StateMachine {
    const { options, jobPrefix, job } = this.props;
    const { results } = this.functions;
    const definition = workflowDefinition(new Construct(this, 'States'), {
      job,
      jobPrefix,
      jobSeconds: maximumJobSeconds(options),
      jobArns: this.jobArns,
      resultsFunction: results.function,
      resultsPayload: {
        bucket: this.resultsBucket.bucketName,
        prefix: jobPrefix,
        facts: job.facts,
      },
    });
    const role = createWorkflowRole(this, this.jobArns);
    const machine = new StateMachine(this, 'StateMachine', {
      definitionBody: DefinitionBody.fromChainable(definition),
      comment: `Benchmark ${jobPrefix}`,
      role,
      logs: { destination: libraryLogGroupOf(this), level: LogLevel.ALL, includeExecutionData: true },
    });
    acknowledgeRule(machine, AWS_SOLUTIONS_RULES.stateMachine);
    return machine;
  }

  private get jobArns(): string {
    return Stack.of(this).formatArn({
      service: 'sagemaker',
      resource: 'inference-recommendations-job',
      resourceName: `${this.props.jobPrefix}-*`,
    });
  }
}

function maximumJobSeconds(options: InferenceRecommenderJobProps): number {
  if (!options.trafficPattern) return MAX_JOB_DURATION.toSeconds();
  const { jobDuration = DEFAULT_JOB_DURATION } = options;
  return jobDuration.isUnresolved() ? MAX_JOB_DURATION.toSeconds() : jobDuration.toSeconds();
}

/** The role of a workflow. Each task adds the permission for its call. */
function createWorkflowRole(scope: Construct, jobArns: string): Role {
  const role = new Role(scope, 'Role', {
    assumedBy: trustForAccount(scope, 'states'),
    description: 'Runs the jobs of a benchmark and stores their results',
  });
  checkRoleSize(role, 'grant less to the role of the workflow');
  acknowledge(role, RULE_REASONS.benchmarkRole);
  // This statement is never attached. Its only purpose is to name the wildcard that cdk-nag reports in the statements of the tasks.
  const calls = new PolicyStatement({ actions: ['sagemaker:*InferenceRecommendationsJob'], resources: [jobArns] });
  acknowledgeWildcards(role, [calls], WILDCARD_REASONS.workflowRole);
  acknowledgeRule(role, AWS_SOLUTIONS_RULES.workflowRole);
  return role;
}
