import * as path from 'path';
import { App, Duration, Size, Stack, Token } from 'aws-cdk-lib';
import { Schedule } from 'aws-cdk-lib/aws-applicationautoscaling';
import { Annotations, Match } from 'aws-cdk-lib/assertions';
import { AlarmRule, CompositeAlarm, Metric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { Port, SecurityGroup, Vpc } from 'aws-cdk-lib/aws-ec2';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { Topic } from 'aws-cdk-lib/aws-sns';
import * as ts from 'typescript';
import { artifact } from '../../bin/model-folders';
import * as library from '../../lib';

const MODEL = path.join(__dirname, '..', '..', 'model-artifacts', 'image-classifier', 'onnx');

const MEASUREMENTS = artifact('bert-large-inference-recommender.csv');

/** What the fragments of code on the pages of the rules may use: the library, some of CDK, a stack, a bucket, a model. */
export function fragmentContext() {
  const stack = new Stack(new App(), 'Stack', { env: { region: 'eu-central-1', account: '123456789012' } });
  return {
    ...library,
    AlarmRule,
    CompositeAlarm,
    Duration,
    Key,
    Metric,
    Port,
    Role,
    Schedule,
    ServicePrincipal,
    Size,
    Token,
    Topic,
    TreatMissingData,
    Vpc,
    stack,
    securityGroup: SecurityGroup.fromSecurityGroupId(stack, 'Group', 'sg-0123456789abcdef0'),
    bucket: Bucket.fromBucketName(stack, 'Bucket', 'our-models'),
    model: library.TritonModel.fromDirectory(MODEL),
    plan: library.CapacityPlanner.fromInferenceRecommenderCsv(MEASUREMENTS).plan({
      requestsPerSecond: 500,
      latencyObjective: library.LatencyObjective.p99(Duration.millis(500)),
    }),
  };
}

const NAMES = Object.keys(fragmentContext());

/** A fragment as a module that compiles. */
export function asModule(fragment: string): string {
  const used = usedNames(fragment);
  return [
    `import { fragmentContext } from '${path.join(__dirname, 'fragments')}';`,
    used.length > 0 ? `const { ${used.join(', ')} } = fragmentContext();` : 'void fragmentContext;',
    fragment,
  ].join('\n');
}

/** Runs a fragment and gives the ids of the rules that it breaks. */
export function rulesBrokenBy(fragment: string): string[] {
  const context: Record<string, unknown> = fragmentContext();
  const names = usedNames(fragment);
  const code = ts.transpile(fragment, { target: ts.ScriptTarget.ES2022 });
  try {
    new Function(...names, code)(...names.map((name) => context[name]));
    return Annotations.fromStack(context.stack as Stack)
      .findWarning('*', Match.stringLikeRegexp('cdk-sagemaker-triton:'))
      .flatMap(({ entry }) => /\[ack: cdk-sagemaker-triton:(.*)\]$/.exec(String(entry.data))?.[1] ?? []);
  } catch (error) {
    const ids = [...String(error).matchAll(/\/rules\/([a-z-]+\.[\w.-]+)\)$/gm)].map(([, id]) => id);
    if (ids.length === 0) throw error;
    return ids;
  }
}

function usedNames(fragment: string): string[] {
  const code = fragment.replace(/'[^']*'/g, '');
  return NAMES.filter((name) => new RegExp(`\\b${name}\\b(?!:)`).test(code));
}
