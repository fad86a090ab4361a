import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from '@swc/core';
import { ROOT } from '../testing/run-command.ts';

/** One change of one source file. Offsets count bytes, as those of the parser do. */
export type Mutant = {
  /** From the root. */
  file: string;
  line: number;
  /** The line and the next ones, which often name the error that a guard throws. */
  code: string;
  /** What was changed, without its line, so that the list of equivalent mutants stays valid when code moves. */
  change: string;
  /** `prefix` comes before the bytes when they are wrapped to see whether a test reaches them: `{ a }` becomes `{ a: (…, a) }`. */
  reached: { start: number; end: number; prefix: string };
  edit: { start: number; end: number; text: string };
};

type Span = { start: number; end: number };
type Node = { type: string; span: Span; [field: string]: unknown };

const LOGICAL = new Set(['&&', '||']);
/** Methods of models and collections whose first argument is a filter, and the local functions that pass one on. */
const TAKES_FILTER = /^(find|list|update|delete|exists$|count)/;
const WRAPPERS = new Set(['ParenthesisExpression', 'TsAsExpression', 'TsConstAssertion', 'TsSatisfiesExpression']);

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;
const childrenOf = (node: object): object[] =>
  Object.values(node).filter((child): child is object => typeof child === 'object' && child !== null);

/** Without the children of a node for which `each` returns false. */
const visit = (node: object, each: (node: Node) => unknown): void => {
  if (isNode(node) && each(node) === false) return;
  for (const child of childrenOf(node)) visit(child, each);
};

const nameOf = (node: unknown): string => (isNode(node) && 'value' in node ? String(node['value']) : '');
const unwrap = (node: unknown): Node | undefined => {
  if (!isNode(node)) return undefined;
  if (WRAPPERS.has(node.type)) return unwrap(node['expression']);
  return node.type === 'ArrowFunctionExpression' ? unwrap(node['body']) : node;
};
const isExit = (statement: unknown): boolean => {
  if (!isNode(statement)) return false;
  if (statement.type === 'BlockStatement') return isExit((statement['stmts'] as Node[]).at(-1));
  return ['ReturnStatement', 'ThrowStatement', 'ContinueStatement'].includes(statement.type);
};

const createCollector = (file: string) => {
  const source = readFileSync(join(ROOT, file), 'latin1');
  const module = parseSync(readFileSync(join(ROOT, file), 'utf8'), { syntax: 'typescript' });
  const mutants: Mutant[] = [];
  const textOf = ({ start, end }: Span): string => Buffer.from(source.slice(start, end), 'latin1').toString('utf8').replaceAll(/\s+/g, ' ');
  /** The parser counts from 1. */
  const rangeOf = ({ span }: Node): Span => ({ start: span.start - 1, end: span.end - 1 });

  const add = ({
    at,
    whole = at,
    text,
    change,
    prefix = '',
  }: {
    at: Span;
    whole?: Span;
    text: string;
    change: string;
    prefix?: string;
  }): void => {
    const line = source.slice(0, at.start).split('\n').length;
    const code = source
      .split('\n')
      .slice(line - 1, line + 3)
      .join('\n');
    mutants.push({ file, line, code, change, reached: { ...at, prefix }, edit: { ...whole, text } });
  };

  const addOperands = (node: unknown): void => {
    if (!isNode(node)) return;
    if (node.type === 'ParenthesisExpression') addOperands(node['expression']);
    if (node.type === 'UnaryExpression') addOperands(node['argument']);
    if (node.type !== 'BinaryExpression' || !LOGICAL.has(String(node['operator']))) return;
    const [left, right] = [node['left'] as Node, node['right'] as Node];
    const at = rangeOf(node);
    for (const [dropped, kept] of [
      [left, right],
      [right, left],
    ] as const) {
      const change = `drop \`${textOf(rangeOf(dropped))}\` of \`${textOf(at)}\``;
      add({ at, text: source.slice(rangeOf(kept).start, rangeOf(kept).end), change });
    }
    addOperands(left);
    addOperands(right);
  };
  const addGuard = (node: Node): void => {
    const at = rangeOf(node['test'] as Node);
    const { end } = rangeOf(node['consequent'] as Node);
    add({ at, text: 'false', change: `never \`${textOf({ start: rangeOf(node).start, end }).slice(0, 160)}\`` });
    addOperands(node['test']);
  };

  const addFilter = (value: unknown): void => {
    const node = unwrap(value);
    if (node?.type === 'ConditionalExpression') {
      addFilter(node['consequent']);
      addFilter(node['alternate']);
    }
    if (node?.type === 'ArrayExpression') for (const { expression } of node['elements'] as { expression: unknown }[]) addFilter(expression);
    if (node?.type !== 'ObjectExpression') return;
    const whole = textOf(rangeOf(node));
    for (const property of node['properties'] as Node[]) {
      const key = property['key'] as Node | undefined;
      const part = [property['value'], property['arguments']].find(isNode) ?? property;
      const at = rangeOf(part);
      const start = key ? rangeOf(key).start : property.type === 'SpreadElement' ? at.start - '...'.length : at.start;
      const prefix = property.type === 'Identifier' ? `${nameOf(property)}: ` : '';
      const isOperator = nameOf(key).startsWith('$') && nameOf(key) !== '$or';
      const dropped = { start, end: at.end };
      if (!isOperator)
        add({ at, whole: dropped, prefix, text: '...{}', change: `drop \`${textOf(dropped)}\` of \`${whole.slice(0, 160)}\`` });
      if (nameOf(key) === '$or') addFilter(part);
    }
  };

  /** The filters, and the constants and local functions that they contain. */
  const addFilters = (): void => {
    const used = new Set<string>();
    const use = (filter: unknown): void => {
      addFilter(filter);
      if (!isNode(filter)) return;
      visit(filter, (node) => {
        if (node.type === 'Identifier') used.add(nameOf(node));
        return node.type !== 'MemberExpression';
      });
    };
    visit(module, (node) => {
      if (node.type !== 'CallExpression') return;
      const callee = node['callee'] as Node;
      const name = nameOf(callee.type === 'MemberExpression' ? callee['property'] : callee);
      if (TAKES_FILTER.test(name)) use((node['arguments'] as { expression: unknown }[])[0]?.expression);
    });
    // A model exports a constant only as a filter.
    visit(module, (node) => {
      if (node.type === 'ExportDeclaration' && file.includes('/models/'))
        visit(node, (each) => {
          if (each.type === 'VariableDeclarator' && isNode(each['init']) && each['init'].type === 'ObjectExpression')
            used.add(nameOf(each['id']));
        });
      if (node.type === 'VariableDeclarator' && used.has(nameOf(node['id']))) addFilter(node['init']);
    });
  };

  return {
    mutants,
    addFilters,
    addGuards: () =>
      visit(module, (node) => {
        if (node.type === 'IfStatement' && isExit(node['consequent'])) addGuard(node);
      }),
    addUniqueIndexes: () =>
      visit(module, (node) => {
        if (node.type !== 'KeyValueProperty' || nameOf(node['key']) !== 'unique') return;
        const at = rangeOf(node['value'] as Node);
        const { start } = rangeOf(node['key'] as Node);
        const text = source.slice(source.lastIndexOf('\n', start) + 1, at.end);
        add({ at, text: 'false', change: `not unique: \`${text.trim()}\`` });
      }),
  };
};

/** Guards in `domain` and `messaging`; filters in repositories and the outbox; unique indexes in models. */
export const findMutants = (file: string): Mutant[] => {
  const collector = createCollector(file);
  if (/\/models\/|-store\.ts$/.test(file)) collector.addFilters();
  if (/\/models\//.test(file)) collector.addUniqueIndexes();
  else collector.addGuards();
  return collector.mutants;
};

const replace = (file: string, edits: readonly { start: number; end: number; text: string }[]): string => {
  let source = readFileSync(join(ROOT, file), 'latin1');
  for (const { start, end, text } of [...edits].sort((a, b) => b.start - a.start))
    source = source.slice(0, start) + text + source.slice(end);
  return Buffer.from(source, 'latin1').toString('utf8');
};

/** The source with this change. */
export const mutate = ({ file, edit }: Mutant): string => replace(file, [edit]);

/** The source of a file that tells tools/mutation/worker.mjs which mutants a test reaches. */
export const instrument = (file: string, mutants: readonly (Mutant & { index: number })[]): string => {
  const marks = mutants.flatMap(({ index, reached: { start, end, prefix } }) => [
    { start, end: start, text: `${prefix}(globalThis[Symbol.for('stagereel.reachedMutants')].add(${index}), ` },
    { start: end, end, text: ')' },
  ]);
  return replace(file, marks);
};
