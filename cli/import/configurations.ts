import { abridged } from '../../lib/findings/abridged';
import { hideSecrets } from '../../lib/findings/hide-secrets';
import { ModelConfig } from '../../lib/model-config';
import { Code, CodeWriter } from '../app/code';
import { shellWord } from '../output/shell-word';

/** Maximum number of models in the code. Ensembles of ensembles can use a model any number of times, each with an expression. */
const MAX_MODELS = 500;

/** The config.pbtxt files of the models, which become files of the app. */
export class Configurations {
  /** The files of the models that the app contains, without secrets, by their path in the app. */
  public readonly files = new Map<string, string>();
  private modelCount = 0;

  /** @param texts the text of each file, by the name of its model */
  constructor(private readonly texts: ReadonlyMap<string, string>) {}

  /**
   * The expression of a model with its composing models.
   *
   * @param name name of the model; undefined for the only model of the repository
   * @param data S3 URI of the model data
   * @param files the expression of the files, which all models of a repository have in common
   * @param ensembles the ensembles that use the model
   * @throws if a configuration is not known, the name of a model is not the name of a folder, or an ensemble runs itself
   */
  public modelOf(name = this.onlyRoot(), data: string, files: Code, code: CodeWriter, ensembles: string[] = []): Code {
    const text = this.texts.get(name ?? '');
    if (name === undefined || text === undefined) throw this.missing(name, data);
    // Another name would be outside of the app.
    if (!/^[^/\\]+$/.test(name) || /^\.\.?$/.test(name))
      throw new Error(`got a configuration of the model ${JSON.stringify(name)}; allowed: the name of a folder`);
    const path = [...ensembles, name];
    if (ensembles.includes(name))
      throw new Error(`the ensemble runs itself: ${abridged(path.join(' -> '), 1000)}; break the cycle`);
    if (++this.modelCount > MAX_MODELS)
      throw new Error(
        `got more than ${MAX_MODELS} models, with each use by an ensemble; allowed: at most ${MAX_MODELS}`,
      );
    const folder = `models/${name}`;
    this.files.set(`${folder}/config.pbtxt`, hideSecrets(text));
    const steps = stepsOf(text);
    if (steps.length === 0) return code.call('TritonModel.fromDirectory', [code.path(folder)], { files });
    return code.call('new TritonModel', [], {
      name: code.text(name),
      backend: code.constant('Backend', 'ENSEMBLE'),
      config: code.call('ModelConfig.fromFile', [code.path(`${folder}/config.pbtxt`)]),
      files,
      members: code.list(steps.map((step) => this.modelOf(step, data, files, code, path))),
    });
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
      `the configuration of ${model} is not known: pass a folder with <model>/config.pbtxt, also of the composing models of an ensemble, with --description. To copy these files, use: ${copy}`,
    );
  }
}

/** The composing models of an ensemble. Empty for another model. */
function stepsOf(text: string): string[] {
  const { platform, ensemble_scheduling: ensemble } = ModelConfig.fromText(text)._document;
  return platform === 'ensemble' ? [...new Set((ensemble?.step ?? []).map((step) => step.model_name))] : [];
}
