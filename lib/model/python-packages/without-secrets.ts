/** Matches the user name and the password after `://`. The password can contain slashes, but digits before a path are a port. */
const USER_INFO = /^(?:[^/:@]*:(?!\d{1,5}[/?#])[^@]+|[^/@]+)@/;

/** Hides the user names, the passwords and the parameters, such as tokens, in the URLs of a text. */
export function withoutSecrets(text: string): string {
  return text.replaceAll(/\S+/g, (word) => {
    const [start, ...parts] = word.split('://');
    return [start, ...parts.map((part) => part.replace(USER_INFO, '****@').replace(/\?[^'"`)]*/, '?****'))].join('://');
  });
}
