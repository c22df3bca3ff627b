import { execFileSync } from 'child_process';
import * as fs from 'fs';
import * as os from 'os';
import * as path from 'path';
import { App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Construct } from 'constructs';
import { Backend, Ensemble, ModelFiles, Tensor, TritonModel } from '../../lib';
import { ArchivedModel } from '../../lib/artifacts/archived-model';
import { ModelArchives, publishArchives } from '../../lib/artifacts/model-archives';
import type { PublicationManifest } from '../../lib/contracts/publication-manifest';

let workFolder: string;
beforeEach(() => (workFolder = fs.mkdtempSync(path.join(os.tmpdir(), 'archives-'))));
afterEach(() => fs.rmSync(workFolder, { recursive: true, force: true }));

/** A model with one file. */
function createModel(name: string, bytes = 1000, content = name): TritonModel {
  const file = path.join(workFolder, `${name}-${content}`, 'model.py');
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, Buffer.alloc(bytes, content));
  return new TritonModel({
    name,
    backend: Backend.PYTHON,
    files: ModelFiles.fromFile(file),
    inputs: [Tensor.fp32('x', [1])],
    outputs: [Tensor.fp32('y', [1])],
  });
}

interface PublishedArchives {
  readonly outdir: string;
  readonly template: Template;
  readonly archives: ModelArchives;
  readonly manifest: PublicationManifest;
  /** Uploaded files, by object key. */
  readonly assets: Record<string, string>;
}

function publish(models: ArchivedModel[], options: { openPrefix?: boolean } = {}): PublishedArchives {
  const stack = new Stack(new App({ outdir: path.join(workFolder, 'cdk.out') }), 'Stack');
  const archives = publishArchives(new Construct(stack, 'Vision'), () => models, options);
  const template = Template.fromStack(stack);
  return { template, archives, ...readAssets(path.join(workFolder, 'cdk.out'), template) };
}

function readAssets(outdir: string, template: Template): Pick<PublishedArchives, 'outdir' | 'manifest' | 'assets'> {
  const assets: Record<string, string> = {};
  for (const file of fs.readdirSync(outdir, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.assets.json')) continue;
    const { files } = JSON.parse(fs.readFileSync(path.join(outdir, file), 'utf8'));
    for (const { source, destinations } of Object.values<AssetEntry>(files)) {
      for (const { objectKey } of Object.values(destinations)) {
        assets[objectKey] = path.resolve(outdir, path.dirname(file), source.path);
      }
    }
  }
  const { ManifestKey } = onlyPublication(template);
  return { outdir, assets, manifest: JSON.parse(fs.readFileSync(assets[ManifestKey], 'utf8')) };
}

interface AssetEntry {
  readonly source: { readonly path: string };
  readonly destinations: Record<string, { readonly objectKey: string }>;
}

function onlyPublication(template: Template): Record<string, string> {
  const publications = Object.values(template.findResources('Custom::TritonModelPublication'));
  expect(publications).toHaveLength(1);
  return publications[0].Properties;
}

test('each model is one archive with the folder layout of the container, and one publication contains all archives', () => {
  const { manifest, assets, template } = publish([
    new ArchivedModel('cat', createModel('cat', 2_000_000)),
    new ArchivedModel('team/dog', createModel('dog', 2_000_000)),
  ]);
  expect(manifest.copies.map((copy) => copy.path)).toEqual(['cat.tar.gz', 'team/dog.tar.gz']);
  const [cat] = manifest.copies;
  expect(cat.key).toMatch(/^[0-9a-f]{64}\.tar\.gz$/);
  const listing = execFileSync('tar', ['tzf', assets[cat.key]], { encoding: 'utf8' });
  expect(listing).toBe('cat/1/model.py\ncat/config.pbtxt\n');
  template.resourceCountIs('Custom::TritonModelPublication', 1);
});

test('the archive of an ensemble contains its members, and a config.pbtxt with platform: "ensemble"', () => {
  const member = createModel('member', 2_000_000);
  const ensemble = new TritonModel({
    name: 'pipeline',
    backend: Backend.ENSEMBLE,
    inputs: [Tensor.fp32('x', [1])],
    outputs: [Tensor.fp32('y', [1])],
    ensemble: Ensemble.of([{ model: member, inputMap: { x: 'x' }, outputMap: { y: 'y' } }]),
  });
  const { manifest, assets } = publish([new ArchivedModel('pipeline', ensemble)]);
  const archive = assets[manifest.copies[0].key];
  expect(execFileSync('tar', ['tzf', archive], { encoding: 'utf8' })).toBe(
    'member/1/model.py\nmember/config.pbtxt\npipeline/1/.keep\npipeline/config.pbtxt\n',
  );
  expect(execFileSync('tar', ['xzOf', archive, 'pipeline/config.pbtxt'], { encoding: 'utf8' })).toContain(
    'platform: "ensemble"',
  );
});

test('the prefix depends on the content of all models, regardless of their order', () => {
  const prefixOf = (...models: ArchivedModel[]): string => onlyPublication(publish(models).template).Prefix;
  const [a, b, c] = ['a', 'b', 'c'].map((name) => new ArchivedModel(name, createModel(name)));
  expect(prefixOf(a, b)).toMatch(/^Stack\/Stack-Vision-\w+\/models\/[0-9a-f]{64}\/$/);
  expect(prefixOf(b, a)).toBe(prefixOf(a, b));
  expect(prefixOf(a, c)).not.toBe(prefixOf(a, b));
  expect(prefixOf(a, new ArchivedModel('b', createModel('b', 1000, 'other')))).not.toBe(prefixOf(a, b));
});

test('an open prefix does not depend on the models: object names contain a hash of the content, and a table lists the names', () => {
  const before = publish([new ArchivedModel('cat', createModel('cat'))], { openPrefix: true });
  const after = publish([new ArchivedModel('cat', createModel('cat', 1000, 'new'))], { openPrefix: true });
  const [first, second] = [before, after].map(({ template }) => onlyPublication(template));
  expect(second.Prefix).toBe(first.Prefix);
  expect(first.Prefix).toMatch(/\/open\/models\/$/);
  expect(second.Declaration).not.toBe(first.Declaration);
  expect(before.archives.tableKey).toBe(first.Prefix.replace('models/', 'table.json'));
  expect(Object.values(before.manifest.table ?? {})).toEqual([expect.stringMatching(/^cat-[0-9a-f]{16}\.tar\.gz$/)]);
  expect(after.manifest.table).not.toEqual(before.manifest.table);
});

test('the bucket of an open prefix is retained, because other principals can add models', () => {
  publish([new ArchivedModel('cat', createModel('cat'))], { openPrefix: true }).template.hasResource(
    'AWS::S3::Bucket',
    {
      DeletionPolicy: 'Retain',
    },
  );
  publish([new ArchivedModel('cat', createModel('cat'))]).template.hasResource('AWS::S3::Bucket', {
    DeletionPolicy: 'Delete',
  });
});

test('an unchanged model is not packed again', () => {
  const models = [createModel('large', 2_000_000), createModel('small')].map(
    (publishedModel) => new ArchivedModel(publishedModel.name, publishedModel),
  );
  const modificationTimes = (): number[] =>
    models.map(
      ({ contentHash }) => fs.statSync(path.join(workFolder, 'cdk.out', `asset.${contentHash}.tar.gz`)).mtimeMs,
    );
  publish(models);
  const before = modificationTimes();
  publish(models);
  expect(modificationTimes()).toEqual(before);
});
