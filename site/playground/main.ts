/** The playground on the front page. It runs completely in the browser and sends no data. */
import { allInstanceFacts } from '../../lib/facts/instance-facts';
import { tritonReleases } from '../../lib/facts/triton-releases';
import { checkConfigText, DisplayedFinding } from './check-config-text';
import { createFragment, parseFragment } from './link';

const EXAMPLE = `name: "bert"
backend: "onnxruntime"
max_batch_size: 8
input [
  { name: "ids" data_type: TYPE_INT64 dims: -1 },
  { name: "mask" data_type: TYPE_INT64 dims: -1 }
]
output {
  name: "logits" data_type: TYPE_FP32 dims: 2
}
dynamic_batching {
  preferred_batch_size: [ 8, 16 ]
  max_queue_delay_microseconds: 100
}
instance_group { kind: KIND_GPU gpus: [ 0, 1 ] }
`;
/** With it, the example has a second error. */
const EXAMPLE_TYPE = 'ml.g4dn.xlarge';

function elementOf<T extends HTMLElement>(id: string): T {
  const element = document.getElementById(`playground-${id}`);
  if (!element) throw new Error(`the page has no playground-${id}`);
  return element as T;
}

const text = elementOf<HTMLTextAreaElement>('text');
const release = elementOf<HTMLSelectElement>('release');
const instanceType = elementOf<HTMLSelectElement>('type');
const summary = elementOf('summary');
const findings = elementOf<HTMLOListElement>('findings');
const canonical = elementOf('canonical');
const share = elementOf<HTMLButtonElement>('share');
const file = elementOf<HTMLInputElement>('file');

/** Checks the configuration, and shows the result. */
function checkAndShow(): void {
  const result = checkConfigText(text.value, { release: release.value, instanceType: instanceType.value });
  const errors = result.findings.filter(({ severity }) => severity === 'error').length;
  summary.textContent = result.note ?? summaryOf(errors, result.findings.length - errors);
  findings.replaceChildren(...result.findings.map(itemOf));
  canonical.textContent = result.canonical ?? 'The text cannot be read.';
  share.textContent = 'Copy link';
}

function summaryOf(errors: number, warnings: number): string {
  if (errors + warnings === 0) return 'No findings.';
  const countNoun = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;
  return `${countNoun(errors, 'error')}, ${countNoun(warnings, 'warning')}`;
}

function itemOf({ severity, field, message, position, page, ruleId }: DisplayedFinding): HTMLLIElement {
  const item = document.createElement('li');
  item.className = severity;
  const link = Object.assign(document.createElement('a'), { href: page, textContent: ruleId });
  const paragraph = document.createElement('p');
  paragraph.textContent = field === '' ? message : `${field}: ${message}`;
  item.append(`${severity}${position ? ', ' : ''}`, ...(position ? [lineButton(position)] : []), ' ', link, paragraph);
  return item;
}

/** A button that selects the line in the text. */
function lineButton({ line, column }: { line: number; column: number }): HTMLButtonElement {
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

async function open(selectedFile: File | undefined): Promise<void> {
  if (!selectedFile) return;
  text.value = await selectedFile.text();
  checkAndShow();
}

function restore(): void {
  const shared = parseFragment(location.hash);
  text.value = shared?.text ?? EXAMPLE;
  release.value = shared?.release ?? '';
  instanceType.value = shared ? shared.instanceType : EXAMPLE_TYPE;
  checkAndShow();
}

for (const { release: name } of [...tritonReleases()].reverse()) release.add(new Option(name, name));
for (const { name, gpuCount, gpuModel, vcpus } of allInstanceFacts()) {
  instanceType.add(new Option(`${name} (${gpuModel ? `${gpuCount} × ${gpuModel}` : `${vcpus} vCPUs`})`, name));
}

text.addEventListener('input', checkAndShow);
release.addEventListener('change', checkAndShow);
instanceType.addEventListener('change', checkAndShow);
file.addEventListener('change', () => void open(file.files?.[0]));
text.addEventListener('dragover', (event) => event.preventDefault());
text.addEventListener('drop', (event) => {
  const dropped = event.dataTransfer?.files[0];
  if (!dropped) return; // the browser inserts dropped text
  event.preventDefault();
  void open(dropped);
});
share.addEventListener('click', () => {
  const fragment = createFragment({ text: text.value, release: release.value, instanceType: instanceType.value });
  history.replaceState(undefined, '', fragment);
  // Without permission or HTTPS, the link is only in the address bar.
  const copied = navigator.clipboard?.writeText(location.href) ?? Promise.reject(new Error('no clipboard'));
  copied.then(
    () => (share.textContent = 'Link copied'),
    () => (share.textContent = 'The link is in the address bar'),
  );
});
addEventListener('hashchange', () => {
  if (parseFragment(location.hash)) restore();
});
restore();
