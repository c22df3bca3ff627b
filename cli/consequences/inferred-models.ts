import { READING_ID } from '../../lib/model/model-reading';
import { Deployment } from '../assembly/publications';
import { Consequence } from './consequence';

/** States what the library inferred from the files of models, since nobody wrote it into the app. */
export function inferredModelConsequences({ information = [] }: Deployment): Consequence[] {
  const acknowledgment = ` [ack: ${READING_ID}]`;
  return information
    .filter((message) => message.endsWith(acknowledgment))
    .map((message) => ({ about: 'models', sentence: `${capitalize(message.slice(0, -acknowledgment.length))}.` }));
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
