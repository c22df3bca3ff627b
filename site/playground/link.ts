import { Choice } from './judge';

/** What a link to the playground contains. */
export interface Shared extends Choice {
  readonly text: string;
}

/** The fragment of a link. Browsers send no fragment to a server. */
export function fragmentOf({ text, release, instanceType }: Shared): string {
  const bytes = new TextEncoder().encode(text);
  const encoded = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  const given = {
    release,
    type: instanceType,
    config: encoded.replace(/\+/g, '-').replace(/\//g, '_').replace(/=/g, ''),
  };
  return `#${new URLSearchParams(Object.entries(given).filter(([, value]) => value !== ''))}`;
}

/** What a fragment says; undefined for one that is no link to a configuration. */
export function sharedIn(fragment: string): Shared | undefined {
  const given = new URLSearchParams(fragment.replace(/^#/, ''));
  const encoded = given.get('config');
  if (encoded === null) return undefined;
  try {
    const binary = atob(encoded.replace(/-/g, '+').replace(/_/g, '/'));
    const text = new TextDecoder().decode(Uint8Array.from(binary, (character) => character.charCodeAt(0)));
    return { text, release: given.get('release') ?? '', instanceType: given.get('type') ?? '' };
  } catch {
    return undefined; // a link that was cut
  }
}
