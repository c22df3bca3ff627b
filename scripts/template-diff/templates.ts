import { execFile, spawnSync } from 'child_process';
import * as fs from 'fs';
import * as os from 'os';
import * as path from 'path';
import { promisify } from 'util';
import { Template } from './template';

const ROOT = path.join(__dirname, '..', '..');

/** Templates by stack name. */
export type Templates = Record<string, Template>;

/** Synthesizes the examples and integration apps of a commit or, without a commit, of the working tree. */
export async function templatesOf(commit: string | undefined, signal: AbortSignal): Promise<Templates> {
  const workFolder = fs.mkdtempSync(path.join(os.tmpdir(), 'template-diff-'));
  const checkout = path.join(workFolder, 'checkout');
  const run = async (folder: string, program: string, ...args: string[]): Promise<void> => {
    const env = { ...process.env, CDK_VALIDATION: 'false' }; // disables the validation, which takes seconds and is covered by a test
    await promisify(execFile)(program, args, { cwd: folder, env, signal, maxBuffer: 2 ** 26 });
  };
  try {
    if (!commit) return await synthesize(ROOT, path.join(workFolder, 'out'), run);
    await run(ROOT, 'git', 'worktree', 'add', '--detach', checkout, commit);
    if (sameText('package-lock.json', ROOT, checkout)) {
      // Not a symbolic link: the output of esbuild, and so the hashes of functions, depend on the real paths of packages.
      const sameDisk = fs.statSync(ROOT).dev === fs.statSync(workFolder).dev;
      await run(ROOT, 'cp', sameDisk ? '-al' : '-a', 'node_modules', checkout);
    } else {
      await run(checkout, 'npm', 'ci');
    }
    return await synthesize(checkout, path.join(workFolder, 'out'), run);
  } finally {
    if (commit) spawnSync('git', ['worktree', 'remove', '--force', checkout], { cwd: ROOT });
    fs.rmSync(workFolder, { recursive: true, force: true });
  }
}

type Run = (folder: string, program: string, ...args: string[]) => Promise<void>;

async function synthesize(folder: string, out: string, run: Run): Promise<Templates> {
  const tsx = path.join('node_modules', '.bin', 'tsx');
  await run(folder, tsx, path.join('scripts', 'bundle.ts'));
  const apps = [[], ...integrationApps(folder).map((app) => ['--app', `${tsx} ${app}`])]; // without --app: the app in cdk.json
  const templates: Templates = {};
  for (const [index, app] of apps.entries()) {
    const assembly = path.join(out, `${index}`);
    await run(folder, path.join('node_modules', '.bin', 'cdk'), 'synth', '--quiet', '--output', assembly, ...app);
    for (const file of fs.readdirSync(assembly).filter((name) => name.endsWith('.template.json'))) {
      const text = fs.readFileSync(path.join(assembly, file), 'utf8');
      templates[file.replace('.template.json', '')] = JSON.parse(text);
    }
  }
  return templates;
}

/** The files of integ/ that are apps. Other files are helpers. */
function integrationApps(folder: string): string[] {
  if (!fs.existsSync(path.join(folder, 'integ'))) return [];
  return fs
    .readdirSync(path.join(folder, 'integ'))
    .filter((name) => name.endsWith('.ts'))
    .map((name) => path.join('integ', name))
    .filter((file) => fs.readFileSync(path.join(folder, file), 'utf8').includes('new App('));
}

function sameText(file: string, ...folders: string[]): boolean {
  return new Set(folders.map((folder) => fs.readFileSync(path.join(folder, file), 'utf8'))).size === 1;
}
