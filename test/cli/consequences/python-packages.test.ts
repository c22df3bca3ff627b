import { AssemblyAssets } from '../../../cli/assembly/assets';
import { Template } from '../../../cli/assembly/intrinsics';
import { Consequence } from '../../../cli/consequences/consequence';
import { stackConsequences } from '../../../cli/consequences/stack-consequences';
import { DEPLOYED_PACKAGES_METADATA_KEY, ModelPackages } from '../../../lib/contracts/deployed-packages';
import { templateWith } from './templates';

const assets = new AssemblyAssets([]);

const TOKENIZER = { model: 'tokenizer', packages: ['regex 2025.9.1', 'tokenizers 0.22.0'], files: 60, bytes: 5e6 };

interface Published {
  /** Changes with the content, unless the prefix is open. */
  readonly prefix?: string;
  readonly omittedModels?: number;
  /** Properties of the container that locate the model. */
  readonly container?: (prefix: string) => object;
}

const uncompressed = (prefix: string): object => ({
  ModelDataSource: { S3DataSource: { S3Uri: `s3://models/${prefix}` } },
});
const archive = (prefix: string): object => ({ ModelDataUrl: `s3://models/${prefix}model.tar.gz` });
const multiModel = (prefix: string): object => ({ Mode: 'MultiModel', ModelDataUrl: `s3://models/${prefix}` });

/** A template that publishes models with packages. */
function publishing(
  models: ModelPackages[],
  { prefix = JSON.stringify(models).length.toString(), omittedModels = 0, container = uncompressed }: Published = {},
): Template {
  const properties = { SourceBucket: 'assets', ManifestKey: 'a.json', Bucket: 'models', Prefix: `${prefix}/` };
  return templateWith({
    resources: {
      Model: { Type: 'AWS::SageMaker::Model', Properties: { PrimaryContainer: container(properties.Prefix) } },
      Publication: {
        Type: 'Custom::TritonModelPublication',
        Properties: properties,
        Metadata: models.length > 0 ? { [DEPLOYED_PACKAGES_METADATA_KEY]: { models, omittedModels } } : {},
      },
    },
  });
}

function packageConsequences(before: Template | undefined, after: Template): Consequence[] {
  const deployed = before && { template: before, assets };
  const { consequences } = stackConsequences('Serving', deployed, { template: after, assets });
  return consequences.filter(({ about }) => about === 'pythonPackages');
}

const sentences = (before: Template | undefined, after: Template): string[] =>
  packageConsequences(before, after).map(({ sentence }) => sentence);

test('the first deployment: the size of the packages, and where they are stored', () => {
  expect(packageConsequences(undefined, publishing([TOKENIZER]))).toEqual([
    {
      about: 'pythonPackages',
      endpoint: 'vision',
      sentence:
        'Model tokenizer is deployed with 2 Python packages (60 files, 5 MB). Each instance downloads them before it starts.',
      facts: TOKENIZER,
    },
  ]);
});

test('added, removed and changed packages', () => {
  const packages = ['safetensors 0.6.2', 'tokenizers 0.23.3'];
  const [{ sentence, facts }] = packageConsequences(
    publishing([TOKENIZER]),
    publishing([{ ...TOKENIZER, packages, files: 70 }]),
  );
  expect(sentence).toContain(
    'Added: safetensors 0.6.2. Removed: regex 2025.9.1. Changed: tokenizers from 0.22.0 to 0.23.3.',
  );
  expect(facts).toMatchObject({
    added: ['safetensors 0.6.2'],
    removed: ['regex 2025.9.1'],
    changed: [{ name: 'tokenizers', before: '0.22.0', after: '0.23.3' }],
  });
});

test('a changed model is published again with the same packages', () => {
  expect(sentences(publishing([TOKENIZER], { prefix: 'aa' }), publishing([TOKENIZER], { prefix: 'bb' }))).toEqual([
    expect.stringContaining('The versions of the packages do not change. Each instance downloads them'),
  ]);
});

test('packages that are added to a deployed model, and that are removed from it', () => {
  expect(sentences(publishing([]), publishing([TOKENIZER]))).toEqual([
    expect.stringContaining('Added: regex 2025.9.1 and tokenizers 0.22.0.'),
  ]);
  expect(packageConsequences(publishing([TOKENIZER]), publishing([]))).toEqual([
    {
      about: 'pythonPackages',
      endpoint: 'vision',
      sentence: 'Model tokenizer is no longer deployed with Python packages.',
      facts: { model: 'tokenizer', removed: TOKENIZER.packages },
    },
  ]);
});

test('nothing is said if the model stays the same, or has no packages', () => {
  expect(sentences(publishing([TOKENIZER]), publishing([TOKENIZER]))).toEqual([]);
  expect(sentences(undefined, publishing([]))).toEqual([]);
});

test('a sentence lists eight packages, and the facts list all', () => {
  const packages = Array.from({ length: 20 }, (_, index) => `package-${index} 1.0`);
  const [{ sentence, facts }] = packageConsequences(publishing([]), publishing([{ ...TOKENIZER, packages }]));
  expect(sentence).toContain('package-7 1.0 and 12 more.');
  expect(facts).toMatchObject({ packages, added: packages });
});

test.each([
  ['an archive', archive, "Each instance downloads them, in the model's archive, before it starts."],
  [
    'a multi-model endpoint',
    multiModel,
    "An instance downloads them, in the model's archive, at the first request to the model.",
  ],
])('%s', (_, container, expected) => {
  expect(sentences(undefined, publishing([TOKENIZER], { container }))).toEqual([expect.stringContaining(expected)]);
});

test('under an open prefix, only models whose packages change are described', () => {
  const open = { prefix: 'open/models', container: multiModel };
  const other = { ...TOKENIZER, model: 'other' };
  const changed = { ...other, packages: ['regex 2025.9.1', 'tokenizers 0.23.3'] };
  expect(sentences(publishing([TOKENIZER, other], open), publishing([TOKENIZER, changed], open))).toEqual([
    expect.stringMatching(/^Model other .* Changed: tokenizers from 0\.22\.0 to 0\.23\.3\./),
  ]);
});

test('models that the template does not describe are counted', () => {
  expect(
    packageConsequences(undefined, publishing([TOKENIZER], { omittedModels: 3, container: multiModel }))[1],
  ).toEqual({
    about: 'pythonPackages',
    endpoint: 'vision',
    sentence: 'The template does not describe the Python packages of 3 further models.',
    facts: { omittedModels: 3 },
  });
});
