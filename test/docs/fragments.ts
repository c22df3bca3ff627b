import * as path from 'path';
import { App, Duration, Size, Stack, Token } from 'aws-cdk-lib';
import { Schedule } from 'aws-cdk-lib/aws-applicationautoscaling';
import { Annotations, Match } from 'aws-cdk-lib/assertions';
import { AlarmRule, CompositeAlarm, MathExpression, Metric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { Port, SecurityGroup, SubnetType, Vpc } from 'aws-cdk-lib/aws-ec2';
import { ManagedPolicy, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Alias, Key } from 'aws-cdk-lib/aws-kms';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { StringParameter } from 'aws-cdk-lib/aws-ssm';
import * as ts from 'typescript';
import { artifact } from '../../bin/model-folders';
import * as library from '../../lib';

const MODEL = path.join(__dirname, '..', '..', 'model-artifacts', 'image-classifier', 'onnx');

const MEASUREMENTS = artifact('bert-large-inference-recommender.csv');

/** Names that code fragments on rule pages can use: the library, parts of CDK, a stack, a bucket, a model. */
export function fragmentContext() {
  const stack = new Stack(new App(), 'Stack', { env: { region: 'eu-central-1', account: '123456789012' } });
  return {
    ...library,
    Alias,
    AlarmRule,
    Bucket,
    CompositeAlarm,
    Duration,
    Key,
    ManagedPolicy,
    MathExpression,
    Metric,
    Port,
    Role,
    Schedule,
    SecurityGroup,
    ServicePrincipal,
    Size,
    SnsAction,
    StringParameter,
    SubnetType,
    Token,
    Topic,
    TreatMissingData,
    Vpc,
    stack,
    securityGroup: SecurityGroup.fromSecurityGroupId(stack, 'Group', 'sg-0123456789abcdef0'),
    bucket: Bucket.fromBucketName(stack, 'Bucket', 'our-models'),
    model: library.TritonModel.fromDirectory(MODEL),
    plan: library.capacity.CapacityPlanner.fromInferenceRecommenderCsv(MEASUREMENTS).plan({
      requestsPerSecond: 500,
      latencyObjective: library.LatencyObjective.p99(Duration.millis(500)),
    }),
  };
}

const NAMES = Object.keys(fragmentContext());

/** Adds the declarations that make a fragment a complete module. */
export function asModule(fragment: string): string {
  const names = usedNames(fragment);
  return [
    `import { fragmentContext } from '${path.join(__dirname, 'fragments')}';`,
    names.length > 0 ? `const { ${names.join(', ')} } = fragmentContext();` : 'void fragmentContext;',
    fragment,
  ].join('\n');
}

/** Runs a fragment, and returns the IDs of the rules that it violates. */
export function violatedRules(fragment: string): string[] {
  return findingsOf(fragment).map(({ id }) => id);
}

/** Runs a fragment, and returns the rules that it violates, with their messages. */
export function findingsOf(fragment: string): { id: string; message: string }[] {
  const context: Record<string, unknown> = fragmentContext();
  const names = usedNames(fragment);
  const code = ts.transpile(fragment, { target: ts.ScriptTarget.ES2022 });
  try {
    new Function(...names, code)(...names.map((name) => context[name]));
    return Annotations.fromStack(context.stack as Stack)
      .findWarning('*', Match.stringLikeRegexp('cdk-sagemaker-triton:'))
      .flatMap(({ entry }) => findingsIn(String(entry.data), /\[ack: cdk-sagemaker-triton:(.*)\]$/gm));
  } catch (error) {
    const findings = findingsIn(String(error), /\/rules\/([a-z-]+\.[\w.-]+)\)$/gm);
    if (findings.length === 0) throw error;
    return findings;
  }
}

/** The rules whose IDs a pattern finds, each with the line that contains the ID. */
function findingsIn(text: string, id: RegExp): { id: string; message: string }[] {
  return text.split('\n').flatMap((message) => [...message.matchAll(id)].map(([, match]) => ({ id: match, message })));
}

function usedNames(fragment: string): string[] {
  const code = fragment.replace(/'[^']*'/g, '');
  return NAMES.filter((name) => new RegExp(`\\b${name}\\b(?!:)`).test(code));
}
