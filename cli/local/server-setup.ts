import { LocalVariant } from './local-variants';
import { UnpackedModel } from './repository';

/** A model in an unpacked repository. */
export interface PreparedModel extends Pick<
  UnpackedModel,
  'name' | 'backend' | 'queueDelayMicroseconds' | 'hasResponseCache'
> {
  /** Whether a stand-in responds with zeros, because the backend cannot run on this host. */
  readonly standIn: boolean;
}

/** The variant that a server serves, and the folders that the server uses. */
export interface ServerSetup {
  readonly variant: LocalVariant;
  /** The unpacked model repository; an empty folder for a multi-model endpoint. */
  readonly repository: string;
  /** The folder for temporary files of the run. */
  readonly workFolder: string;
  readonly verbose: boolean;
}

/** The result of adapting a model repository to this host. */
export interface Preparation {
  readonly models: PreparedModel[];
  /** Differences from the container on SageMaker, as phrases. */
  readonly differences: string[];
  /** The reason why the models cannot be served on this host, if they cannot. */
  readonly unavailableReason?: string;
}

/** The Triton release in the tag of an image. */
export function releaseOf({ image }: Pick<LocalVariant, 'image'>): string {
  return /:(\d\d\.\d\d)/.exec(image)?.[1] ?? 'unknown';
}
