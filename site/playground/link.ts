import { SelectedTarget } from './check-config-text';

/** The content of a link to the playground. */
export interface SharedConfig extends SelectedTarget {
  readonly text: string;
}

/** Creates the fragment of a link. Browsers do not send fragments to the server. */
export function createFragment({ text, release, instanceType }: SharedConfig): string {
  const bytes = new TextEncoder().encode(text);
  const encoded = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  const parameters = {
    release,
    type: instanceType,
    config: encoded.replace(/\+/g, '-').replace(/\//g, '_').replace(/=/g, ''),
  };
  return `#${new URLSearchParams(Object.entries(parameters).filter(([, value]) => value !== ''))}`;
}

/** Parses the fragment of a link; undefined if it contains no configuration. */
export function parseFragment(fragment: string): SharedConfig | undefined {
  const parameters = new URLSearchParams(fragment.replace(/^#/, ''));
  const encoded = parameters.get('config');
  if (encoded === null) return undefined;
  try {
    const binary = atob(encoded.replace(/-/g, '+').replace(/_/g, '/'));
    const text = new TextDecoder().decode(Uint8Array.from(binary, (character) => character.charCodeAt(0)));
    return { text, release: parameters.get('release') ?? '', instanceType: parameters.get('type') ?? '' };
  } catch {
    return undefined; // an incomplete link
  }
}
