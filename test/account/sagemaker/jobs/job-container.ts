/** The input that the container of a job receives from SageMaker. */
export interface JobContainer {
  readonly name: string;
  readonly image: string;
  readonly instanceType: string;
  /** The newest CUDA version that the GPU driver of the instance supports. */
  readonly cuda: string;
  readonly entrypoint: readonly string[];
  /** The input files, by their paths in the container. */
  readonly files: ReadonlyMap<string, Buffer>;
  readonly outputFolder: string;
  readonly messageFile: string;
}

/** The result of running the container of a job. */
export interface JobRun {
  /** Seconds from the start of the container to its exit. */
  readonly seconds?: number;
  /** @default 0 */
  readonly exitCode?: number;
  /** Content of the file at `messageFile`. */
  readonly message?: string;
  readonly log?: readonly string[];
  /** Files in the output folder when the container exits. */
  readonly files?: Readonly<Record<string, string | Buffer>>;
  /** Files in the output folder if the container is stopped before it exits. */
  readonly unfinishedFiles?: Readonly<Record<string, string | Buffer>>;
}
