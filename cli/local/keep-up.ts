import { once } from 'events';
import { mkdirSync, writeFileSync } from 'fs';
import * as path from 'path';
import { Exchange } from './aws-loopback';
import { watchPrefix } from './multi-model/watch-prefix';
import { VariantReport } from './report';
import { requestForms } from './request-forms';
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
  served.forEach(describeAccess);
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

function describeAccess(served: ServedVariant): void {
  const { loopback, variant } = served;
  if (!loopback) return;
  print(`${variant.endpointName}, variant ${variant.variantName}, is kept running until Ctrl-C:`);
  const target = (targetModel: string): string => ` -H ${shellWord(`x-amzn-sagemaker-target-model: ${targetModel}`)}`;
  const commands = loopback.firstExchanges.flatMap((exchange) =>
    saveRequest(served, exchange).map(({ file, contentType }) => {
      const to = exchange.targetModel === undefined ? '' : target(exchange.targetModel);
      const output = file.endsWith('.bin') ? ' --output response.bin' : '';
      return `curl -H ${shellWord(`content-type: ${contentType}`)}${to} --data-binary @${shellWord(file)}${output}`;
    }),
  );
  const general = `curl -H 'content-type: application/json'${variant.multiModel ? target('<object>') : ''} --data-binary @<file>`;
  for (const command of commands.length > 0 ? commands : [general]) print(`  ${command} ${loopback.url}/invocations`);
  const environment = Object.entries(loopbackEnvironment(loopback, variant.region)).map(
    ([name, value]) => `${name}=${value}`,
  );
  print(`  or any AWS SDK with ${environment.join(' ')}`);
}

/** Writes the first request of the smoke test to a model in each of its forms, to be sent again and changed. */
function saveRequest(
  served: ServedVariant,
  { request, targetModel }: Exchange,
): { file: string; contentType: string }[] {
  const folder =
    targetModel === undefined ? served.work : path.join(served.work, `request-${encodeURIComponent(targetModel)}`);
  mkdirSync(folder, { recursive: true });
  return requestForms(request, served.modelOf(targetModel)?.outputs).map((form) => {
    const file = path.join(folder, form.fileName);
    writeFileSync(file, form.body);
    return { file, contentType: form.contentType };
  });
}
