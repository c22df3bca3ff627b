import { RuleFinding } from '../../findings/rule';
import type { ServingTarget } from '../../model-config/serving-target';
import { onnxVersionsOf, OnnxVersions } from '../../platform/onnx-versions';
import { findTritonRelease, tritonReleases } from '../../platform/triton-releases';
import { FolderFile } from '../folder-content';
import { OnnxGraph } from '../readers/onnx-graph';

/** A file of a newer format, or with newer operators, than the release's ONNX Runtime reads. */
export function* checkVersions(
  { path }: FolderFile,
  graph: OnnxGraph,
  { tritonRelease, customImage }: ServingTarget,
): Iterable<RuleFinding> {
  const onnxRuntime = findTritonRelease(tritonRelease ?? '')?.onnxRuntime;
  const known = onnxRuntime && onnxVersionsOf(onnxRuntime);
  if (!known || customImage) return;
  const newer = newerThan(known, graph);
  if (newer.length === 0) return;
  const able = tritonReleases().find((row) => reads(row.onnxRuntime, graph))?.release;
  const other = able === undefined ? '' : `, or use Triton ${able} or newer`;
  yield {
    field: 'files',
    message:
      `got ${path} with ${newer.map(({ what, got }) => `${what} ${got}`).join(' and ')}; ONNX Runtime ${onnxRuntime} of Triton ` +
      `${tritonRelease} reads ${newer.map(({ what, allowed }) => `${what} up to ${allowed}`).join(' and ')}: export it for these ` +
      `versions${other}`,
  };
}

function newerThan(
  { irVersion, opsets }: OnnxVersions,
  graph: OnnxGraph,
): { what: string; got: number; allowed: number }[] {
  const all = [
    { what: 'IR version', got: graph.irVersion ?? 0, allowed: irVersion },
    ...Object.entries(opsets).map(([domain, allowed]) => ({
      what: domain === 'ai.onnx' ? 'opset' : `opset of ${domain}`,
      got: graph.opsets.get(domain) ?? 0,
      allowed,
    })),
  ];
  return all.filter(({ got, allowed }) => got > allowed);
}

function reads(onnxRuntime: string | undefined, graph: OnnxGraph): boolean {
  const known = onnxRuntime === undefined ? undefined : onnxVersionsOf(onnxRuntime);
  return known !== undefined && newerThan(known, graph).length === 0;
}
