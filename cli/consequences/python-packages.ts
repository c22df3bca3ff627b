import { isDeepStrictEqual } from 'util';
import type { ModelPackages } from '../../lib/contracts/deployed-packages';
import { Container } from '../assembly/endpoints';
import { Publication, publicationOf } from '../assembly/publications';
import { formatCount, formatSize, joinWords } from '../output/words';
import { Consequence, DeployedEndpoint } from './consequence';

/** Maximum number of packages in each part of a sentence. The facts contain all packages. */
const LISTED_PACKAGES = 8;

/** The location from which SageMaker reads models, and the publication that writes it. */
interface PublishedData {
  readonly dataUri: string;
  readonly container: Container;
  readonly publication: Publication;
}

/** The packages of a model, and their location. */
interface PublishedPackages extends ModelPackages {
  readonly data: PublishedData;
}

/** The packages that a deployment adds, removes or changes. */
interface PackageChanges {
  readonly added: string[];
  readonly removed: string[];
  readonly changed: { readonly name: string; readonly before: string; readonly after: string }[];
}

/** Describes the Python packages of the models that a deployment publishes: their size, their locations, and their changes. */
export function packageConsequences(before: DeployedEndpoint | undefined, after: DeployedEndpoint): Consequence[] {
  const [oldData, newData] = [before ? publishedData(before) : [], publishedData(after)];
  const [oldModels, newModels] = [packagesByModel(oldData), packagesByModel(newData)];
  const removedModels = [...oldModels.values()].filter(({ model }) => !newModels.has(model));
  return [
    ...[...newModels.values()]
      .filter((model) => !isSame(model, oldModels.get(model.model)))
      .map((model) => deployedPackages(model, oldModels.get(model.model), before !== undefined)),
    ...removedModels.map(({ model, packages: removed }): Consequence => ({
      about: 'pythonPackages',
      sentence: `Model ${model} is no longer deployed with Python packages.`,
      facts: { model, removed },
    })),
    ...omittedModels(oldData, newData),
  ];
}

function publishedData({ endpoint, deployment }: DeployedEndpoint): PublishedData[] {
  return endpoint.variants
    .flatMap(({ models }) => models)
    .flatMap(({ dataUri, container }) => {
      const publication = publicationOf(dataUri, deployment);
      return publication ? [{ dataUri, container, publication }] : [];
    });
}

/** Usually, the models of instance pools and variants with the same name have the same packages. */
function packagesByModel(published: PublishedData[]): Map<string, PublishedPackages> {
  const models = published.flatMap((data) =>
    (data.publication.packages?.models ?? []).map((model) => ({ ...model, data })),
  );
  return new Map(models.reverse().map((model) => [model.model, model]));
}

/** Whether the deployment does not publish the packages again. Under an open prefix, models change without a new prefix. */
function isSame({ data, ...model }: PublishedPackages, old?: PublishedPackages): boolean {
  if (data.dataUri !== old?.data.dataUri) return false;
  const { data: _, ...oldModel } = old;
  return isDeepStrictEqual(model, oldModel);
}

function deployedPackages(
  { model, packages, files, bytes, data }: PublishedPackages,
  old: PublishedPackages | undefined,
  isUpdate: boolean,
): Consequence {
  const changes = packageChanges(old?.packages ?? [], packages);
  const sentences = [
    `Model ${model} is deployed with ${formatCount(packages.length, 'Python package')} (${formatCount(files, 'file')}, ${formatSize(bytes)}).`,
    ...(isUpdate ? [describeChanges(changes)] : []),
    describeDownload(data),
  ];
  return {
    about: 'pythonPackages',
    sentence: sentences.join(' '),
    facts: { model, packages, files, bytes, ...(isUpdate && changes) },
  };
}

function describeDownload({ dataUri, container: { Mode: mode } }: PublishedData): string {
  if (mode === 'MultiModel')
    return "An instance downloads them, in the model's archive, at the first request to the model.";
  const format = dataUri.endsWith('.tar.gz') ? ", in the model's archive," : '';
  return `Each instance downloads them${format} before it starts.`;
}

function packageChanges(before: string[], after: string[]): PackageChanges {
  const [oldVersions, newVersions] = [versionByName(before), versionByName(after)];
  return {
    added: after.filter((each) => !oldVersions.has(nameOf(each))),
    removed: before.filter((each) => !newVersions.has(nameOf(each))),
    changed: [...newVersions].flatMap(([name, version]) => {
      const oldVersion = oldVersions.get(name);
      return oldVersion === undefined || oldVersion === version ? [] : [{ name, before: oldVersion, after: version }];
    }),
  };
}

/** The versions by name, from texts such as `tokenizers 0.23.3`. */
function versionByName(packages: string[]): Map<string, string> {
  return new Map(packages.map((each) => [nameOf(each), each.slice(nameOf(each).length + 1)]));
}

function nameOf(nameAndVersion: string): string {
  return nameAndVersion.split(' ')[0];
}

function describeChanges({ added, removed, changed }: PackageChanges): string {
  const updates = changed.map(({ name, before, after }) => `${name} from ${before} to ${after}`);
  const sentences = [
    ...listPackages('Added', added),
    ...listPackages('Removed', removed),
    ...listPackages('Changed', updates),
  ];
  return sentences.length > 0 ? sentences.join(' ') : 'The versions of the packages do not change.';
}

function listPackages(change: string, packages: string[]): string[] {
  if (packages.length === 0) return [];
  const listed = packages.slice(0, LISTED_PACKAGES);
  const omitted = packages.length - listed.length;
  return [`${change}: ${joinWords(omitted > 0 ? [...listed, `${omitted} more`] : listed)}.`];
}

/** A multi-model endpoint can have more models with packages than the template describes. */
function omittedModels(before: PublishedData[], after: PublishedData[]): Consequence[] {
  const omittedIn = (published: PublishedData[]): number =>
    published.reduce((sum, { publication }) => sum + (publication.packages?.omittedModels ?? 0), 0);
  const count = omittedIn(after);
  if (count === 0 || count === omittedIn(before)) return [];
  const sentence = `The template does not describe the Python packages of ${formatCount(count, 'further model')}.`;
  return [{ about: 'pythonPackages', sentence, facts: { omittedModels: count } }];
}
