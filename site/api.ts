import { outsideCode } from './links';
import { GROUPED_TYPES, INHERITED_MEMBERS, PROPERTY_GROUPS } from './property-groups';
import { summary } from './rules';

interface ApiType {
  readonly kind: string;
  readonly name: string;
  readonly text: string;
}

/** Splits API.md into an index and one page for each type, by path. */
export function apiPages(markdown: string): Map<string, string> {
  const types = sectionsOf(withoutSubmodules(markdown), '##').flatMap(({ name: kind, text }) =>
    sectionsOf(text, '###').map((section): ApiType => ({ kind, ...section })),
  );
  const names = types.map(({ name }) => name);
  const withProperties = types.map((type) => ({
    ...type,
    text: addProperties(withoutInherited(type.text), type, types),
  }));
  return new Map([
    ['api/index.md', indexOf(types)],
    ...withProperties.map(({ name, text }): [string, string] => [`api/${name}.md`, pageOf(name, text, names)]),
  ]);
}

/** Omits the names of submodules in IDs: the names of types are unique, and the addresses of pages have no submodule. */
function withoutSubmodules(markdown: string): string {
  return markdown.replace(/(["#]cdk-sagemaker-triton)\.[a-z]+\.(?=[A-Z])/g, '$1.');
}

function sectionsOf(markdown: string, level: string): { name: string; text: string }[] {
  const [, ...sections] = markdown.split(new RegExp(`^${level} (?=\\w+ <a )`, 'm'));
  return sections.map((section) => ({ name: section.split(' ')[0], text: section.slice(section.indexOf('\n') + 1) }));
}

function indexOf(types: ApiType[]): string {
  const kinds = [...new Set(types.map(({ kind }) => kind))];
  const rowOf = ({ name, text }: ApiType): string => `| [${name}](${name}.md) | ${firstSentence(text)} |`;
  return [
    '# API reference\n',
    'Every type of the library in TypeScript. The other languages have the same types under their own naming rules.',
    '\n## Begin here\n\nThe pages of these types list their properties by purpose.\n\n| | |\n| --- | --- |',
    ...Object.keys(GROUPED_TYPES).flatMap((name) => types.filter((type) => type.name === name).map(rowOf)),
    ...kinds.flatMap((kind) => [
      `\n## ${kind}\n\n| | |\n| --- | --- |`,
      ...types.filter((type) => type.kind === kind).map(rowOf),
    ]),
  ].join('\n');
}

/** The first sentence of the description of a type, if it has one. */
function firstSentence(text: string): string {
  const description = text.replace(/^\s*- \*(?:Extends|Implements):.*$/gm, '').trim();
  return /^[#*<|-]/.test(description) ? '' : summary(description);
}

/** Removes the members that a construct inherits from CDK. Other types keep members with these names. */
function withoutInherited(text: string): string {
  if (!/^- \*Implements:.*IConstruct|^- \*Extends:.*(?:Construct|Resource)\b|\.isConstruct"/m.test(text)) return text;
  return text
    .replace(new RegExp(`^\\| <code><a href="[^"]*">(?:${INHERITED_MEMBERS.join('|')})</a></code> \\|.*\\n`, 'gm'), '')
    .replace(new RegExp(`^##### \`(?:${INHERITED_MEMBERS.join('|')})\`[^]*?(?=^#####? |(?![^]))`, 'gm'), '')
    .replace(/^#### (?:Methods|Static Functions) .*\n+\| .*\n\| --- .*\n+(?:---\n+)?(?=^#### |(?![^]))/gm, '');
}

/** Adds the properties of a construct or model by purpose to its page, after the constructor. */
function addProperties(text: string, type: ApiType, types: ApiType[]): string {
  const properties = types.find(({ name }) => name === GROUPED_TYPES[type.name]);
  if (!properties) return text;
  const [head, ...rest] = text.split(/^(?=#### (?:Methods|Static Functions|Properties) )/m);
  const [constructor] = head // the table describes each parameter, so the sections of the parameters are not necessary
    .replace(/<a href="[^"]*\.parameter\.\w+">(\w+)<\/a>/g, '`$1`')
    .replace('#### Initializers ', '#### Constructor ')
    .split(/^---$/m);
  const members = rest.join('').replace(/^#### Properties /gm, '#### Attributes ');
  return `${constructor}\n${propertiesByPurpose(properties)}\n\n${members}`;
}

/**
 * Renders the properties of a type as one table for each purpose.
 *
 * @throws if a property has no purpose
 */
function propertiesByPurpose({ name, text }: ApiType): string {
  const rows = [...text.matchAll(/^\| (<code><a href="[^"]*">(\w+)<\/a><\/code>) \| (.*?) \| (.*) \|$/gm)];
  const required = rows.filter(([, , property]) => text.includes(`##### \`${property}\`<sup>Required</sup>`));
  const optional = rows.filter((row) => !required.includes(row));
  const groupOf = (property: string) =>
    Object.entries(PROPERTY_GROUPS).find(([, properties]) => properties.includes(property))?.[0];
  const ungrouped = optional.filter(([, , property]) => groupOf(property) === undefined);
  if (ungrouped.length > 0) {
    throw new Error(
      `site/property-groups.ts: no purpose of ${ungrouped.map(([, , property]) => `${name}.${property}`).join(', ')}`,
    );
  }
  const table = (title: string, entries: typeof rows, defaults: boolean): string =>
    [
      `##### ${title} <a name="${title}" id="${name}.groups.${title}"></a>\n`,
      defaults
        ? '| Property | Type | Purpose | Default |\n| --- | --- | --- | --- |'
        : '| Property | Type | Purpose |\n| --- | --- | --- |',
      ...entries.map(
        ([, link, property, type, purpose]) =>
          `| ${link} | ${type} | ${purpose} |${defaults ? ` ${defaultOf(text, property)} |` : ''}`,
      ),
    ].join('\n');
  const groups = Object.entries(PROPERTY_GROUPS).flatMap(([title, properties]) => {
    const entries = optional
      .filter(([, , property]) => groupOf(property) === title)
      .sort(([, , first], [, , second]) => properties.indexOf(first) - properties.indexOf(second));
    return entries.length > 0 ? [table(title, entries, true)] : [];
  });
  return [
    '#### Properties by purpose <a name="Purposes" id="Purposes"></a>\n',
    `The name of a property links to its full description in <a href="#cdk-sagemaker-triton.${name}">${name}</a>.\n`,
    ...(required.length > 0 ? [table('Required', required, false)] : []),
    ...groups,
  ].join('\n\n');
}

/** The default of a property. Empty if API.md states none. */
function defaultOf(text: string, property: string): string {
  const [, details = ''] = text.split(new RegExp(`^##### \`${property}\`.*$`, 'm'));
  return (/^- \*Default:\* (.*)$/m.exec(details.split(/^##### /m)[0])?.[1] ?? '').replaceAll('|', '\\|');
}

/** Converts the HTML links of jsii-docgen, which are anchors of one page, to Markdown links between pages, which the site build checks. */
function pageOf(name: string, text: string, names: string[]): string {
  const page = outsideCode(text, (part) =>
    part
      .replace(/^##(#+) (.*?) ?<a name="[^"]*" id="([^"]*)"><\/a>$/gm, (_, level, heading, id: string) =>
        id.includes('.') && !id.includes('.groups.')
          ? `(${anchorOf(id)})=\n${level} ${heading}`
          : `${level} ${heading}`,
      )
      .replace(/<code>(.*?)<\/code>/g, '$1')
      .replace(/^---$/gm, '') // removes the lines between members
      .replace(/;\n\n(?=[a-z])/g, '; ') // jsii wrongly ends a summary at a semicolon
      .replace(/<a href="#([^"]+)">(.*?)<\/a>/g, (_, id: string, label: string) => {
        const type = id.split('.')[1];
        if (!names.includes(type)) throw new Error(`API.md links to ${id}, which it does not describe`);
        return type === id.split('.').at(-1) ? `[${label}](${type}.md)` : `[${label}](#${anchorOf(id)})`;
      }),
  );
  return `# ${name}\n\n${page}`;
}

/** Converts an id to an anchor. Anchors, unlike ids, must not differ only in case. */
function anchorOf(id: string): string {
  return id.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).replace(/[^a-z0-9]+/g, '-');
}
