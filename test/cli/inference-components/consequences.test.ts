import { Subject } from '../../../cli/consequences/consequence';
import { consequencesOf } from '../../../cli/consequences/consequences';
import { StackConsequences } from '../../../cli/consequences/stack-consequences';
import { Batching } from '../../../lib';
import { classifier } from '../../endpoint/fixtures';
import { createTemporaryFolder, removeTemporaryFolders } from '../consequences/synthesized';
import { compare } from '../consequences/templates';
import { synthesizeComponents, twoComponents } from './fixtures';
import { componentsTemplate, ONE_COPY_AT_A_TIME } from './templates';

afterEach(removeTemporaryFolders);

function sentences(about: Subject, { consequences }: StackConsequences): string[] {
  return consequences.filter((each) => each.about === about).map(({ sentence }) => sentence);
}

function factsOf(about: Subject, { consequences }: StackConsequences): unknown {
  return consequences.find((each) => each.about === about)?.facts;
}

const before = componentsTemplate({ components: { a: { copies: 2 }, b: {} } });

describe('a component that changes', () => {
  const changed = (options = {}): StackConsequences =>
    compare(
      before,
      componentsTemplate({ components: { a: { copies: 2, image: 'registry/triton:2', ...options }, b: {} } }),
    );

  test('is updated batch by batch, without a new fleet, and without a change of the other components', () => {
    const result = changed();
    expect(result.endpoints).toEqual([{ endpoint: 'shared', change: 'unchanged', newFleet: 'no', reasons: [] }]);
    expect(sentences('components', result)).toEqual([
      'Component a is updated: image changes from triton:1 to triton:2. SageMaker replaces the copies in batches: it starts the new copies of a batch, and then stops as many old copies. Until the last batch, old and new copies respond to requests.',
    ]);
  });

  test('waits after each batch, and rolls back on its alarms', () => {
    const AutoRollbackConfiguration = { Alarms: [{ AlarmName: { Ref: 'Latency' } }] };
    const withAlarm = changed({ deployment: { ...ONE_COPY_AT_A_TIME, AutoRollbackConfiguration } });
    expect(factsOf('waiting', withAlarm)).toEqual({
      component: 'a',
      strategy: 'rolling',
      seconds: 600,
      rollbackAlarms: ['Latency'],
    });
    expect(sentences('rollback', withAlarm)).toEqual([
      expect.stringContaining('do not start, or one of its rollback alarms fires, SageMaker returns to its old copies'),
    ]);
  });

  test('requires room for the new copies of a batch', () => {
    expect(factsOf('instances', changed())).toEqual({
      instanceType: 'ml.g5.xlarge',
      now: 4, // two copies of a, one of b and a new copy of a, on instances with one GPU
      atMaximum: 4,
      maximum: 4,
    });
  });

  test('has no room for the new copies of a batch if scaling is at its maximum', () => {
    const components = (image: string) => ({ a: { image, maximum: 4 }, b: {} });
    const result = compare(
      componentsTemplate({ components: components('registry/triton:1') }),
      componentsTemplate({ components: components('registry/triton:2') }),
    );
    expect(sentences('instances', result)[0]).toBe(
      'During the deployment, all copies together require 3 instances of ml.g5.xlarge, and 6 if all components have their maximum number of copies. The fleet can have 4: without free instances, the new copies have no room, and AWS does not document how long SageMaker waits for it.',
    );
  });

  test('without a rolling update is expected to require room for all new copies', () => {
    const components = (image: string) => ({ a: { image, copies: 2, deployment: {} } });
    const result = compare(
      componentsTemplate({ components: components('registry/triton:1') }),
      componentsTemplate({ components: components('registry/triton:2') }),
    );
    expect(sentences('components', result)[0]).toContain(
      'AWS does not document how SageMaker then replaces the copies',
    );
    expect(factsOf('instances', result)).toMatchObject({ now: 4 });
  });

  test('in its reservation has phrases with the names of the properties', () => {
    const result = compare(before, componentsTemplate({ components: { a: { copies: 2, memoryMib: 2048 }, b: {} } }));
    expect(factsOf('components', result)).toMatchObject({
      component: 'a',
      change: 'updated',
      replacesCopies: true,
      reasons: ['minMemory in MiB changes from 1024 to 2048'],
    });
  });

  test('only in how it is updated is described, although AWS does not document the effect', () => {
    const result = compare(before, componentsTemplate({ components: { a: { copies: 2, deployment: {} }, b: {} } }));
    expect(sentences('components', result)[0]).toBe(
      'The properties of component a change, but not its model and reservations. AWS does not document whether SageMaker replaces its copies.',
    );
  });

  test.each([
    [undefined, 'The copyCount changes from 2 to 3.'],
    [
      4,
      'The change of copyCount from 2 to 3 has no effect: the update keeps the value of the running component, which scales.',
    ],
  ])('in its number of copies, with a maximum of scaling of %s', (maximum, sentence) => {
    const withCopies = (copies: number) => componentsTemplate({ components: { a: { copies, maximum } } });
    expect(sentences('countsAndWeights', compare(withCopies(2), withCopies(3)))).toEqual([sentence]);
  });
});

test('a component that is added is described with its copies, its reservation and its name in requests', () => {
  const after = componentsTemplate({ components: { a: { copies: 2 }, b: {}, c: { minimum: 0, maximum: 3 } } });
  const result = compare(before, after);
  expect(sentences('components', result)).toEqual([
    'Component c is created with 1 copy, later 0 to 3, that each reserve 1 GPU and 1024 MiB of memory. Requests name it as InferenceComponentName shared-c. When the component has scaled in to 0 copies, requests fail until the first copy has started.',
  ]);
  expect(sentences('instances', result)[0]).toMatch(
    /^During the deployment, all copies together require 4 instances of ml\.g5\.xlarge, and 6 if all/,
  );
});

test('a component that is removed no longer serves requests', () => {
  const result = compare(before, componentsTemplate({ components: { b: {} } }));
  expect(sentences('components', result)).toEqual([
    'Component a is deleted after the rest of the deployment has succeeded: requests to shared-a fail from then on.',
  ]);
});

test('the copies of a component that is removed require room until it is deleted', () => {
  const result = compare(before, componentsTemplate({ components: { c: { copies: 2 }, b: {} } }));
  expect(factsOf('instances', result)).toMatchObject({ now: 5, maximum: 4 });
});

test('the limits of scaling are numbers of copies', () => {
  const scaled = (minimum: number, maximum: number) =>
    componentsTemplate({ components: { a: { minimum, maximum }, b: {} } });
  expect(sentences('scaling', compare(scaled(1, 4), scaled(0, 2)))).toEqual([
    'The minimum of scaling of component a changes from 1 to 0 while the component runs. When the component has scaled in to 0 copies, requests fail until the first copy has started.',
    'The maximum of scaling of component a changes from 4 to 2 while the component runs: if more are running, copies stop until there are 2.',
  ]);
  expect(sentences('scaling', compare(before, scaled(1, 3)))).toEqual([
    'Scaling of component a is turned on after the update: 1 to 3 copies.',
  ]);
});

describe('a fleet that changes', () => {
  const result = compare(
    before,
    componentsTemplate({
      components: { a: { copies: 2 }, b: {} },
      instanceType: 'ml.g5.12xlarge',
      instances: { minimum: 0, maximum: 2 },
    }),
  );

  test('is an update of the endpoint, whose effect on the copies is not documented', () => {
    expect(result.endpoints).toMatchObject([
      {
        change: 'updated',
        newFleet: 'possible',
        reasons: [
          'instanceType changes from ml.g5.xlarge to ml.g5.12xlarge',
          'minInstanceCount changes from 1 to 0',
          'maxInstanceCount changes from 4 to 2',
        ],
      },
    ]);
    expect(sentences('fleet', result)[0]).toContain('what happens to the running copies, is not documented');
  });

  test('has a range of costs', () => {
    expect(factsOf('cost', result)).toMatchObject({
      instanceType: 'ml.g5.12xlarge',
      minimum: 0,
      maximum: 2,
      usdPerHour: { minimum: 0, maximum: expect.closeTo(14.18, 1) },
    });
    expect(sentences('cost', result)[0]).toMatch(
      /^The fleet of 0 to 2 × ml\.g5\.12xlarge costs 0\.00 to 14\.18 USD an hour\. Prices: .*us-east-1.*read between/,
    );
  });

  test('requires the quota for both fleets', () => {
    const facts = result.consequences.filter(({ about }) => about === 'instances').map((each) => each.facts);
    expect(facts).toMatchObject([
      { instanceType: 'ml.g5.xlarge', now: 1 },
      { instanceType: 'ml.g5.12xlarge', now: 1, laterAtMaximum: 4 },
    ]);
  });
});

test('an endpoint that gets components instead of models', () => {
  const Model = { Type: 'AWS::SageMaker::Model', Properties: { PrimaryContainer: { Image: 'registry/triton:1' } } };
  const host = { VariantName: 'AllTraffic', ModelName: { Ref: 'Model' }, InstanceType: 'ml.g5.xlarge' };
  const Config = { Type: 'AWS::SageMaker::EndpointConfig', Properties: { ProductionVariants: [host] } };
  const Endpoint = {
    Type: 'AWS::SageMaker::Endpoint',
    Properties: { EndpointName: 'shared', EndpointConfigName: { Ref: 'Config' } },
  };
  const { endpoints } = compare({ Resources: { Model, Config, Endpoint } }, before);
  expect(endpoints[0].reasons).toContain('the endpoint has inference components instead of models');
});

describe('a synthesized endpoint', () => {
  const synthesize = (props: Parameters<typeof synthesizeComponents>[1] = {}): string =>
    synthesizeComponents(createTemporaryFolder(), props);

  test('with a changed model has the changed setting as the reason, and keeps the old model files', () => {
    const batching = Batching.dynamic({ maxQueueDelayMicroseconds: 777 });
    const after = synthesize({ components: twoComponents({ model: classifier({ batching }) }) });
    const [result] = consequencesOf(after, { against: synthesize() });
    expect(factsOf('components', result)).toMatchObject({
      component: 'classifier',
      reasons: ['dynamic_batching.max_queue_delay_microseconds is set to 777 in image-classifier/config.pbtxt'],
    });
    expect(result.endpoints).toMatchObject([{ newFleet: 'no' }]);
    expect(sentences('rollback', result)).toContainEqual(expect.stringContaining('The old model files are kept in S3'));
  });

  test('with a renamed component has no collision of names', () => {
    const after = synthesize({ components: twoComponents({ componentName: 'kind' }) });
    const [result] = consequencesOf(after, { against: synthesize() });
    expect(sentences('failure', result)).toEqual([]);
    expect(sentences('components', result)).toHaveLength(2); // of which one is deleted
  });
});

test('many components with the maximum of copies are described in limited time', () => {
  const many = (image: string) =>
    componentsTemplate({
      components: Object.fromEntries(
        Array.from({ length: 60 }, (_, index) => [`c${index}`, { copies: 1000, memoryMib: 128 + index, image }]),
      ),
    });
  const result = compare(many('registry/triton:1'), many('registry/triton:2'));
  expect(result.consequences.filter(({ about }) => about === 'components')).toHaveLength(60);
});
