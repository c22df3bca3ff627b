import { SimulatedAccount, AccountOptions } from './simulated-account';
import { VirtualClock } from './clock';
import { ApplicationAutoScaling } from './autoscaling/application-auto-scaling';
import { CloudWatch } from './cloudwatch/cloudwatch';
import { CloudFormation } from './cloudformation/cloudformation';
import { Iam } from './iam/iam';
import { PermissionUsage } from './iam/permission-usage';
import { LambdaService } from './functions/lambda';
import { SageMaker } from './sagemaker/sagemaker';
import { Ec2Service } from './services/ec2';
import { EventsService } from './services/events';
import { KmsService } from './services/kms';
import { LogsService } from './services/logs';
import { RecordService } from './services/record-service';
import { S3Service } from './services/s3';

/** A simulated account with all its services. */
export interface Simulation {
  readonly account: SimulatedAccount;
  readonly cloudformation: CloudFormation;
  readonly iam: Iam;
  readonly lambda: LambdaService;
  readonly sagemaker: SageMaker;
  readonly autoScaling: ApplicationAutoScaling;
  readonly cloudwatch: CloudWatch;
  readonly s3: S3Service;
  readonly logs: LogsService;
  readonly events: EventsService;
  readonly ec2: Ec2Service;
  readonly kms: KmsService;
  readonly sns: RecordService;
  readonly ssm: RecordService;
}

export interface SimulationOptions extends AccountOptions {
  /** Records the permissions that requests use. Several simulations can share one object. */
  readonly usage?: PermissionUsage;
}

/** Runs a scenario on a new simulated account in virtual time, and restores the timers of the process afterwards. */
export async function simulate<T>(
  options: SimulationOptions,
  scenario: (simulation: Simulation) => Promise<T>,
): Promise<T> {
  const clock = VirtualClock.install(options.seed);
  const account = new SimulatedAccount(clock, options);
  try {
    return await clock.run(scenario(createServices(account, options.usage)));
  } finally {
    clock.uninstall();
  }
}

function createServices(account: SimulatedAccount, usage?: PermissionUsage): Simulation {
  const iam = new Iam(account, usage);
  account.authorize = async (call) => {
    // Service-linked roles have policies that AWS manages, which are not simulated.
    const isServiceLinked = call.principal !== 'deployer' && call.principal.role.includes(':role/aws-service-role/');
    if (!isServiceLinked) await iam.authorize(call);
  };
  account.isDeniedOnlyByPropagation = async (call) =>
    !account.isSwitchedOn('cloudformation.waits-for-iam') && iam.allowsAfterPropagation(call);
  const cloudformation = new CloudFormation(account);
  const cloudwatch = new CloudWatch(account);
  const lambda = new LambdaService(account, iam, cloudwatch.metrics);
  lambda.receiveResponse = async (url, body) => cloudformation.customResources.receiveResponse(url, body);
  const sagemaker = new SageMaker(account, cloudwatch.metrics);
  const autoScaling = new ApplicationAutoScaling(account, cloudwatch);
  const simulation = {
    account,
    cloudformation,
    iam,
    lambda,
    sagemaker,
    autoScaling,
    cloudwatch,
    s3: new S3Service(iam, account),
    logs: new LogsService(account),
    events: new EventsService(account, iam),
    ec2: new Ec2Service(account, iam),
    kms: new KmsService(account, iam),
    sns: new RecordService('sns', {
      topics: { key: ({ TopicArn }) => String(TopicArn), put: 'CreateTopic', remove: 'DeleteTopic' },
      policies: { key: ({ Id }) => String(Id), put: 'SetTopicAttributes', remove: 'RemoveTopicPolicy' },
    }),
    ssm: new RecordService('ssm', {
      parameters: { key: ({ Name }) => String(Name), put: 'PutParameter', remove: 'DeleteParameter' },
    }),
  };
  const { s3, logs, events, ec2, kms, sns, ssm } = simulation;
  sagemaker.useScalableTargets(autoScaling);
  sagemaker.useEvents((detailType, detail) => events.send('aws.sagemaker', detailType, detail));
  sagemaker.useRoles({
    assumeRole: async (role, jobArn) => void (await iam.assume(role, 'sagemaker.amazonaws.com', jobArn)),
  });
  ec2.isInUse = (id) =>
    sagemaker.networkInterfaces.some(({ subnetId, securityGroupIds }) => [subnetId, ...securityGroupIds].includes(id));
  // SageMaker creates network interfaces with the permissions of the execution role, so RequesterId begins with the role's unique ID.
  ec2.interfaces = () =>
    sagemaker.networkInterfaces.map(({ id, role, subnetId, securityGroupIds, created }) => ({
      NetworkInterfaceId: id,
      RequesterId: `AROA${role.split('/').at(-1)}:SageMaker`,
      SubnetId: subnetId,
      Groups: securityGroupIds.map((GroupId) => ({ GroupId })),
      Attachment: { AttachTime: new Date(created) },
    }));
  const ecr = { name: 'ecr', handle: async () => ({}) };
  account.addServices(
    cloudformation,
    iam,
    lambda,
    sagemaker,
    autoScaling,
    cloudwatch,
    ecr,
    s3,
    logs,
    events,
    ec2,
    kms,
    sns,
    ssm,
  );
  return simulation;
}
