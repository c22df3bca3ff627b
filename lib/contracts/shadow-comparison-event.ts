/** Minutes between two runs of the function that compares the responses of a shadow variant. Each run compares the responses of as many minutes. */
export const SHADOW_COMPARISON_MINUTES = 5;

/** The event that the schedule sends to the function that compares the responses of a shadow variant. */
export interface ShadowComparisonEvent {
  /** The scheduled time. */
  readonly time: string;
  readonly endpointName: string;
  readonly productionVariant: string;
  readonly shadowVariant: string;
  /** Bucket of the captured data. */
  readonly bucket: string;
  /** Prefix of the captured data of the endpoint, which ends with a slash. Below it, each variant has a folder with its name. */
  readonly prefix: string;
  readonly absoluteTolerance: number;
  readonly relativeTolerance: number;
  /** Whether the log may contain values of responses. */
  readonly logPayloads?: boolean;
}
