import { agreementTable } from '../agreement/table';
import { overloadTable } from './manual-computation';
import { observationsTable } from './observation';
import { observations } from './observations';
import { manualComputations } from './overload';
import { markdownTable } from './page';
import { FLEETS, QUEUEING_COLUMNS, queueingRows, queueingTable } from './queueing';

/** The tables of docs/simulation-accuracy.md by name. */
export function accuracyTables(): Record<string, string> {
  return {
    queueing:
      markdownTable(QUEUEING_COLUMNS, []) + FLEETS.map((fleet) => queueingTable(fleet, queueingRows(fleet))).join(''),
    overload: overloadTable(manualComputations()),
    observations: observationsTable(observations()),
    account: agreementTable(),
  };
}
