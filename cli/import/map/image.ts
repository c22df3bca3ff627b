import {
  DEFAULT_TRITON_RELEASE,
  findTritonRelease,
  inferRegistry,
  registryAccounts,
} from '../../../lib/facts/triton-releases';
import { InstanceType } from '../../../lib/platform';
import { call, Expression, struct, text } from '../code/expression';
import { Fields } from '../fields';
import { Context } from './context';

/** The image of a container as a property of the app. */
export interface MappedImage {
  /** Undefined for the default image of the library. */
  readonly image?: Expression;
  readonly release: string;
}

const PUBLISHED_URI =
  /^(\d{12})\.dkr\.ecr\.([a-z0-9-]+)\.amazonaws\.com(?:\.cn)?\/sagemaker-tritonserver:(\d\d\.\d\d)-py3(-cpu)?$/;
const RELEASE_IN_NAME = /(?:^|[^\d.])(\d\d\.(?:0[1-9]|1[0-2]))(?:$|[^\d.])/;

/** Whether the name of an image, or a variable of its container, belongs to Triton. */
export function isTriton(uri: string | undefined, variables: string[]): boolean {
  return /triton/i.test(uri ?? '') || variables.some((name) => name.startsWith('SAGEMAKER_TRITON_'));
}

/** Maps the image: the release of AWS, or the full name. */
export function mapImage(container: Fields, uri: string, instanceTypes: string[], context: Context): MappedImage {
  const publishedRelease = releaseOf(uri, instanceTypes);
  if (publishedRelease !== undefined) {
    container.ignore('ImageConfig');
    const image =
      publishedRelease === DEFAULT_TRITON_RELEASE
        ? undefined
        : call('TritonImage.forRelease', [text(publishedRelease)]);
    return { image, release: publishedRelease };
  }
  const [, releaseInName] = RELEASE_IN_NAME.exec(uri.slice(uri.indexOf('/'))) ?? [];
  const release = releaseInName ?? DEFAULT_TRITON_RELEASE;
  if (releaseInName === undefined) {
    container.list(
      'Image',
      `the name of the image does not contain a release of Triton, so the app assumes ${release}`,
      'set the release of Triton in the image, on which the rules for models and the GPU driver depend',
    );
  }
  const options = { release: text(release) };
  const privateImage = mapPrivateRegistry(container, uri, options, context);
  return { image: privateImage ?? call('TritonImage.of', [text(uri)], options), release };
}

/** The release of an image that AWS publishes, if the library would choose the same image for the instance types. */
function releaseOf(uri: string, instanceTypes: string[]): string | undefined {
  const [, account, region, release, cpuSuffix] = PUBLISHED_URI.exec(uri) ?? [];
  if (release === undefined) return undefined;
  const row = findTritonRelease(release) ?? inferRegistry(release);
  const isOnCpu = instanceTypes.length > 0 && instanceTypes.every((type) => InstanceType.of(type)._isCpuOnly);
  const isSameImage = registryAccounts(row)[region] === account && (cpuSuffix !== undefined) === isOnCpu;
  return isSameImage ? release : undefined;
}

function mapPrivateRegistry(
  container: Fields,
  uri: string,
  options: Record<string, Expression>,
  context: Context,
): Expression | undefined {
  const config = container.object('ImageConfig');
  if (config?.choice('RepositoryAccessMode', ['Platform', 'Vpc']) !== 'Vpc') return undefined;
  const credentials = config.object('RepositoryAuthConfig')?.text('RepositoryCredentialsProviderArn');
  const credentialsFunction = credentials === undefined ? [] : [context.function(credentials)];
  const image = struct('TritonImageOptions', options);
  return call('TritonImage.fromPrivateRegistry', [text(uri), image, ...credentialsFunction]);
}

/** The instance type: a constant of the library, or its name. */
export function instanceTypeOf(name: string): Expression {
  const constantName = name.replace(/^ml\./, '').replaceAll(/[.-]/g, '_').toUpperCase();
  return constantName in InstanceType
    ? { kind: 'constant', className: 'InstanceType', name: constantName }
    : call('InstanceType.of', [text(name)]);
}

export const instancePool = (type: string): Expression =>
  struct('InstancePool', { instanceType: instanceTypeOf(type) });
