import { countWithin } from '../../findings/limits';
import { WireField, WireFile } from './wire-file';

/** A node of an ONNX graph, of a subgraph of a node, or of a function of the model. */
export interface OnnxNode {
  /** Such as `QuantizeLinear`. */
  readonly operator: string;
  /** As in the file, or `node_of_` and the first output: how TensorRT names the layer (getNodeName of onnx/onnx-tensorrt, 1b4dafe). */
  readonly name: string;
}

/** Field numbers of the messages that are read (onnx/onnx, onnx.proto). */
const MODEL = { graph: 7, function: 25 };
const FUNCTION = { node: 7 };
const GRAPH = { node: 1 };
const NODE = { output: 2, name: 3, operator: 4, attribute: 5 };
const ATTRIBUTE = { graph: 6, graphs: 11 };

/**
 * Reads the nodes of an ONNX file, also those inside `If`, `Loop` and functions.
 *
 * @throws when the file is no ONNX model
 */
export function readOnnxNodes(file: string): OnnxNode[] {
  return WireFile.use(file, (wire) => {
    const nodes: OnnxNode[] = [];
    for (const field of wire.fields({ start: 0, end: wire.size })) {
      if (field.number === MODEL.graph) readNodes(wire, field, GRAPH.node, nodes, 1);
      if (field.number === MODEL.function) readNodes(wire, field, FUNCTION.node, nodes, 1);
    }
    return nodes;
  });
}

function readNodes(wire: WireFile, graph: WireField, number: number, nodes: OnnxNode[], depth: number): void {
  countWithin('onnxDepth', depth, 'the ONNX file');
  for (const field of wire.fields(graph)) {
    if (field.number === number) readNode(wire, field, nodes, depth);
  }
}

/** Adds the node, and the nodes of its subgraphs. */
function readNode(wire: WireFile, node: WireField, nodes: OnnxNode[], depth: number): void {
  let [name, operator] = ['', ''];
  let output: string | undefined;
  const at = nodes.push({ operator, name }) - 1;
  for (const field of wire.fields(node)) {
    if (field.number === NODE.name) name = wire.text(field);
    if (field.number === NODE.operator) operator = wire.text(field);
    if (field.number === NODE.output) output ??= wire.text(field);
    if (field.number === NODE.attribute) {
      for (const attribute of wire.fields(field)) {
        const isGraph = attribute.number === ATTRIBUTE.graph || attribute.number === ATTRIBUTE.graphs;
        if (isGraph) readNodes(wire, attribute, GRAPH.node, nodes, depth + 1);
      }
    }
  }
  nodes[at] = { operator, name: name || `node_of_${output ?? ''}` };
}
