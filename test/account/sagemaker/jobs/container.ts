import type { JobKind } from './job';

/** What a container of a job finds. */
export interface JobContainer {
  readonly kind: JobKind;
  readonly name: string;
  readonly image: string;
  readonly instanceType: string;
  /** The newest CUDA that the driver of its instance runs. */
  readonly cuda: string;
  readonly entrypoint: readonly string[];
  /** Files by their paths in the container. */
  readonly files: ReadonlyMap<string, Buffer>;
  readonly outputFolder: string;
  readonly messageFile: string;
}

/** What a container does. */
export interface JobRun {
  /** From its start to its exit. */
  readonly seconds?: number;
  /** By default 0. */
  readonly exitCode?: number;
  /** The message file. */
  readonly message?: string;
  readonly log?: readonly string[];
  /** Files below the output folder when it exits. */
  readonly files?: Readonly<Record<string, string | Buffer>>;
  /** Those that are there when it is stopped before. */
  readonly unfinished?: Readonly<Record<string, string | Buffer>>;
}
