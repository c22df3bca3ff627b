import * as fs from 'node:fs';
import * as path from 'node:path';

const ROOT = path.join(__dirname, '..');
const TABLE = path.join(ROOT, 'lib', 'facts', 'cloudformation-schemas.json');

/** The data from CloudFormation's resource schemas that the library uses. */
export interface SchemaTable {
  readonly source: string;
  /** The publication date of the schemas. */
  readonly date: string;
  /** The resource types in the templates of endpoints and of benchmarks. Maintained manually. */
  readonly types: Record<string, string[]>;
  /** The missing types of each Region that lacks any of these types. */
  readonly missing: Record<string, string[]>;
  /** The timeouts of CloudFormation operations in minutes, for SageMaker types whose schema specifies them. */
  readonly timeoutMinutes: Record<string, Record<string, number>>;
}

/**
 * Reads the schemas that AWS publishes for each Region, from the files of cfn-lint.
 *
 * @param schemas the folder `cfnlint/data/schemas`
 */
export function readSchemas(schemas: string, types: SchemaTable['types']): SchemaTable {
  const allTypes = [...new Set(Object.values(types).flat())].sort();
  const read = <T>(...file: string[]): T => JSON.parse(fs.readFileSync(path.join(schemas, ...file), 'utf8')) as T;
  const regions = fs
    .readdirSync(path.join(schemas, 'providers'))
    .map((file) => path.parse(file).name)
    .filter((name) => /-\d+$/.test(name))
    .sort();
  const hashes = new Map(
    regions.map((region) => [region, read<Record<string, string>>('providers', `${region}.json`)]),
  );
  const timeouts = allTypes.flatMap((type): [string, Record<string, number>][] => {
    const hash = hashes.get('us-east-1')?.[type];
    if (hash === undefined) throw new Error(`${type} has no schema in us-east-1`);
    const { handlers } = read<{ handlers?: Handlers }>('resources', `${hash}.json`);
    const specified = Object.entries(handlers ?? {}).flatMap(([operation, { timeoutInMinutes }]) =>
      timeoutInMinutes === undefined ? [] : [[operation, timeoutInMinutes] as const],
    );
    return specified.length > 0 && type.startsWith('AWS::SageMaker::') ? [[type, Object.fromEntries(specified)]] : [];
  });
  return {
    source:
      "CloudFormation's resource provider schemas by Region, as cfn-lint has them in cfnlint/data/schemas. Written by scripts/cloudformation-schemas.ts, but for `types`.",
    date: read<{ schema_date: string }>('version.json').schema_date.slice(0, 10),
    types,
    missing: Object.fromEntries(
      regions
        .map((region) => [region, allTypes.filter((type) => hashes.get(region)?.[type] === undefined)] as const)
        .filter(([, missing]) => missing.length > 0),
    ),
    timeoutMinutes: Object.fromEntries(timeouts),
  };
}

type Handlers = Record<string, { readonly timeoutInMinutes?: number }>;

/** Reads the committed table. */
export function schemaTable(): SchemaTable {
  return JSON.parse(fs.readFileSync(TABLE, 'utf8')) as SchemaTable;
}

// usage: tsx scripts/cloudformation-schemas.ts <folder cfnlint/data/schemas>
if (require.main === module) {
  const table = readSchemas(process.argv[2], schemaTable().types);
  fs.writeFileSync(TABLE, `${JSON.stringify(table, null, 2)}\n`);
}
