import { Duration } from 'aws-cdk-lib';

/** Assumed slowest download from S3 to the instance, in bytes per second. */
const DOWNLOAD_RATE = 50e6;
/** Assumed slowest load from disk to the GPU, in bytes per second. */
const LOAD_RATE = 100e6;
/** What the server and the first engine need whatever the size. */
const BASE_SECONDS = 300;
/** Used when the size is not known: the model is in S3 already. */
const UNKNOWN_SIZE_BYTES = 20e9;
/** SageMaker accepts 60 to 3600 s (API reference, ProductionVariant). */
const MAX_SECONDS = 3600;

/** How long SageMaker waits for a new instance. */
export interface StartupTimeouts {
  readonly modelDataDownload: Duration;
  readonly containerStartup: Duration;
}

/**
 * Timeouts from the size of the model's files. SageMaker's own defaults fail large models that would have loaded; these are
 * generous on purpose, since a healthy container ends the wait.
 */
export function startupTimeouts(bytes: number = UNKNOWN_SIZE_BYTES): StartupTimeouts {
  return { modelDataDownload: secondsFor(bytes / DOWNLOAD_RATE), containerStartup: secondsFor(bytes / LOAD_RATE) };
}

/** How long files may take from S3 to the GPU at most, without what the server needs to start. */
export function loadSeconds(bytes: number): number {
  return bytes / DOWNLOAD_RATE + bytes / LOAD_RATE;
}

function secondsFor(transferSeconds: number): Duration {
  return Duration.seconds(Math.min(MAX_SECONDS, BASE_SECONDS + Math.ceil(transferSeconds)));
}
