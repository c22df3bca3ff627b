import table from './image-packages.json';
import { compareReleases } from './triton-releases';

/** The Python packages of an image, as requirements: `numpy==1.26.4`, or a range for a version that is not known exactly. */
interface ImagePackages {
  /** Packages that the image contains. Python imports them before those of the model. */
  readonly certain: string[];
  /** Packages that the image can contain, depending on how it was built. */
  readonly possible: string[];
}

/**
 * Modules whose names differ from those of their packages, by package. Modules without a package on PyPI, and those that only a GPU can use,
 * are below.
 */
const MODULES: Record<string, string[]> = {
  setuptools: ['setuptools', 'pkg_resources'],
  pytest: ['pytest', '_pytest'],
};

/** Further modules of the images, by the first release that contains them. */
const FURTHER_MODULES: Record<string, string[]> = {
  '21.08': ['nvidia'],
  '25.04': ['tritonserver', 'tritonfrontend', 'cupy', 'cupyx', 'cupy_backends'],
};

/** The packages in the published image of a release. Those of a release that is not in the table are those of the release before. */
export function imagePackages(release: string): ImagePackages {
  const row = rowOf(release);
  return { certain: requirementsOf(row?.packages), possible: requirementsOf(row?.possible) };
}

/** Whether the published image of a release contains a module. */
export function isImageModule(name: string, release: string): boolean {
  const row = rowOf(release);
  const packages = [...Object.keys(row?.packages ?? {}), ...Object.keys(row?.possible ?? {})];
  const isFurther = Object.entries(FURTHER_MODULES).some(
    ([since, names]) => compareReleases(release, since) >= 0 && names.includes(name),
  );
  return isFurther || packages.some((each) => (MODULES[each] ?? [each.replaceAll('-', '_')]).includes(name));
}

function rowOf(release: string): (typeof table.releases)[number] | undefined {
  return table.releases.filter((each) => compareReleases(each.release, release) <= 0).at(-1);
}

function requirementsOf(versions: Record<string, string | undefined> = {}): string[] {
  return Object.entries(versions).map(([name, version = '']) => `${name}${version}`);
}
