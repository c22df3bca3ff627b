import { Finding } from '../../findings/finding';
import { checkArguments } from './check-arguments';
import { checkEnvironment } from './check-environment';
import { checkLanguageModels } from './check-language-models';
import { checkOptions } from './check-options';
import { checkPython } from './check-python';
import { ServedModels } from './served-models';
import { checkServing } from './check-serving';
import { ServerOptions } from './options';

/** What the server would refuse or ignore of its options, and of its models with them. */
export function checkServer(options: ServerOptions = {}, served: ServedModels): Finding[] {
  return [
    ...checkOptions(options, served),
    ...checkEnvironment(options, served),
    ...checkArguments(options, served),
    ...checkServing(options, served),
    ...checkPython(options, served),
    ...checkLanguageModels(options, served),
  ];
}
