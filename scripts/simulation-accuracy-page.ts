/** Writes the comparisons of the simulation of scaling with theory and observations to docs/simulation-accuracy.md. */
import * as fs from 'fs';
import { PAGE, withTables } from '../test/capacity/fleet/truth/page';
import { accuracyTables } from '../test/capacity/fleet/truth/tables';

fs.writeFileSync(PAGE, withTables(fs.readFileSync(PAGE, 'utf8'), accuracyTables()));
