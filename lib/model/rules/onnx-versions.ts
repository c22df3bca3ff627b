import { RuleFinding } from '../../findings/rule';
import type { ServingTarget } from '../../model-config/serving-target';
import { onnxVersionsOf, OnnxVersions } from '../../facts/onnx-versions';
import { findTritonRelease, tritonReleases } from '../../facts/triton-releases';
import { FolderFile } from '../folder/folder-content';
import { OnnxGraph } from '../folder/readers/onnx-graph';

/** Reports a file whose format or operators are too new for the ONNX Runtime of the release. */
export function* checkVersions(
  { path }: FolderFile,
  graph: OnnxGraph,
  { tritonRelease, customImage }: ServingTarget,
): Iterable<RuleFinding> {
  const onnxRuntime = findTritonRelease(tritonRelease ?? '')?.onnxRuntime;
  const supportedVersions = onnxRuntime && onnxVersionsOf(onnxRuntime);
  if (!supportedVersions || customImage) return;
  const unsupported = unsupportedVersions(supportedVersions, graph);
  if (unsupported.length === 0) return;
  const newerRelease = tritonReleases().find((row) => supports(row.onnxRuntime, graph))?.release;
  const alternative = newerRelease === undefined ? '' : `, or use Triton ${newerRelease} or newer`;
  yield {
    field: 'files',
    message:
      `got ${path} with ${unsupported.map(({ versionKind, got }) => `${versionKind} ${got}`).join(' and ')}; ONNX Runtime ${onnxRuntime} of Triton ` +
      `${tritonRelease} reads ${unsupported.map(({ versionKind, allowed }) => `${versionKind} up to ${allowed}`).join(' and ')}: export it for these ` +
      `versions${alternative}`,
  };
}

function unsupportedVersions(
  { irVersion, opsets }: OnnxVersions,
  graph: OnnxGraph,
): { versionKind: string; got: number; allowed: number }[] {
  const versions = [
    { versionKind: 'IR version', got: graph.irVersion ?? 0, allowed: irVersion },
    ...Object.entries(opsets).map(([domain, allowed]) => ({
      versionKind: domain === 'ai.onnx' ? 'opset' : `opset of ${domain}`,
      got: graph.opsets.get(domain) ?? 0,
      allowed,
    })),
  ];
  return versions.filter(({ got, allowed }) => got > allowed);
}

function supports(onnxRuntime: string | undefined, graph: OnnxGraph): boolean {
  const supportedVersions = onnxRuntime === undefined ? undefined : onnxVersionsOf(onnxRuntime);
  return supportedVersions !== undefined && unsupportedVersions(supportedVersions, graph).length === 0;
}
