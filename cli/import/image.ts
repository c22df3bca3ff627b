import {
  DEFAULT_TRITON_RELEASE,
  findTritonRelease,
  inferRegistry,
  registryAccounts,
} from '../../lib/facts/triton-releases';
import { InstanceType } from '../../lib/platform';
import { Code } from '../app/code';
import { App } from './app';

const PUBLISHED_URI =
  /^(\d{12})\.dkr\.ecr\.([a-z0-9-]+)\.amazonaws\.com(?:\.cn)?\/sagemaker-tritonserver:(\d\d\.\d\d)-py3(-cpu)?$/;
const RELEASE_IN_NAME = /(?:^|[^\d.])(\d\d\.(?:0[1-9]|1[0-2]))(?:$|[^\d.])/;

/** The image: the release of AWS, or the full name. Undefined for the default image of the library. */
export function mapImage(uri: string, place: string, instanceTypes: string[], app: App): Code | undefined {
  const { code } = app;
  const publishedRelease = releaseOf(uri, instanceTypes);
  if (publishedRelease === DEFAULT_TRITON_RELEASE) return undefined;
  if (publishedRelease !== undefined) return code.call('TritonImage.forRelease', [code.text(publishedRelease)]);
  const [, release] = RELEASE_IN_NAME.exec(uri.slice(uri.indexOf('/'))) ?? [];
  if (release === undefined)
    app.note(
      `${place}.Image`,
      uri,
      `the name of the image does not contain a release of Triton, on which the rules for models and the GPU driver depend, so the app assumes ${DEFAULT_TRITON_RELEASE}; set the release in the image`,
    );
  return code.call('TritonImage.of', [code.text(uri)], { release: code.text(release ?? DEFAULT_TRITON_RELEASE) });
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

/** The instance type: a constant of the library, or its name. */
export function instanceTypeOf(name: string, { code }: App): Code {
  const constantName = name.replace(/^ml\./, '').replaceAll(/[.-]/g, '_').toUpperCase();
  return constantName in InstanceType
    ? code.constant('InstanceType', constantName)
    : code.call('InstanceType.of', [code.text(name)]);
}
