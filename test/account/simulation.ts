import { Account, AccountOptions } from './account';
import { VirtualClock } from './clock';
import { ApplicationAutoScaling } from './autoscaling/application-auto-scaling';
import { CloudWatch } from './cloudwatch/cloudwatch';
import { Engine } from './cloudformation/engine';
import { interceptSdk } from './functions/intercept-sdk';
import { Iam } from './iam/iam';
import { Uses } from './iam/uses';
import { LambdaService } from './functions/lambda';
import { SageMaker } from './sagemaker/sagemaker';
import { Ec2Service } from './services/ec2';
import { EventsService } from './services/events';
import { KmsService } from './services/kms';
import { LogsService } from './services/logs';
import { RecordService } from './services/records';
import { S3Service } from './services/s3';
import { ServiceQuotasService } from './services/service-quotas';

/** An account with all its services. */
export interface Simulation {
  readonly account: Account;
  readonly engine: Engine;
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
  /** Which permissions were used, over as many accounts as share it. */
  readonly uses?: Uses;
}

/** Lets something happen in a new account, in virtual time, and takes everything away again. */
export async function simulate<T>(
  options: SimulationOptions,
  story: (simulation: Simulation) => Promise<T>,
): Promise<T> {
  const clock = VirtualClock.install(options.seed);
  const account = new Account(clock, options);
  const restore = interceptSdk(account);
  try {
    return await clock.run(story(build(account, options.uses)));
  } finally {
    restore();
    clock.uninstall();
  }
}

function build(account: Account, uses?: Uses): Simulation {
  const iam = new Iam(account, uses);
  account.authorize = async (call) => {
    // AWS itself keeps the policies of service-linked roles.
    const isServiceLinked = call.principal !== 'deployer' && call.principal.role.includes(':role/aws-service-role/');
    if (!isServiceLinked) await iam.authorize(call);
  };
  account.isEarly = async (call) => !account.assumes('cloudformation.waits-for-iam') && iam.willAllow(call);
  const engine = new Engine(account);
  const lambda = new LambdaService(account, iam);
  lambda.takeResponse = async (url, body) =>
    engine.waitConditions.takeSignal(url, body) ?? engine.customResources.takeResponse(url, body);
  const cloudwatch = new CloudWatch(account);
  const sagemaker = new SageMaker(account, cloudwatch.metrics);
  const autoScaling = new ApplicationAutoScaling(account, cloudwatch);
  const simulation = {
    account,
    engine,
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
  sagemaker.useRoles({
    assumeRole: async (role, jobArn) => void (await iam.assume(role, 'sagemaker.amazonaws.com', jobArn)),
    allowsUnscoped: (role, action) => iam.allowsUnscoped(role, action),
  });
  ec2.isInUse = (id) =>
    sagemaker.networkInterfaces.some(({ subnetId, securityGroupIds }) => [subnetId, ...securityGroupIds].includes(id));
  // SageMaker makes them in the name of the execution role, whose unique id the requester's begins with.
  ec2.interfaces = () =>
    sagemaker.networkInterfaces.map(({ id, role, subnetId, securityGroupIds, made }) => ({
      NetworkInterfaceId: id,
      RequesterId: `AROA${role.split('/').at(-1)}:SageMaker`,
      SubnetId: subnetId,
      Groups: securityGroupIds.map((GroupId) => ({ GroupId })),
      Attachment: { AttachTime: new Date(made) },
    }));
  iam.protect(`arn:aws:ecr:${account.region}:763104351884:repository/sagemaker-tritonserver`, {
    policy: PUBLISHED_IMAGES,
  });
  const ecr = { name: 'ecr', handle: async () => ({}) };
  const quotas = new ServiceQuotasService(account, (type) => sagemaker.hooks.instanceLimit(type));
  account.add(
    engine,
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
    quotas,
  );
  return simulation;
}

/** AWS lets every account pull its images; the account's own policies have to allow it, too. */
const PUBLISHED_IMAGES = {
  Version: '2012-10-17',
  Statement: [
    {
      Effect: 'Allow',
      Principal: '*',
      Action: ['ecr:BatchCheckLayerAvailability', 'ecr:BatchGetImage', 'ecr:GetDownloadUrlForLayer'],
      Resource: '*',
    },
  ],
};
