import { requireCountWithin } from '../../../findings/limits';
import { WireField, WireFile } from './wire-file';

/** A node of an ONNX graph, of a subgraph of a node, or of a function of the model. */
export interface OnnxNode {
  /** Name of the operator, such as `QuantizeLinear`. */
  readonly operator: string;
  /** Name of the node, or `node_of_<first output>`, which is TensorRT's name for the layer (getNodeName of onnx/onnx-tensorrt, 1b4dafe). */
  readonly name: string;
}

/** Field numbers of the messages (onnx/onnx, onnx.proto). */
const MODEL_FIELDS = { graph: 7, function: 25 };
const FUNCTION_FIELDS = { node: 7 };
const GRAPH_FIELDS = { node: 1 };
const NODE_FIELDS = { output: 2, name: 3, operator: 4, attribute: 5 };
const ATTRIBUTE_FIELDS = { graph: 6, graphs: 11 };

/**
 * Reads the nodes of an ONNX file, including nodes in `If`, `Loop` and functions.
 *
 * @throws if the file is not an ONNX model
 */
export function readOnnxNodes(file: string): OnnxNode[] {
  return WireFile.use(file, (wire) => {
    const nodes: OnnxNode[] = [];
    for (const field of wire.fields({ start: 0, end: wire.size })) {
      if (field.number === MODEL_FIELDS.graph) addNodes(wire, field, GRAPH_FIELDS.node, nodes, 1);
      if (field.number === MODEL_FIELDS.function) addNodes(wire, field, FUNCTION_FIELDS.node, nodes, 1);
    }
    return nodes;
  });
}

/** Adds the nodes of a graph, a subgraph or a function to `nodes`. */
function addNodes(wire: WireFile, graph: WireField, nodeFieldNumber: number, nodes: OnnxNode[], depth: number): void {
  requireCountWithin('onnxDepth', depth, 'the ONNX file');
  for (const field of wire.fields(graph)) {
    if (field.number === nodeFieldNumber) addNode(wire, field, nodes, depth);
  }
}

/** Adds a node and the nodes of its subgraphs to `nodes`. */
function addNode(wire: WireFile, node: WireField, nodes: OnnxNode[], depth: number): void {
  let [name, operator] = ['', ''];
  let output: string | undefined;
  const index = nodes.push({ operator, name }) - 1; // a placeholder, so that the node precedes the nodes of its subgraphs
  for (const field of wire.fields(node)) {
    if (field.number === NODE_FIELDS.name) name = wire.text(field);
    if (field.number === NODE_FIELDS.operator) operator = wire.text(field);
    if (field.number === NODE_FIELDS.output) output ??= wire.text(field);
    if (field.number === NODE_FIELDS.attribute) {
      for (const attribute of wire.fields(field)) {
        const isGraph = attribute.number === ATTRIBUTE_FIELDS.graph || attribute.number === ATTRIBUTE_FIELDS.graphs;
        if (isGraph) addNodes(wire, attribute, GRAPH_FIELDS.node, nodes, depth + 1);
      }
    }
  }
  nodes[index] = { operator, name: name || `node_of_${output ?? ''}` };
}
