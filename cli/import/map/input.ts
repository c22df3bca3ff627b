import { Expression } from '../code/expression';
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

/** The construct of the app, and the steps that it requires. */
export interface MappedEndpoint {
  readonly construct: Expression;
  /** Commands to run after the first deployment. */
  readonly after: string[];
  /** S3 URI of the archives of a multi-model endpoint, which must be copied before the first deployment. */
  readonly archives?: string;
}
