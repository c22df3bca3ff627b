/** Writes scorer.js, which Sphinx includes in the search page: the index of the pages in a folder, and the code that ranks them. */
import * as path from 'path';
import { buildSync } from 'esbuild';
import { indexPages } from './page-index';

const [pages, folder] = process.argv.slice(2);
buildSync({
  entryPoints: [path.join(__dirname, 'main.ts')],
  outfile: path.join(folder, 'scorer.js'),
  bundle: true,
  minify: true,
  format: 'iife',
  platform: 'browser',
  target: 'es2023',
  define: { PAGE_INDEX: JSON.stringify(indexPages(pages)) },
});
