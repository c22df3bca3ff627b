import { createHash } from 'crypto';
import { ArnFormat, Names, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import { EventField, IRuleTarget, Rule, RuleTargetInput } from 'aws-cdk-lib/aws-events';
import { SfnStateMachine } from 'aws-cdk-lib/aws-events-targets';
import { Grant, IGrantable, PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { BlockPublicAccess, Bucket, BucketEncryption, IBucket } from 'aws-cdk-lib/aws-s3';
import { StringParameter } from 'aws-cdk-lib/aws-ssm';
import { DefinitionBody, LogLevel, StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';
import { acknowledgeBucket, acknowledgeInlinePolicies, acknowledgeLogGroup, acknowledgeWildcards } from './acknowledge';
import { DEFAULT_JOB_DURATION, jobTypeOf, LONGEST_JOB } from './job-findings';
import { RecommenderJobType } from './job-options';
import { RecommenderFunctions } from './recommender-functions';
import { RecommenderOptions } from './recommender-options';
import { BenchmarkDemand } from './results/recommendation';
import { InstanceFacts } from './results/job-results';
import { UNFORCED, workflowDefinition, WorkflowItem } from './workflow-definition';

/** What a workflow runs. */
export interface WorkflowProps {
  readonly jobPrefix: string;
  readonly items: WorkflowItem[];
  readonly maxParallelJobs: number;
  readonly jobRoleArn: string;
  readonly instances: InstanceFacts;
  readonly options: RecommenderOptions;
}

/** What the names of a construct's jobs begin with: with a hash behind it a name has at most 64 characters. */
export function jobPrefixOf(scope: Construct): string {
  return Names.uniqueResourceName(scope, { maxLength: 30, separator: '-' }).replace(
    /^[^a-zA-Z0-9]+|[^a-zA-Z0-9]+$/g,
    '',
  );
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
          new SfnStateMachine(this.stateMachine, { input: RuleTargetInput.fromObject({ nonce: EventField.time }) }),
        ],
      });
    }
    if (options.startOnDeployment !== false) this.startOnDeployment(items);
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

  private createBucket(): Bucket {
    const bucket = new Bucket(this, 'Results', {
      encryption: BucketEncryption.S3_MANAGED,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      enforceSSL: true,
      versioned: true,
      removalPolicy: RemovalPolicy.RETAIN,
    });
    acknowledgeBucket(bucket);
    return bucket;
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
    this.resultsBucket.encryptionKey?.grantEncrypt(results.role);
  }

  private createStateMachine(): StateMachine {
    const { options, jobPrefix, items, maxParallelJobs, instances } = this.props;
    const { results } = this.functions;
    const { notificationTopic: topic, stopAt } = options;
    const demand: BenchmarkDemand = {
      invocationsPerMinute: stopAt?.invocationsPerMinute,
      modelLatencyMilliseconds: stopAt?.modelLatency?.limit.toMilliseconds(),
    };
    const stack = Stack.of(this);
    const definition = workflowDefinition({
      items,
      jobPrefix,
      maxParallelJobs,
      jobSeconds: longestJobSeconds(options),
      resultsFunctionArn: results.function.functionArn,
      resultsPayload: { bucket: this.resultsBucket.bucketName, prefix: jobPrefix, demand, instances },
      parameterName: this.pickParameter.parameterName,
      topicArn: topic?.topicArn,
      partition: stack.partition,
    });
    const role = this.createRole();
    topic?.grantPublish(role);
    const log = new LogGroup(this, 'Log', {
      retention: RetentionDays.ONE_MONTH,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    acknowledgeLogGroup(log);
    const machine = new StateMachine(this, 'StateMachine', {
      definitionBody: DefinitionBody.fromString(stack.toJsonString(definition)),
      comment: `Benchmark ${jobPrefix}`,
      role,
      logs: { destination: log, level: LogLevel.ALL, includeExecutionData: true },
    });
    acknowledgeInlinePolicies(machine); // of the role that a schedule assumes
    Validations.of(machine).acknowledge({
      id: 'AwsSolutions-SF2',
      reason: 'A run takes minutes to hours and calls a handful of services; its log has every step',
    });
    return machine;
  }

  private createRole(): Role {
    const { results } = this.functions;
    const statements = [
      new PolicyStatement({
        actions: ['Create', 'Describe', 'Stop'].map((verb) => `sagemaker:${verb}InferenceRecommendationsJob`),
        resources: [this.jobArns],
      }),
      new PolicyStatement({
        actions: ['iam:PassRole'],
        resources: [this.props.jobRoleArn],
        conditions: { StringEquals: { 'iam:PassedToService': 'sagemaker.amazonaws.com' } },
      }),
      new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [results.function.functionArn] }),
      new PolicyStatement({ actions: ['ssm:PutParameter'], resources: [this.pickParameter.parameterArn] }),
    ];
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('states.amazonaws.com'),
      description: 'Runs the jobs of a benchmark and keeps their results',
      inlinePolicies: { Benchmark: new PolicyDocument({ statements }) },
    });
    acknowledgeInlinePolicies(role);
    acknowledgeWildcards(
      role,
      [...statements.flatMap(({ resources }) => resources), '*'],
      'The names of jobs begin with the name of the benchmark; delivering logs supports no resource',
    );
    return role;
  }

  private startOnDeployment(items: WorkflowItem[]): void {
    const { jobPrefix } = this.props;
    const jobNames = items.map(({ contentHash }) => `${jobPrefix}-${md5(`${contentHash} ${UNFORCED}`)}`);
    this.functions.startLast(
      jobPrefix,
      {
        StateMachineArn: this.stateMachine.stateMachineArn,
        ExecutionName: `${jobPrefix}-${md5(jobNames.join(' '))}`,
        JobNames: jobNames,
        JobPrefix: `${jobPrefix}-`,
      },
      [
        new PolicyStatement({
          actions: ['states:ListExecutions', 'states:StartExecution'],
          resources: [this.stateMachine.stateMachineArn],
        }),
        new PolicyStatement({
          actions: ['states:StopExecution'],
          resources: [
            Stack.of(this).formatArn({
              service: 'states',
              resource: 'execution',
              resourceName: `${this.stateMachine.stateMachineName}:*`,
              arnFormat: ArnFormat.COLON_RESOURCE_NAME,
            }),
          ],
        }),
        new PolicyStatement({ actions: ['sagemaker:StopInferenceRecommendationsJob'], resources: [this.jobArns] }),
      ],
    );
  }

  private get jobArns(): string {
    return Stack.of(this).formatArn({
      service: 'sagemaker',
      resource: 'inference-recommendations-job',
      resourceName: `${this.props.jobPrefix}-*`,
    });
  }
}

/** The name of a job, as the workflow makes it: States.Hash with MD5, which is short enough for a name. */
function md5(text: string): string {
  return createHash('md5').update(text).digest('hex');
}

function longestJobSeconds(options: RecommenderOptions): number {
  if (jobTypeOf(options) === RecommenderJobType.DEFAULT) return LONGEST_JOB.toSeconds();
  const { jobDuration = DEFAULT_JOB_DURATION } = options;
  return jobDuration.isUnresolved() ? LONGEST_JOB.toSeconds() : jobDuration.toSeconds();
}
