import { Finding } from '../../findings/finding';
import { environmentFindings } from './environment-findings';
import { optionFindings } from './option-findings';
import { pythonFindings } from './python-findings';
import { ServedModels } from './served-models';
import { servingFindings } from './serving-findings';
import { ServerOptions } from './server-options';

/** What the server would refuse or ignore of its options, and of its models with them. */
export function serverFindings(options: ServerOptions = {}, served: ServedModels): Finding[] {
  return [
    ...optionFindings(options, served),
    ...environmentFindings(options, served),
    ...servingFindings(options, served),
    ...pythonFindings(options, served),
  ];
}
