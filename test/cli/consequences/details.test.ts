import { Consequence, Subject } from '../../../cli/consequences/consequence';
import { propertyDifferences } from '../../../cli/consequences/differences';
import { Template } from '../../../cli/assembly/intrinsics';
import { compare, templateWith } from './templates';

function consequencesAbout(subject: Subject, before: Template | undefined, after: Template): Consequence[] {
  return compare(before, after).consequences.filter((each) => each.about === subject);
}

const sentences = (list: Consequence[]): string[] => list.map(({ sentence }) => sentence);

const percentOfCapacity = (Value: unknown): Record<string, unknown> => ({ Type: 'CAPACITY_PERCENT', Value });
const rolling = (size: Record<string, unknown>): Record<string, unknown> => ({
  DeploymentConfig: { RollingUpdatePolicy: { MaximumBatchSize: size, WaitIntervalInSeconds: 300 } },
});
const linear: Record<string, unknown> = {
  DeploymentConfig: {
    BlueGreenUpdatePolicy: {
      TrafficRoutingConfiguration: {
        Type: 'LINEAR',
        LinearStepSize: percentOfCapacity(25),
        WaitIntervalInSeconds: 120,
      },
      TerminationWaitInSeconds: 300,
    },
  },
};
const changedModel: Template['Resources'] = {
  Model: { Type: 'AWS::SageMaker::Model', Properties: { PrimaryContainer: { Image: 'registry/triton:2' } } },
};

describe('the instances that an update needs', () => {
  const instancesNeeded = (endpoint: Record<string, unknown>, count: number, maximum?: number): unknown => {
    const options = { counts: { A: count }, maximum, endpoint: { ...endpoint, RetainAllVariantProperties: true } };
    const [{ facts }] = consequencesAbout(
      'instances',
      templateWith(options),
      templateWith({ ...options, resources: changedModel }),
    );
    return facts;
  };

  test('are the fleet and one additional batch for a rolling update', () => {
    const two = { Type: 'INSTANCE_COUNT', Value: 2 };
    expect(instancesNeeded(rolling(percentOfCapacity(25)), 2, 10)).toMatchObject({ now: 3, nowAtMaximum: 13 });
    expect(instancesNeeded(rolling(two), 10)).toMatchObject({ now: 12, nowAtMaximum: 12 });
  });

  test('are unknown if an instance count or a batch size is known only during deployment', () => {
    const batch = rolling(percentOfCapacity({ Ref: 'Percent' }));
    expect(instancesNeeded(batch, 4)).not.toHaveProperty('now', expect.anything());
    const after = templateWith({ counts: { A: { Ref: 'Count' } } });
    expect(sentences(consequencesAbout('instances', undefined, after))).toEqual([
      expect.stringContaining('for a number of instances that is only known during the deployment.'),
    ]);
  });
});

test('types and properties with the name of a method are not known', () => {
  const resource = { Type: 'constructor', Properties: {} };
  const before = templateWith({ counts: { A: 1 }, resources: { Other: resource } });
  expect(consequencesAbout('data', before, templateWith({ counts: { A: 1 } }))).toEqual([]);
  expect(propertyDifferences({ toString: 1 }, { toString: 2 }, [])).toEqual(['toString changes from 1 to 2']);
});

describe('the waiting time of an update', () => {
  test.each([
    [
      'a linear strategy',
      linear,
      'The update waits 7 minutes, in addition to the start of instances: traffic shifts in 2 steps of 25 %, rounded up to whole instances, 2 minutes apart; the old fleet is kept for 5 minutes more. No alarm rolls it back.',
    ],
    [
      'a rolling strategy',
      rolling(percentOfCapacity(50)),
      'The update waits 10 minutes, in addition to the start of instances: instances are replaced in 2 batches of 50 %, each followed by a wait of 5 minutes. No alarm rolls it back.',
    ],
    [
      'no strategy',
      {},
      'The update does not wait, in addition to the start of instances: all traffic shifts to the new fleet in one step, and the old fleet is removed without a wait. No alarm rolls it back.',
    ],
  ])('is described for %s', (_, endpoint, sentence) => {
    const after = templateWith({ endpoint, resources: changedModel });
    expect(sentences(consequencesAbout('waiting', templateWith({ endpoint }), after))).toEqual([sentence]);
  });
});

describe('weights and instance counts', () => {
  const update = (endpoint: Record<string, unknown>, more: Parameters<typeof templateWith>[0] = {}): string[] => {
    const before = templateWith({ counts: { A: 2, B: 1 }, endpoint, ...more });
    const after = templateWith({ counts: { A: 3, B: 1 }, weights: { B: 5 }, endpoint, ...more });
    return sentences(consequencesAbout('countsAndWeights', before, after));
  };

  test('are set by the template if the endpoint does not retain them', () => {
    expect(update({})).toEqual([
      'The instanceCount of variant A changes from 2 to 3.',
      'The weight of variant B changes from 1 to 5.',
    ]);
  });

  test('stay unchanged if the endpoint retains them, except for excluded properties', () => {
    const excluded = [{ VariantPropertyType: 'DesiredWeight' }];
    expect(update({ RetainAllVariantProperties: true, ExcludeRetainedVariantProperties: excluded })).toEqual([
      'The change of instanceCount of variant A from 2 to 3 has no effect: the update keeps the value of the running variant (RetainAllVariantProperties).',
      'The weight of variant B changes from 1 to 5.',
    ]);
  });

  test.each([
    [
      'vision',
      'The instanceCount of variant A changes from 2 to 3 after the update, while the new fleet serves requests.',
    ],
    [
      'another',
      'The change of instanceCount of variant A from 2 to 3 has no effect: the update keeps the value of the running variant (RetainAllVariantProperties).',
    ],
  ])(
    'that the endpoint retains change after the update only if the endpoint has a scaling registration (for %s)',
    (EndpointName, sentence) => {
      const resources = { Registration: { Type: 'Custom::TritonScalingRegistration', Properties: { EndpointName } } };
      expect(update({ RetainAllVariantProperties: true }, { resources })).toContain(sentence);
    },
  );
});

describe('scaling of a variant', () => {
  test('must be deregistered before the instance type of the variant can change', () => {
    const before = templateWith({ maximum: 4 });
    const after = JSON.parse(JSON.stringify(before).replaceAll('ml.g5.xlarge', 'ml.g6.xlarge')) as Template;
    expect(sentences(consequencesAbout('failure', before, after))).toEqual([
      'SageMaker rejects the update: variant A is registered for scaling, and SageMaker allows neither a change of its instance type nor its removal before it is deregistered.',
    ]);
  });

  test.each([
    [undefined, 4, 'Scaling is turned on after the update: 1 to 4 instances.'],
    [4, undefined, 'Scaling is turned off: the running instances are kept.'],
  ])('has a sentence about scaling if the maximum changes from %s to %s', (before, after, sentence) => {
    expect(
      sentences(consequencesAbout('scaling', templateWith({ maximum: before }), templateWith({ maximum: after }))),
    ).toEqual([sentence]);
  });
});

describe('resources with data', () => {
  const bucket = (DeletionPolicy?: string): Template =>
    templateWith({ resources: { Data: { Type: 'AWS::S3::Bucket', DeletionPolicy } } });

  test('are kept if their policy is Retain', () => {
    expect(sentences(consequencesAbout('data', bucket('Retain'), templateWith()))).toEqual([
      'The bucket Data is removed from the stack; the old one is kept in the account (Retain).',
    ]);
  });

  test('are deleted if they have no deletion policy', () => {
    expect(sentences(consequencesAbout('data', bucket(), templateWith()))).toEqual([
      'The bucket Data is removed from the stack: CloudFormation deletes the old one after the deployment has succeeded, which works only if it is empty.',
    ]);
  });
});

test('a deployment fails if a new resource has the name of an old resource, which is deleted only afterwards', () => {
  const { Endpoint: endpoint, ...others } = templateWith().Resources ?? {};
  const moved: Template = { Resources: { ...others, Moved: endpoint } };
  const { consequences, endpoints } = compare(templateWith(), moved);
  expect(consequences[0].sentence).toBe(
    'The deployment fails: CloudFormation creates Moved (AWS::SageMaker::Endpoint) before it deletes Endpoint, and both are named vision.',
  );
  expect(endpoints.map(({ change }) => change)).toEqual(['created', 'deleted']);
});

test('a reference to a replaced resource is a reason for a new fleet', () => {
  const network = (GroupDescription: string): Template['Resources'] => ({
    Group: { Type: 'AWS::EC2::SecurityGroup', Properties: { GroupDescription } },
    Model: {
      Type: 'AWS::SageMaker::Model',
      Properties: {
        PrimaryContainer: { Image: 'registry/triton:1' },
        VpcConfig: { SecurityGroupIds: [{ 'Fn::GetAtt': ['Group', 'GroupId'] }], Subnets: ['subnet-1'] },
      },
    },
  });
  const [before, after] = [network('one'), network('other')].map((resources) => templateWith({ resources }));
  expect(sentences(consequencesAbout('fleet', before, after))).toEqual([
    'A new fleet starts next to the old fleet: it refers to a resource that is replaced.',
  ]);
});

test.each([
  ['ProductionVariants', 'CoreDumpConfig', { DestinationS3Uri: 's3://dumps' }, 'coreDumpConfig is set'],
  ['ProductionVariants', 'VolumeSizeInGB', 30, 'volumeSize is set to 30'],
  ['ProductionVariants', 'RoutingConfig', { RoutingStrategy: 'RANDOM' }, 'routingStrategy is set'],
  ['config', 'DataCaptureConfig', { EnableCapture: true }, 'dataCapture is set'],
  ['config', 'KmsKeyId', 'key', 'encryptionKey is set to key'],
  ['model', 'EnableNetworkIsolation', true, 'networkIsolation is set to true'],
  ['container', 'Environment', { LOG: 'true' }, 'environment variable LOG is set to true'],
])('%s: %s starts a new fleet', (part, name, value, reason) => {
  const after = templateWith();
  const propertiesOf = (id: string): Record<string, unknown> => after.Resources?.[id].Properties ?? {};
  const [variant] = propertiesOf('Config').ProductionVariants as Record<string, unknown>[];
  const propertiesByPart: Record<string, Record<string, unknown>> = {
    ProductionVariants: variant,
    config: propertiesOf('Config'),
    model: propertiesOf('Model'),
    container: propertiesOf('Model').PrimaryContainer as Record<string, unknown>,
  };
  propertiesByPart[part][name] = value;
  expect(compare(templateWith(), after).endpoints).toEqual([
    { endpoint: 'vision', change: 'updated', newFleet: 'yes', reasons: [reason] },
  ]);
});

test("'cdk deploy' asks for approval of a changed condition in a role's trust policy", () => {
  const role = (Condition?: object): Template => {
    const Statement = [{ Effect: 'Allow', Action: 'sts:AssumeRole', Principal: { Service: 'x' }, Condition }];
    const Role = { Type: 'AWS::IAM::Role', Properties: { AssumeRolePolicyDocument: { Statement } } };
    return templateWith({ resources: { Role } });
  };
  const withCondition = role({ ArnLike: { 'aws:SourceArn': 'arn:aws:sagemaker:eu-west-1:123456789012:*' } });
  const [{ sentence, facts }] = consequencesAbout('permissions', role(), withCondition);
  expect(sentence).toBe(
    "Permissions change; with other resources, principals or conditions: sts:AssumeRole. 'cdk deploy' asks for approval, unless it is called with --require-approval never.",
  );
  expect(facts).toEqual({ added: ['sts:AssumeRole'], removed: ['sts:AssumeRole'], asksForApproval: true });
  expect(consequencesAbout('permissions', withCondition, withCondition)).toEqual([]);
});

test('changed tags start no new fleet', () => {
  const after = templateWith({ endpoint: { Tags: [{ Key: 'team', Value: 'vision' }] } });
  expect(compare(templateWith(), after).endpoints).toMatchObject([{ change: 'updated', newFleet: 'no' }]);
});
