import { Names, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { EventField, IRuleTarget, Rule, RuleTargetInput } from 'aws-cdk-lib/aws-events';
import { SfnStateMachine } from 'aws-cdk-lib/aws-events-targets';
import { Grant, IGrantable, PolicyStatement, Role } from 'aws-cdk-lib/aws-iam';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { BlockPublicAccess, Bucket, BucketEncryption, IBucket } from 'aws-cdk-lib/aws-s3';
import { StringParameter } from 'aws-cdk-lib/aws-ssm';
import { DefinitionBody, LogLevel, StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';
import { acknowledge, acknowledgeRule, acknowledgeWildcards } from '../cdk/acknowledge';
import { AWS_SOLUTIONS_RULES, RULE_REASONS, WILDCARD_REASONS } from '../cdk/nag-reasons';
import { checkRoleSize } from '../cdk/role-size';
import { trustForAccount } from '../cdk/service-trust';
import { DEFAULT_JOB_DURATION, MAX_JOB_DURATION } from './check';
import { RecommenderFunctions } from './recommender-functions';
import { RecommenderOptions } from './options';
import { BenchmarkDemand } from '../contracts/recommendations/benchmark-demand';
import { InstanceSizes } from '../contracts/recommendations/described-job';
import { startProperties, startPermissions } from './start-properties';
import { workflowDefinition } from './workflow-definition';
import { WorkflowItem } from './workflow-parts';

/** Properties of `RecommenderWorkflow`. */
export interface WorkflowProps {
  readonly jobPrefix: string;
  readonly items: WorkflowItem[];
  readonly maxParallelJobs: number;
  readonly jobRoleArn: string;
  readonly instances: InstanceSizes;
  readonly options: RecommenderOptions;
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

/** The state machine of a benchmark, with its results bucket and its parameter. */
export class RecommenderWorkflow extends Construct {
  public readonly stateMachine: StateMachine;
  public readonly resultsBucket: IBucket;
  public readonly pickParameter: StringParameter;
  private readonly functions: RecommenderFunctions;

  constructor(
    scope: Construct,
    id: string,
    private readonly props: WorkflowProps,
  ) {
    super(scope, id);
    const { options, jobPrefix, items } = props;
    this.functions = RecommenderFunctions.of(this);
    this.resultsBucket = options.resultsBucket ?? this.createBucket();
    this.pickParameter = new StringParameter(this, 'Pick', {
      description: `The pick of the benchmark ${jobPrefix}, as JSON`,
      stringValue: '{}',
    });
    this.grantResultsPermissions();
    this.stateMachine = this.createStateMachine();
    if (options.schedule) {
      new Rule(this, 'Schedule', {
        description: `Repeats the benchmark ${jobPrefix}`,
        schedule: options.schedule,
        targets: [
          new SfnStateMachine(this.stateMachine, {
            input: RuleTargetInput.fromObject({ nonce: EventField.time }),
            role: this.createScheduleRole(), // the default role of CDK trusts the EventBridge rules of all accounts
          }),
        ],
      });
    }
    this.functions.addStartResource(
      jobPrefix,
      startProperties(this.stateMachine, jobPrefix, items, options.startOnDeployment !== false),
      startPermissions(this.stateMachine, this.jobArns),
    );
  }

  public grantStart(grantee: IGrantable): Grant {
    return this.stateMachine.grantStartExecution(grantee);
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

  private createScheduleRole(): Role {
    const role = new Role(this, 'ScheduleRole', {
      assumedBy: trustForAccount(this, 'events'),
      description: 'A schedule starts a benchmark with this role',
    });
    acknowledge(role, RULE_REASONS.benchmarkRole);
    return role;
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
    this.resultsBucket.encryptionKey?.grantEncrypt(results.grantee);
  }

  private createStateMachine(): StateMachine {
    const { options, jobPrefix, items, maxParallelJobs, instances } = this.props;
    const { results } = this.functions;
    const { notificationTopic: topic, stopAt } = options;
    const demand: BenchmarkDemand = {
      invocationsPerMinute: stopAt?.invocationsPerMinute,
      modelLatencyMilliseconds: stopAt?.modelLatency?.limit.toMilliseconds(),
    };
    const definition = workflowDefinition(new Construct(this, 'States'), {
      items,
      jobPrefix,
      maxParallelJobs,
      jobSeconds: maximumJobSeconds(options),
      jobArns: this.jobArns,
      jobRoleArn: this.props.jobRoleArn,
      resultsFunction: results.function,
      resultsPayload: { bucket: this.resultsBucket.bucketName, prefix: jobPrefix, demand, instances },
      parameter: this.pickParameter,
      topic,
    });
    const role = createWorkflowRole(this, this.jobArns);
    topic?.grantPublish(role); // the SnsPublish task does not grant permission to use the KMS key of the topic
    const log = new LogGroup(this, 'Log', {
      retention: RetentionDays.ONE_MONTH,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    acknowledge(log, RULE_REASONS.workflowLog);
    const machine = new StateMachine(this, 'StateMachine', {
      definitionBody: DefinitionBody.fromChainable(definition),
      comment: `Benchmark ${jobPrefix}`,
      role,
      logs: { destination: log, level: LogLevel.ALL, includeExecutionData: true },
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

function maximumJobSeconds(options: RecommenderOptions): number {
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
  checkRoleSize(role, 'benchmark fewer models or variations in this construct');
  acknowledge(role, RULE_REASONS.benchmarkRole);
  // This statement is never attached. Its only purpose is to name the wildcard that cdk-nag reports in the statements of the tasks.
  const calls = new PolicyStatement({ actions: ['sagemaker:*InferenceRecommendationsJob'], resources: [jobArns] });
  acknowledgeWildcards(role, [calls], WILDCARD_REASONS.workflowRole);
  acknowledgeRule(role, AWS_SOLUTIONS_RULES.workflowRole);
  return role;
}
