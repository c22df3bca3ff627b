import * as path from 'path';
import { LocalVariant } from './assembly';
import { TritonProcess } from './triton-process';

/** A model folder, as the server will see it. */
export interface ServedModel {
  readonly name: string;
  readonly backend: string;
  /** Whether zeros are answered because the backend cannot run on this machine. */
  readonly standIn: boolean;
}

/** A variant that is to be served. */
export interface Service {
  readonly variant: LocalVariant;
  /** Its unpacked archive; an empty folder for a multi-model endpoint. */
  readonly repository: string;
  /** Folder for files that live as long as the run. */
  readonly work: string;
  readonly verbose: boolean;
}

/** What a variant's models became for this machine. */
export interface Preparation {
  readonly models: ServedModel[];
  /** Where the run differs from the container, in words. */
  readonly differences: string[];
  /** Why they cannot be served here, in words. */
  readonly obstacle?: string;
  /** Why the container could not serve them, in words. */
  readonly rejection?: string;
}

/** Something that runs Triton. */
export interface Engine {
  /** Adapts the unpacked archive to this machine. */
  prepare(service: Service): Preparation;
  start(service: Service, models: ServedModel[]): Promise<TritonProcess>;
  /**
   * Adapts the unpacked archive of one model of a multi-model endpoint, when it is going to be loaded.
   *
   * @param targetModel what requests name it by
   */
  admit(service: Service, archive: string, targetModel: string): Preparation;
  /** The path under which the server sees a folder of unpacked archives. */
  seen(service: Service, archive: string): string;
}

/** What the command says about how servers are run. */
export interface EngineOptions {
  /** Whether models may use the machine's network. */
  readonly network: boolean;
  /** Variables of the container's environment that the server gets besides those that cannot do harm. */
  readonly variable?: readonly string[];
  /** The Python interpreter that models run with. */
  readonly python?: string;
}

/** The folder of a run that holds the unpacked archives of a multi-model endpoint. */
export function modelsFolder({ work }: Service): string {
  return path.join(work, 'models');
}

/** The release of an image's tag. */
export function releaseOf({ image }: LocalVariant): string {
  return /:(\d\d\.\d\d)/.exec(image)?.[1] ?? 'unknown';
}
