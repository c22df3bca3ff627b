/** A library that processes the files of a model before they are loaded, for example to verify or decrypt them. */
export interface RepositoryAgent {
  /** Name of the repository agent, as in `libtritonrepoagent_<name>.so`. */
  readonly name: string;

  /**
   * Parameters of the repository agent.
   *
   * @default - no parameters
   */
  readonly parameters?: { [name: string]: string };
}
