import { Description } from '../description';
import { ConfigurationFiles } from './configurations';
import { Context } from './context';
import { DescribedFields } from './described-fields';

/** What all parts of the mapping have in common. */
export interface MappingInput {
  readonly fields: DescribedFields;
  readonly description: Description;
  readonly configurations: ConfigurationFiles;
  readonly context: Context;
}
