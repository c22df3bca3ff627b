import * as path from 'path';
import { LocalVariant } from './local-variants';
import { UnpackedModel } from './repository';
import { TritonProcess } from './triton-process';

/** A model in an unpacked repository. */
export interface PreparedModel extends Pick<
  UnpackedModel,
  'name' | 'backend' | 'queueDelayMicroseconds' | 'hasResponseCache'
> {
  /** Whether a stand-in responds with zeros, because the backend cannot run on this host. */
  readonly standIn: boolean;
}

/** The variant that a runtime serves, and the folders that the runtime uses. */
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
  /** The reason why the container would reject the models, if it would. */
  readonly rejectionReason?: string;
}

/** Runs Triton servers on this host: in a container, or from a Python wheel. */
export interface ServerRuntime {
  /** Whether all models run on the CPU, even if the instances of the endpoint have GPUs. */
  readonly isCpuOnly: boolean;
  /** The Triton release of the server that serves a variant. */
  releaseOf(variant: LocalVariant): string;
  /** Adapts an unpacked repository to this host. */
  prepare(setup: ServerSetup): Preparation;
  start(setup: ServerSetup, models: PreparedModel[]): Promise<TritonProcess>;
  /**
   * Adapts the unpacked archive of a model of a multi-model endpoint, before the model is loaded.
   *
   * @param targetModel the name of the model in requests
   */
  prepareModel(setup: ServerSetup, archive: string, targetModel: string): Preparation;
  /** Converts the path of an unpacked archive on this host to its path as the server sees it. */
  pathInServer(setup: ServerSetup, archive: string): string;
}

export interface RuntimeOptions {
  /** Whether models may use the network of this host. */
  readonly network: boolean;
  /** Names of environment variables that the server receives in addition to the variables that are always safe (`--variable`). */
  readonly variable?: readonly string[];
  /** The Python interpreter that runs the models. */
  readonly python?: string;
}

/** The folder with the unpacked archives of a multi-model endpoint. */
export function modelsFolder({ workFolder }: ServerSetup): string {
  return path.join(workFolder, 'models');
}

/** The Triton release in the tag of an image. */
export function releaseOf({ image }: Pick<LocalVariant, 'image'>): string {
  return /:(\d\d\.\d\d)/.exec(image)?.[1] ?? 'unknown';
}
