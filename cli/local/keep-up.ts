import { once } from 'events';
import { writeFileSync } from 'fs';
import * as path from 'path';
import { Exchange } from './aws-loopback';
import { watchPrefix } from './multi-model/watch-prefix';
import { VariantReport } from './report';
import { RunOptions, ServedVariant } from './run-variant';
import { loopbackEnvironment } from './smoke-run';
import { print } from '../print';
import { shellWord } from '../shell-word';

/** Leaves servers up until Ctrl-C. A server that ends before makes its report a failure, and the others stay. */
export async function keepUp(
  served: ServedVariant[],
  reports: VariantReport[],
  { prefix, signal }: RunOptions,
): Promise<VariantReport[]> {
  served.forEach((each, index) => describeAccess(each, reports[index]));
  const watching = served.flatMap(({ host }) => (host && prefix ? [watchPrefix(prefix, host, signal)] : []));
  const up = served.filter(({ loopback }) => loopback !== undefined);
  await Promise.race([
    signal.aborted || once(signal, 'abort'),
    // Without a server there is nothing to wait for; where there was none from the start there is Ctrl-C.
    ...(up.length > 0 ? [Promise.all(up.map(untilGone))] : []),
  ]);
  if (signal.aborted) await Promise.all(watching);
  return reports.map((report, index) => {
    const { server } = served[index];
    return server?.gone.aborted ? { ...report, outcome: 'FAILED', reason: server.gone.reason.message } : report;
  });
}

async function untilGone({ server, variant: { endpointName } }: ServedVariant): Promise<void> {
  if (!server) return;
  if (!server.gone.aborted) await once(server.gone, 'abort');
  print(`${endpointName}: Triton stopped: ${server.gone.reason.message}`);
}

function describeAccess({ loopback, variant, work }: ServedVariant, { exchange }: VariantReport): void {
  if (!loopback) return;
  const environment = Object.entries(loopbackEnvironment(loopback)).map(([name, value]) => `${name}=${value}`);
  const file = exchange && saveRequest(work, exchange);
  const type = exchange?.contentType ?? 'application/json';
  const target = variant.multiModel
    ? ` -H ${shellWord(`x-amzn-sagemaker-target-model: ${exchange?.targetModel ?? '<object>'}`)}`
    : '';
  print(`${variant.endpointName}, variant ${variant.variantName}, stays up until Ctrl-C:`);
  print(
    `  curl -H ${shellWord(`content-type: ${type}`)}${target} --data-binary @${file ?? '<file>'} ${loopback.url}/invocations`,
  );
  print(`  or any AWS SDK with ${environment.join(' ')}`);
}

/** The first request of the smoke test, to be sent again and changed. */
function saveRequest(work: string, { request }: Exchange): string {
  const file = path.join(work, 'request.json');
  writeFileSync(file, request);
  return file;
}
