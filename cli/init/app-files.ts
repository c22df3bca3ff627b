import * as path from 'path';
import { templateFiles, toClassName } from '../app/folder';
import { CodeWriter, Language } from '../app/code';
import { DescribedModel } from './described-model';
import { exampleRequest, renderExample } from './example-request';
import { plainName } from './find-model';
import { EXAMPLE_FILE, renderModelModule } from './model-module';

/** The files of the app, by their name. The templates have a model `my-model`. */
export function appFiles(folder: string, describedModel: DescribedModel, language: Language): Map<string, string> {
  const { source, model } = describedModel;
  const request = model.examples.length > 0 ? undefined : exampleRequest(model);
  const relativePath = path.relative(folder, source.path).split(path.sep).join('/');
  const name = plainName(model.name);
  const files = [...templateFiles(language)].map(([file, text]): [string, string] => [
    file,
    text.replaceAll('my-model', name.toLowerCase()).replaceAll('MyModel', toClassName(name, 'Model')),
  ]);
  // The examples next to the model, or the request in the app
  const examples = request
    ? [EXAMPLE_FILE]
    : model.examples.map(({ _fileName = '' }) => path.posix.join(path.posix.dirname(relativePath), _fileName));
  const module = renderModelModule(describedModel, relativePath, new CodeWriter(language), examples);
  const example: [string, string][] = request ? [[EXAMPLE_FILE, renderExample(request)]] : [];
  return new Map([[language === 'python' ? 'model.py' : 'model.ts', module], ...example, ...files]);
}
