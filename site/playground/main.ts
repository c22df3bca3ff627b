/** The playground on the front page. All of it runs in the browser, and nothing is sent anywhere. */
import { allInstanceFacts } from '../../lib/platform/instance-facts';
import { tritonReleases } from '../../lib/platform/triton-releases';
import { judge, ShownFinding } from './judge';
import { fragmentOf, sharedIn } from './link';

const EXAMPLE = `name: "bert"
backend: "onnxruntime"
max_batch_size: 8
input [
  { name: "input_ids" data_type: TYPE_INT64 dims: [ -1 ] },
  { name: "attention_mask" data_type: TYPE_INT64 dims: [ -1 ] }
]
output { name: "logits" data_type: TYPE_FP32 dims: [ 2 ] }
dynamic_batching {
  preferred_batch_size: [ 8, 16 ]
  max_queue_delay_microseconds: 100
}
instance_group { kind: KIND_GPU gpus: [ 0, 1 ] }
`;

function part<T extends HTMLElement>(id: string): T {
  const found = document.getElementById(`playground-${id}`);
  if (!found) throw new Error(`the page has no playground-${id}`);
  return found as T;
}

const text = part<HTMLTextAreaElement>('text');
const release = part<HTMLSelectElement>('release');
const instanceType = part<HTMLSelectElement>('type');
const summary = part('summary');
const findings = part<HTMLOListElement>('findings');
const canonical = part('canonical');
const share = part<HTMLButtonElement>('share');
const file = part<HTMLInputElement>('file');

function show(): void {
  const judgement = judge(text.value, { release: release.value, instanceType: instanceType.value });
  const errors = judgement.findings.filter(({ severity }) => severity === 'error').length;
  summary.textContent = summaryOf(errors, judgement.findings.length - errors);
  findings.replaceChildren(...judgement.findings.map(itemOf));
  canonical.textContent = judgement.canonical ?? 'The text cannot be read.';
  share.textContent = 'Copy link';
}

function summaryOf(errors: number, warnings: number): string {
  if (errors + warnings === 0) return 'No findings.';
  const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`;
  return `${counted(errors, 'error')}, ${counted(warnings, 'warning')}`;
}

function itemOf({ severity, field, message, position, page, ruleId }: ShownFinding): HTMLLIElement {
  const item = document.createElement('li');
  item.className = severity;
  const link = Object.assign(document.createElement('a'), { href: page, textContent: ruleId });
  const words = document.createElement('p');
  words.textContent = field === '' ? message : `${field}: ${message}`;
  item.append(`${severity}${position ? ', ' : ''}`, ...(position ? [goTo(position)] : []), ' ', link, words);
  return item;
}

/** A button that marks the line in the text. */
function goTo({ line, column }: { line: number; column: number }): HTMLButtonElement {
  const button = Object.assign(document.createElement('button'), {
    type: 'button',
    textContent: `line ${line}:${column}`,
  });
  button.addEventListener('click', () => {
    const lines = text.value.split('\n');
    const start = lines.slice(0, line - 1).reduce((length, each) => length + each.length + 1, 0);
    text.focus();
    text.setSelectionRange(start + column - 1, start + (lines[line - 1] ?? '').length);
  });
  return button;
}

async function open(chosen: File | undefined): Promise<void> {
  if (!chosen) return;
  text.value = await chosen.text();
  show();
}

function restore(): void {
  const shared = sharedIn(location.hash);
  text.value = shared?.text ?? EXAMPLE;
  release.value = shared?.release ?? '';
  instanceType.value = shared?.instanceType ?? '';
  show();
}

for (const { release: name } of [...tritonReleases()].reverse()) release.add(new Option(name, name));
for (const { name, gpuCount, gpuModel, vcpus } of allInstanceFacts()) {
  instanceType.add(new Option(`${name} (${gpuModel ? `${gpuCount} × ${gpuModel}` : `${vcpus} vCPUs`})`, name));
}

text.addEventListener('input', show);
release.addEventListener('change', show);
instanceType.addEventListener('change', show);
file.addEventListener('change', () => void open(file.files?.[0]));
text.addEventListener('dragover', (event) => event.preventDefault());
text.addEventListener('drop', (event) => {
  const dropped = event.dataTransfer?.files[0];
  if (!dropped) return; // dropped text goes where it was dropped
  event.preventDefault();
  void open(dropped);
});
share.addEventListener('click', () => {
  const fragment = fragmentOf({ text: text.value, release: release.value, instanceType: instanceType.value });
  history.replaceState(undefined, '', fragment);
  // Without permission, or without https, the link is in the address bar.
  const copied = navigator.clipboard?.writeText(location.href) ?? Promise.reject(new Error('no clipboard'));
  copied.then(
    () => (share.textContent = 'Link copied'),
    () => (share.textContent = 'The link is in the address bar'),
  );
});
addEventListener('hashchange', () => {
  if (sharedIn(location.hash)) restore();
});
restore();
