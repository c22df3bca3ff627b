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
  return WireFile.use(file, (wire) =>
    [...wire.fields({ start: 0, end: wire.size })].flatMap((field) => {
      if (field.number === MODEL.graph) return nodesOf(wire, field, GRAPH.node);
      return field.number === MODEL.function ? nodesOf(wire, field, FUNCTION.node) : [];
    }),
  );
}

function nodesOf(wire: WireFile, graph: WireField, number: number): OnnxNode[] {
  const nodes = [...wire.fields(graph)].filter((field) => field.number === number);
  return nodes.flatMap((node) => readNode(wire, node));
}

/** The node, and the nodes of its subgraphs. */
function readNode(wire: WireFile, node: WireField): OnnxNode[] {
  let [name, operator] = ['', ''];
  let output: string | undefined;
  const inner: OnnxNode[] = [];
  for (const field of wire.fields(node)) {
    if (field.number === NODE.name) name = wire.text(field);
    if (field.number === NODE.operator) operator = wire.text(field);
    if (field.number === NODE.output) output ??= wire.text(field);
    if (field.number === NODE.attribute) {
      const graphs = [...wire.fields(field)].filter(({ number }) => Object.values(ATTRIBUTE).includes(number));
      inner.push(...graphs.flatMap((graph) => nodesOf(wire, graph, GRAPH.node)));
    }
  }
  return [{ operator, name: name || `node_of_${output ?? ''}` }, ...inner];
}
