import { Finding } from '../../findings/finding';
import { checkArguments } from './check-arguments';
import { checkEnvironment } from './check-environment';
import { checkLanguageModels } from './check-language-models';
import { checkOptions } from './check-options';
import { checkPython } from './check-python';
import { ServerContext } from './served-models';
import { checkServing } from './check-serving';
import { ServerOptions } from './options';

/** Checks the options of the server, and whether the models work with these options. */
export function checkServer(options: ServerOptions = {}, served: ServerContext): Finding[] {
  return [
    ...checkOptions(options, served),
    ...checkEnvironment(options, served),
    ...checkArguments(options, served),
    ...checkServing(options, served),
    ...checkPython(options, served),
    ...checkLanguageModels(options, served),
  ];
}
