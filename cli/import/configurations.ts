import { ModelConfig } from '../../lib/model-config';
import { Code, CodeWriter } from '../app/code';
import { shellWord } from '../output/shell-word';

/** The config.pbtxt files of the models, which become files of the app. */
export class Configurations {
  /** The files of the models that the app contains, by their path in the app. */
  public readonly files = new Map<string, string>();

  /** @param texts the text of each file, by the name of its model */
  constructor(private readonly texts: ReadonlyMap<string, string>) {}

  /**
   * The expression of a model with its composing models.
   *
   * @param name name of the model; undefined for the only model of the repository
   * @param data S3 URI of the model data
   * @param files the expression of the files, which all models of a repository have in common
   * @param ensembles the ensembles that contain the model
   * @throws if a configuration is not known
   */
  public modelOf(
    name: string | undefined,
    data: string,
    files: Code,
    code: CodeWriter,
    ensembles: string[] = [],
  ): Code {
    const root = name ?? this.onlyRoot();
    const text = this.texts.get(root ?? '');
    if (root === undefined || text === undefined) throw this.missing(root, data);
    const folder = this.write(root, text);
    const steps = stepsOf(text);
    if (steps.length === 0) return code.call('TritonModel.fromDirectory', [code.path(folder)], { files });
    const inside = [...ensembles, root];
    if (steps.some((step) => inside.includes(step))) throw new Error(`the ensemble ${root} uses itself`);
    return code.call('new TritonModel', [], {
      name: code.text(root),
      backend: code.constant('Backend', 'ENSEMBLE'),
      config: code.call('ModelConfig.fromFile', [code.path(`${folder}/config.pbtxt`)]),
      files,
      members: code.list(steps.map((step) => this.modelOf(step, data, files, code, inside))),
    });
  }

  /** @throws if the name of the model is not the name of a folder, so the file would be outside the app */
  private write(name: string, text: string): string {
    if (!/^[^/\\]+$/.test(name) || /^\.\.?$/.test(name))
      throw new Error(`got a configuration of the model ${JSON.stringify(name)}; allowed: the name of a folder`);
    this.files.set(`models/${name}/config.pbtxt`, text);
    return `models/${name}`;
  }

  /** The only model that no ensemble uses, which the server of AWS's image loads without a variable. */
  private onlyRoot(): string | undefined {
    const used = [...this.texts.values()].flatMap(stepsOf);
    const roots = [...this.texts.keys()].filter((name) => !used.includes(name));
    return roots.length === 1 ? roots[0] : undefined;
  }

  private missing(name: string | undefined, data: string): Error {
    const model = name === undefined ? 'the model that the server loads' : `the model '${name}'`;
    const copy = data.endsWith('.tar.gz')
      ? `aws s3 cp ${shellWord(data)} - | tar -xz --wildcards '*/config.pbtxt'`
      : `aws s3 sync ${shellWord(data)} . --exclude '*' --include '*/config.pbtxt'`;
    return new Error(
      `the configuration of ${model} is not known (configurations: ${[...this.texts.keys()].join(', ') || 'none'}): pass a folder with <model>/config.pbtxt, also of the ` +
        `composing models of an ensemble, with --description. To copy these files to the current folder, use: ${copy}`,
    );
  }
}

/** The composing models of an ensemble. Empty for another model. */
function stepsOf(text: string): string[] {
  const { platform, ensemble_scheduling: ensemble } = ModelConfig.fromText(text)._document;
  return platform === 'ensemble' ? [...new Set((ensemble?.step ?? []).map((step) => step.model_name))] : [];
}
