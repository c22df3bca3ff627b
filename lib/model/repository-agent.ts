/** A library that handles the model's files before they are loaded, such as one that checks or decrypts them. */
export interface RepositoryAgent {
  /** The agent's name, as in `libtritonrepoagent_<name>.so`. */
  readonly name: string;

  /**
   * What the agent is told.
   *
   * @default - nothing
   */
  readonly parameters?: { [name: string]: string };
}
