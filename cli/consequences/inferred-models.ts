import { READING_ID } from '../../lib/model/reading/model-reading';
import { Deployment } from '../assembly/publications';
import { Consequence } from './consequence';

/** Lists the properties that the library inferred from the files of models, because the app does not set them. */
export function inferredModelConsequences({ information = [] }: Deployment): Consequence[] {
  const acknowledgment = ` [ack: ${READING_ID}]`;
  return information
    .filter((message) => message.endsWith(acknowledgment))
    .map((message) => ({ about: 'models', sentence: `${capitalize(message.slice(0, -acknowledgment.length))}.` }));
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
