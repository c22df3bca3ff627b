import { Duration } from 'aws-cdk-lib';

/** Assumed minimum rate of the download from S3 to the instance, in bytes per second. */
const DOWNLOAD_RATE = 50e6;
/** Assumed minimum rate at which files are loaded from disk to the GPU, in bytes per second. */
const LOAD_RATE = 100e6;
/** Time for the start of the server and of the first engine, regardless of the size of the model. */
const BASE_SECONDS = 300;
/** Assumed size of a model that is already in S3. */
const UNKNOWN_SIZE_BYTES = 20e9;
/** SageMaker accepts 60 to 3600 s (API reference, ProductionVariant). */
const MAX_SECONDS = 3600;

/** The times for which SageMaker waits for a new instance. */
export interface StartupTimeouts {
  readonly modelDataDownload: Duration;
  readonly containerStartup: Duration;
}

/**
 * Timeouts that are long enough for the size of the model's files. SageMaker's defaults are too short for large models. These timeouts are
 * generous, because the wait ends as soon as the container is healthy.
 */
export function startupTimeouts(bytes: number = UNKNOWN_SIZE_BYTES): StartupTimeouts {
  return { modelDataDownload: timeoutFor(bytes / DOWNLOAD_RATE), containerStartup: timeoutFor(bytes / LOAD_RATE) };
}

/** Estimated maximum number of seconds to load files from S3 to the GPU, without the start of the server. */
export function loadSeconds(bytes: number): number {
  return bytes / DOWNLOAD_RATE + bytes / LOAD_RATE;
}

function timeoutFor(transferSeconds: number): Duration {
  return Duration.seconds(Math.min(MAX_SECONDS, BASE_SECONDS + Math.ceil(transferSeconds)));
}
