import { Account, AccountOptions } from './account';
import { VirtualClock } from './clock';
import { Engine } from './cloudformation/engine';
import { interceptSdk } from './functions/intercept-sdk';
import { LambdaService } from './functions/lambda';
import { Ec2Service } from './services/ec2';
import { EventsService } from './services/events';
import { KmsService } from './services/kms';
import { LogsService } from './services/logs';
import { RecordService } from './services/records';
import { S3Service } from './services/s3';

/** An account with all its services. */
export interface Simulation {
  readonly account: Account;
  readonly engine: Engine;
  readonly lambda: LambdaService;
  readonly s3: S3Service;
  readonly logs: LogsService;
  readonly events: EventsService;
  readonly ec2: Ec2Service;
  readonly kms: KmsService;
  readonly sns: RecordService;
  readonly ssm: RecordService;
}

/** Lets something happen in a new account, in virtual time, and takes everything away again. */
export async function simulate<T>(options: AccountOptions, story: (simulation: Simulation) => Promise<T>): Promise<T> {
  const clock = VirtualClock.install(options.seed);
  const account = new Account(clock, options);
  const restore = interceptSdk(account);
  try {
    return await clock.run(story(build(account)));
  } finally {
    restore();
    clock.uninstall();
  }
}

function build(account: Account): Simulation {
  const engine = new Engine(account);
  const lambda = new LambdaService(account);
  lambda.takeResponse = (url, body) => engine.customResources.takeResponse(url, body);
  const simulation = {
    account,
    engine,
    lambda,
    s3: new S3Service(),
    logs: new LogsService(account),
    events: new EventsService(account, lambda),
    ec2: new Ec2Service(),
    kms: new KmsService(),
    sns: new RecordService('sns', {
      topics: { key: ({ TopicArn }) => String(TopicArn), put: 'CreateTopic', remove: 'DeleteTopic' },
      policies: { key: ({ Id }) => String(Id), put: 'SetTopicAttributes', remove: 'RemoveTopicPolicy' },
    }),
    ssm: new RecordService('ssm', {
      parameters: { key: ({ Name }) => String(Name), put: 'PutParameter', remove: 'DeleteParameter' },
    }),
  };
  const { s3, logs, events, ec2, kms, sns, ssm } = simulation;
  account.add(engine, lambda, s3, logs, events, ec2, kms, sns, ssm);
  return simulation;
}
