/** The options of the command. */
export interface LocalOptions {
  readonly stack?: string;
  readonly endpoint?: string;
  readonly prefix?: string;
  readonly latencyTable?: string;
  readonly instanceType?: string;
  readonly network: boolean;
  readonly yes: boolean;
  readonly keep: boolean;
  readonly verbose: boolean;
}
