import { createHash } from 'crypto';

/** A page in one file. */
export interface HtmlDocument {
  readonly title: string;
  readonly style: string;
  /** HTML: all texts of others in it are escaped. */
  readonly body: string;
  /** Programs that the page runs after its body. */
  readonly scripts: readonly string[];
}

/**
 * The page, with a policy for the browser: it runs these scripts alone, by their hashes, and loads nothing and sends nothing anywhere. The
 * names in a page are from measurements and templates of others, so one that is not escaped does no more than show.
 */
export function renderDocument({ title, style, body, scripts }: HtmlDocument): string {
  const programs = scripts.map((script) => script.replace(/<(?=\/script)/gi, '\\x3c'));
  const policy = [
    "default-src 'none'",
    `script-src ${programs.map(hashOf).join(' ')}`,
    `style-src ${hashOf(style)}`,
    'img-src data:', // the empty icon
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)}</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
${body}
${programs.map((program) => `<script>${program}</script>`).join('\n')}
</body>
</html>
`;
}

export function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** JSON that cannot end the script it is in. */
export function inScript(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

/** The source that allows a script or style of exactly this text. */
function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
