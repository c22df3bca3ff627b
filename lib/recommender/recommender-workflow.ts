import { Names, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { EventField, IRuleTarget, Rule, RuleTargetInput } from 'aws-cdk-lib/aws-events';
import { SfnStateMachine } from 'aws-cdk-lib/aws-events-targets';
import { Grant, IGrantable, PolicyStatement, Role } from 'aws-cdk-lib/aws-iam';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { BlockPublicAccess, Bucket, BucketEncryption, IBucket } from 'aws-cdk-lib/aws-s3';
import { StringParameter } from 'aws-cdk-lib/aws-ssm';
import { DefinitionBody, LogLevel, StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';
import { acknowledge, acknowledgeRule } from '../platform/acknowledge';
import { OWN_RULES, RULES } from '../platform/nag-reasons';
import { trustForAccount } from '../platform/service-trust';
import { DEFAULT_JOB_DURATION, LONGEST_JOB } from './check';
import { RecommenderFunctions } from './recommender-functions';
import { RecommenderOptions } from './options';
import { BenchmarkDemand } from './results/benchmark-demand';
import { InstanceFacts } from '../sizing/readers/described-job';
import { startProperties, startStatements } from './start-properties';
import { workflowDefinition } from './workflow-definition';
import { WorkflowItem } from './workflow-parts';
import { createWorkflowRole } from './workflow-role';

/** What a workflow runs. */
export interface WorkflowProps {
  readonly jobPrefix: string;
  readonly items: WorkflowItem[];
  readonly maxParallelJobs: number;
  readonly jobRoleArn: string;
  readonly instances: InstanceFacts;
  readonly options: RecommenderOptions;
}

/**
 * What the names of a construct's jobs begin with: with a hash behind it a name has at most 64 characters. In lower case, as SageMaker
 * writes the ARNs of the endpoints that a job makes.
 */
export function jobPrefixOf(scope: Construct): string {
  const parts = Names.uniqueResourceName(scope, { maxLength: 30, separator: '-' }).split('-');
  return parts
    .filter((part) => part !== '')
    .join('-')
    .toLowerCase();
}

/** The state machine of a benchmark, and what it writes to. */
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
    this.allowResults();
    this.stateMachine = this.createStateMachine();
    if (options.schedule) {
      new Rule(this, 'Schedule', {
        description: `Repeats the benchmark ${jobPrefix}`,
        schedule: options.schedule,
        targets: [
          new SfnStateMachine(this.stateMachine, {
            input: RuleTargetInput.fromObject({ nonce: EventField.time }),
            role: this.createScheduleRole(), // the role that CDK would create trusts the rules of all accounts
          }),
        ],
      });
    }
    this.functions.startLast(
      jobPrefix,
      startProperties(this.stateMachine, jobPrefix, items, options.startOnDeployment !== false),
      startStatements(this.stateMachine, this.jobArns),
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
    acknowledge(role, RULES.benchmarkRole);
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

  /** What the results function may read and write for this workflow. */
  private allowResults(): void {
    const { results } = this.functions;
    results.allow(
      new PolicyStatement({ actions: ['sagemaker:DescribeInferenceRecommendationsJob'], resources: [this.jobArns] }),
      new PolicyStatement({
        actions: ['s3:PutObject'],
        resources: [this.resultsBucket.arnForObjects(`${this.props.jobPrefix}/*`)],
      }),
    );
    this.resultsBucket.encryptionKey?.grantEncrypt(results.policy.grantee);
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
      jobSeconds: longestJobSeconds(options),
      jobArns: this.jobArns,
      jobRoleArn: this.props.jobRoleArn,
      resultsFunction: results.function,
      resultsPayload: { bucket: this.resultsBucket.bucketName, prefix: jobPrefix, demand, instances },
      parameter: this.pickParameter,
      topic,
    });
    const role = createWorkflowRole(this, this.jobArns);
    topic?.grantPublish(role); // the task adds no permission for the topic's key
    const log = new LogGroup(this, 'Log', {
      retention: RetentionDays.ONE_MONTH,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    acknowledge(log, RULES.workflowLog);
    const machine = new StateMachine(this, 'StateMachine', {
      definitionBody: DefinitionBody.fromChainable(definition),
      comment: `Benchmark ${jobPrefix}`,
      role,
      logs: { destination: log, level: LogLevel.ALL, includeExecutionData: true },
    });
    acknowledgeRule(machine, OWN_RULES.stateMachine);
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

function longestJobSeconds(options: RecommenderOptions): number {
  if (!options.trafficPattern) return LONGEST_JOB.toSeconds();
  const { jobDuration = DEFAULT_JOB_DURATION } = options;
  return jobDuration.isUnresolved() ? LONGEST_JOB.toSeconds() : jobDuration.toSeconds();
}
