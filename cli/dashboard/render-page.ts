import { escapeHtml, jsonForScript, renderDocument } from '../output/html-document';
import { PageData } from './page/model';
import { STYLE } from './page/style';

/** Renders the page as one file that works without a server and without a network. */
export function renderPage(data: PageData, script: string): string {
  const hasMeasurements = data.measurements.length > 0;
  const sources = [
    ...new Set(data.measurements.map(({ source, at }) => `${source}, ${at.slice(0, 16).replace('T', ' ')} UTC`)),
  ];
  const explanation = hasMeasurements
    ? `Framed in green: <b>measured</b> (${escapeHtml(sources.join('; '))}). Everything else is a <b>placeholder</b>.`
    : 'All data is a <b>placeholder</b>: run <code>cdk-sagemaker-triton local</code> first to see measured latencies.';
  const body = `<header>
<h1>Dashboards before deployment</h1>
<p>Drawn from the synthesized templates; nothing is deployed. Dashed lines are the thresholds and targets that the deployed dashboard will show. ${explanation}</p>
</header>
<main id="dashboards"></main>
<script type="application/json" id="data">${jsonForScript(data)}</script>`;
  return renderDocument({ title: 'Dashboards before deployment', style: STYLE, body, scripts: [script] });
}
