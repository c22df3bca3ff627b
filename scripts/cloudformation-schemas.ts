import * as fs from 'node:fs';
import * as path from 'node:path';

const ROOT = path.join(__dirname, '..');
const TABLE = path.join(ROOT, 'lib', 'platform', 'cloudformation-schemas.json');

/** What the library knows of CloudFormation's resource schemas. */
export interface SchemaTable {
  readonly source: string;
  /** When the schemas were published. */
  readonly date: string;
  /** The types that the constructs of an endpoint, and those of a benchmark, have in templates. They are written by hand. */
  readonly types: Record<string, string[]>;
  /** Of each Region without all of these types, those that it lacks. */
  readonly missing: Record<string, string[]>;
  /** Minutes after which CloudFormation ends an operation, of SageMaker's types whose schema says so. */
  readonly timeoutMinutes: Record<string, Record<string, number>>;
}

/**
 * Reads the schemas that AWS publishes by Region, as cfn-lint collects them.
 *
 * @param schemas the folder `cfnlint/data/schemas`
 */
export function readSchemas(schemas: string, types: SchemaTable['types']): SchemaTable {
  const all = [...new Set(Object.values(types).flat())].sort();
  const read = <T>(...file: string[]): T => JSON.parse(fs.readFileSync(path.join(schemas, ...file), 'utf8')) as T;
  const regions = fs
    .readdirSync(path.join(schemas, 'providers'))
    .map((file) => path.parse(file).name)
    .filter((name) => /-\d+$/.test(name))
    .sort();
  const hashes = new Map(
    regions.map((region) => [region, read<Record<string, string>>('providers', `${region}.json`)]),
  );
  const timeouts = all.flatMap((type): [string, Record<string, number>][] => {
    const hash = hashes.get('us-east-1')?.[type];
    if (hash === undefined) throw new Error(`${type} has no schema in us-east-1`);
    const { handlers } = read<{ handlers?: Handlers }>('resources', `${hash}.json`);
    const given = Object.entries(handlers ?? {}).flatMap(([operation, { timeoutInMinutes }]) =>
      timeoutInMinutes === undefined ? [] : [[operation, timeoutInMinutes] as const],
    );
    return given.length > 0 && type.startsWith('AWS::SageMaker::') ? [[type, Object.fromEntries(given)]] : [];
  });
  return {
    source:
      "CloudFormation's resource provider schemas by Region, as cfn-lint has them in cfnlint/data/schemas. Written by scripts/cloudformation-schemas.ts, but for `types`.",
    date: read<{ schema_date: string }>('version.json').schema_date.slice(0, 10),
    types,
    missing: Object.fromEntries(
      regions
        .map((region) => [region, all.filter((type) => hashes.get(region)?.[type] === undefined)] as const)
        .filter(([, missing]) => missing.length > 0),
    ),
    timeoutMinutes: Object.fromEntries(timeouts),
  };
}

type Handlers = Record<string, { readonly timeoutInMinutes?: number }>;

/** The table as it is. */
export function schemaTable(): SchemaTable {
  return JSON.parse(fs.readFileSync(TABLE, 'utf8')) as SchemaTable;
}

// usage: tsx scripts/cloudformation-schemas.ts <folder cfnlint/data/schemas>
if (require.main === module) {
  const table = readSchemas(process.argv[2], schemaTable().types);
  fs.writeFileSync(TABLE, `${JSON.stringify(table, null, 2)}\n`);
}
