import * as ts from 'typescript';

export type Kind = 'condition' | 'operator' | 'constant' | 'statement' | 'return';

/** A change of a part of a source text. */
export interface Mutation {
  readonly kind: Kind;
  readonly start: number;
  readonly end: number;
  /** The text that replaces the part. Empty for a dropped statement. */
  readonly mutated: string;
}

const OPERATORS: Readonly<Record<string, string>> = {
  '===': '!==',
  '!==': '===',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '&&': '||',
  '||': '&&',
  '??': '&&',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
  '+=': '-=',
  '-=': '+=',
};

/** All mutations of a source text. Types, imports, enums and the names of properties are not mutated. */
export function mutationsOf(source: string): Mutation[] {
  const file = ts.createSourceFile('source.ts', source, ts.ScriptTarget.Latest, true);
  const mutations: Mutation[] = [];
  const visit = (node: ts.Node): void => {
    const isNotEvaluated =
      ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isEnumDeclaration(node);
    if (isNotEvaluated) return;
    for (const [kind, mutated] of mutationsOfNode(node)) {
      mutations.push({ kind, start: node.getStart(), end: node.getEnd(), mutated });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return mutations;
}

function mutationsOfNode(node: ts.Node): [Kind, string][] {
  const mutations: [Kind, string | undefined][] = [
    ['condition', negatedCondition(node)],
    ['operator', changedOperator(node)],
    ['constant', changedConstant(node)],
    ['statement', isDroppable(node) ? '' : undefined],
    ['return', isReturned(node) ? replacedReturn(node) : undefined],
  ];
  return mutations.filter((mutation): mutation is [Kind, string] => mutation[1] !== undefined);
}

/** Skips `===` and `!==`, because the mutation of the operator does the same. */
function negatedCondition(node: ts.Node): string | undefined {
  const { parent } = node;
  const isCondition =
    parent !== undefined &&
    (((ts.isIfStatement(parent) || ts.isWhileStatement(parent) || ts.isDoStatement(parent)) &&
      parent.expression === node) ||
      ((ts.isConditionalExpression(parent) || ts.isForStatement(parent)) && parent.condition === node));
  if (!isCondition || (ts.isBinaryExpression(node) && /^[!=]==$/.test(node.operatorToken.getText()))) return undefined;
  return negated(node);
}

function negated(node: ts.Node): string {
  return ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken
    ? node.operand.getText()
    : `!(${node.getText()})`;
}

function changedOperator(node: ts.Node): string | undefined {
  if (!ts.isBinaryExpression(node)) return undefined;
  const operator = OPERATORS[node.operatorToken.getText()];
  return operator && `(${node.left.getText()}) ${operator} (${node.right.getText()})`;
}

function changedConstant(node: ts.Node): string | undefined {
  if (node.kind === ts.SyntaxKind.TrueKeyword) return 'false';
  if (node.kind === ts.SyntaxKind.FalseKeyword) return 'true';
  if (ts.isNumericLiteral(node)) return isName(node) ? undefined : `${node.getText()} + 1`;
  const isString = ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);
  if (!isString || isName(node)) return undefined;
  return ts.isStringLiteralLike(node) && node.text === '' ? "'mutated'" : "''";
}

/** Whether a literal is the name of a property or a module, a directive, or the argument of a tag. */
function isName(node: ts.Node): boolean {
  const { parent } = node;
  const isModule =
    ts.isCallExpression(parent) &&
    (parent.expression.kind === ts.SyntaxKind.ImportKeyword || parent.expression.getText() === 'require');
  const isPropertyName =
    ('name' in parent && parent.name === node) || ('propertyName' in parent && parent.propertyName === node);
  return isModule || isPropertyName || ts.isExpressionStatement(parent) || ts.isTaggedTemplateExpression(parent);
}

/** Whether a program without the statement is valid. The constructor of a subclass must call `super`. */
function isDroppable(node: ts.Node): boolean {
  if (ts.isLabeledStatement(node.parent ?? node)) return false;
  const isSuper =
    ts.isExpressionStatement(node) &&
    ts.isCallExpression(node.expression) &&
    node.expression.expression.kind === ts.SyntaxKind.SuperKeyword;
  const isExpression = ts.isExpressionStatement(node) && !isSuper && !ts.isStringLiteral(node.expression);
  return isExpression || ts.isThrowStatement(node) || ts.isIfStatement(node) || ts.isForOfStatement(node);
}

function isReturned(node: ts.Node): node is ts.Expression {
  const { parent } = node;
  const isConcise = parent !== undefined && ts.isArrowFunction(parent) && parent.body === node && !ts.isBlock(node);
  return isConcise || (parent !== undefined && ts.isReturnStatement(parent));
}

/** A different value of the declared type. Without a declared type, a comparison is negated, and other values are undefined. */
function replacedReturn(node: ts.Expression): string | undefined {
  const declared = ts.findAncestor(node.parent, ts.isFunctionLike)?.type;
  const isPromise =
    declared !== undefined && ts.isTypeReferenceNode(declared) && declared.typeName.getText() === 'Promise';
  const type = (isPromise ? declared.typeArguments?.[0] : declared)?.getText() ?? '';
  const operator = ts.isBinaryExpression(node) ? node.operatorToken.getText() : '';
  const hasSameMutation = changedConstant(node) !== undefined || operator === '===' || operator === '!==';
  if (hasSameMutation || node.getText() === 'undefined') return undefined;
  const isComparison = /^[<>]=?$/.test(operator) || node.getText().startsWith('!');
  if (type === 'boolean' || / is /.test(type) || (type === '' && isComparison)) return negated(node);
  if (type === 'string') return "''";
  if (type === 'number') return '0';
  if (/\[\]$/.test(type)) return node.getText() === '[]' ? undefined : '[]';
  return 'undefined';
}

/**
 * Adds mutations to a source text so that `isActiveMutant(id)` switches each mutation on. Adds text only within lines, so positions in stack
 * traces have the same lines.
 */
export function withMutants(
  source: string,
  mutants: readonly (Mutation & { readonly id: number })[],
  switchModule: string,
): string {
  const file = ts.createSourceFile('source.ts', source, ts.ScriptTarget.Latest, true);
  const added = [
    { at: file.statements[0].getStart(), text: `import { isActiveMutant } from '${switchModule}'; `, order: [0, 0] },
  ];
  for (const { id, kind, start, end, mutated } of mutants) {
    const isStatement = kind === 'statement';
    const before = isStatement ? `{ if (!isActiveMutant(${id})) ` : `(isActiveMutant(${id}) ? ${mutated} : (`;
    // At the same position, inner parts end before outer parts, and outer parts start before inner parts.
    added.push({ at: end, text: isStatement ? ' }' : '))', order: [-2, -start] });
    added.push({ at: start, text: before, order: [1, -end] });
  }
  added.sort((a, b) => a.at - b.at || a.order[0] - b.order[0] || a.order[1] - b.order[1]);
  const parts = added.map(({ at, text }, index) => source.slice(added[index - 1]?.at ?? 0, at) + text);
  return parts.join('') + source.slice(added.at(-1)?.at);
}
