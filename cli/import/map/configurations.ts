import { ModelConfig } from '../../../lib/model-config';
import { call, create, Expression, filePath, list, text } from '../code/expression';
import { ReadConfiguration } from '../description';

/** Writes the config.pbtxt files of the models to the app, and refers to them. */
export class ConfigurationFiles {
  /** The text of each file, by its path in the app. */
  public readonly files = new Map<string, string>();

  constructor(
    private readonly configurations: readonly ReadConfiguration[],
    private readonly unread: readonly string[],
  ) {}

  /**
   * The expression of a model with its composing models.
   *
   * @param name name of the model; undefined for the only model of the repository
   * @param source S3 URI of the model data
   * @param files the expression of the files, which all models of a repository have in common
   * @throws if the configuration is not known
   */
  public modelOf(name: string | undefined, source: string, files: Expression): { model: Expression; name: string } {
    const known = this.configurations.filter((each) => each.source === undefined || each.source === source);
    const root = name ?? onlyRoot(known);
    const configuration = root === undefined ? undefined : known.find(({ folder }) => folder === root);
    if (root === undefined || !configuration) throw this.missing(root, source, known);
    return { name: root, model: this.expressionOf(configuration, known, files, []) };
  }

  private expressionOf(
    configuration: ReadConfiguration,
    known: ReadConfiguration[],
    files: Expression,
    ancestors: string[],
  ): Expression {
    const { folder, source = '' } = configuration;
    const steps = stepsOf(configuration);
    const path = this.write(configuration);
    if (steps === undefined) return call('TritonModel.fromDirectory', [filePath(path)], { files });
    const members = steps.map((step) => {
      if ([...ancestors, folder].includes(step)) throw new Error(`the ensemble ${folder} uses itself`);
      const member = known.find((each) => each.folder === step);
      if (!member) throw this.missing(step, source, known);
      return this.expressionOf(member, known, files, [...ancestors, folder]);
    });
    const config = call('ModelConfig.fromFile', [filePath(`${path}/config.pbtxt`)]);
    const backend: Expression = { kind: 'constant', className: 'Backend', name: 'ENSEMBLE' };
    return create('TritonModel', [], { name: text(folder), backend, config, files, members: list(members) });
  }

  /**
   * Returns the folder of the file. Configurations of different repositories with the same name have different folders.
   *
   * @throws if the name of the model is not the name of a folder, so the file would be outside the app
   */
  private write({ folder, text: content }: ReadConfiguration): string {
    if (!/^[^/\\]+$/.test(folder) || /^\.\.?$/.test(folder))
      throw new Error(`got a configuration of the model ${JSON.stringify(folder)}; allowed: the name of a folder`);
    for (let index = 1; ; index++) {
      const path = index === 1 ? `models/${folder}` : `models/${index}/${folder}`;
      const file = `${path}/config.pbtxt`;
      if (!this.files.has(file)) this.files.set(file, content);
      if (this.files.get(file) === content) return path;
    }
  }

  private missing(name: string | undefined, source: string, known: ReadConfiguration[]): Error {
    const found = known.map(({ folder }) => folder).join(', ') || 'none';
    const model = name === undefined ? 'the model that the server loads' : `the model '${name}'`;
    const reasons = this.unread.map((each) => `; ${each}`).join('');
    return new Error(
      `the configuration of ${model} is not known (configurations: ${found}${reasons}): pass its config.pbtxt, and those of the composing models of an ensemble, with --config; they are in ${source}`,
    );
  }
}

/** The composing models of an ensemble. Undefined for another model. */
function stepsOf({ text: content }: ReadConfiguration): string[] | undefined {
  const { platform, ensemble_scheduling: ensemble } = ModelConfig.fromText(content)._document;
  if (platform !== 'ensemble') return undefined;
  return [...new Set((ensemble?.step ?? []).map((step) => step.model_name))];
}

/** The only model that no ensemble uses, which the server of AWS's image loads without a variable. */
function onlyRoot(configurations: ReadConfiguration[]): string | undefined {
  const used = new Set(configurations.flatMap((each) => stepsOf(each) ?? []));
  const roots = [...new Set(configurations.map(({ folder }) => folder))].filter((folder) => !used.has(folder));
  return roots.length === 1 ? roots[0] : undefined;
}
