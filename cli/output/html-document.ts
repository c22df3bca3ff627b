import { createHash } from 'crypto';

/** A web page in a single file. */
export interface HtmlDocument {
  readonly title: string;
  readonly style: string;
  /** HTML in which the caller has escaped all untrusted text. */
  readonly body: string;
  /** JavaScript that runs after the body. */
  readonly scripts: readonly string[];
}

/**
 * Renders the page with a content security policy: the browser runs only these scripts, and makes no requests. Untrusted text of
 * measurements and templates can therefore not run as a script, even if the caller forgot to escape it.
 */
export function renderDocument({ title, style, body, scripts }: HtmlDocument): string {
  const safeScripts = scripts.map((script) => script.replace(/<(?=\/script)/gi, '\\x3c'));
  const policy = [
    "default-src 'none'",
    `script-src ${safeScripts.map(hashSource).join(' ')}`,
    `style-src ${hashSource(style)}`,
    'img-src data:', // for the empty icon
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
${body}
${safeScripts.map((script) => `<script>${script}</script>`).join('\n')}
</body>
</html>
`;
}

/** Escapes text for HTML. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Converts a value to JSON that is safe inside a script element. */
export function jsonForScript(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

/** The expression in the content security policy that allows a script or style with this text. */
function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
