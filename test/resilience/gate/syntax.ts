import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { parseAst } from 'rolldown/parseAst';

export interface Span {
  start: number;
  end: number;
}

/** A node of a syntax tree. Its type says which other fields it has. */
export interface Node extends Span {
  type: string;
  [field: string]: unknown;
}

export interface Source {
  file: string;
  text: string;
  /** All nodes, without types. */
  nodes: readonly Node[];
}

export const parse = (text: string): Node =>
  parseAst(text, { lang: 'ts', astType: 'js', preserveParens: false }) as object as Node;

export const readSources = (): Source[] =>
  filesIn('src', /\.ts$/).map((file) => sourceOf(file, readFileSync(file, 'utf8')));

export const sourceOf = (file: string, text: string): Source => ({
  file,
  text,
  nodes: nodesIn(parse(text)),
});

export const filesIn = (folder: string, name: RegExp): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => join(folder, path))
    .filter((path) => name.test(path))
    .sort();

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value;

/** Types mean nothing when the tool runs. */
const isTypeOnly = ({ type }: Node) =>
  type.startsWith('TS') && !/^TS(?:As|NonNull|Satisfies|ParameterProperty)/.test(type);

/** A node and all nodes within it, without types. */
export const nodesIn = (node: Node): Node[] => {
  const nodes: Node[] = [];
  const add = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(add);
    else if (isNode(value) && !isTypeOnly(value)) {
      nodes.push(value);
      Object.values(value).forEach(add);
    }
  };
  add(node);
  return nodes;
};

/** The name that a node gives to a function, variable, class, method or property. */
export const nameOf = ({ id, key }: Node): string | undefined =>
  ((id ?? key) as { name?: string } | undefined)?.name;

/** The names that code uses, but for those of properties. */
export const namesUsed = (nodes: readonly Node[]): string[] => {
  const properties = new Set(
    nodes.flatMap(({ computed, property, key }) => (computed ? [] : [property, key])),
  );
  return nodes.flatMap((node) =>
    node.type === 'Identifier' && !properties.has(node) ? [`${node.name}`] : [],
  );
};

const anything = '$anything';

/** Parses the form of an expression or a statement, in which `…` stands for anything, or for a list of anything. */
export const formOf = (code: string): Node => {
  // In a method, everything is allowed that functions may have.
  const tree = parse(`class Form { async *form() { ${code.replaceAll('…', anything)} } }`);
  const block = nodesIn(tree).find(({ type }) => type === 'BlockStatement') as Node;
  const [statement, ...more] = block.body as Node[];
  if (statement === undefined || more.length > 0) throw new Error(`this is not one statement: ${code}`);
  const isExpression = statement.type === 'ExpressionStatement' && !code.endsWith(';');
  return isExpression ? (statement.expression as Node) : statement;
};

const isAnything = (form: unknown): boolean =>
  isNode(form) && (form.name === anything || isAnything(form.expression));

/** What each `…` of a form stands for in code; undefined if the code has another form. */
export const fit = (form: unknown, code: unknown): Span[] | undefined => {
  if (Array.isArray(form)) return Array.isArray(code) ? fitList(form, code) : undefined;
  if (!isNode(form) || !isNode(code)) return isDeepStrictEqual(form, code) ? [] : undefined;
  if (isAnything(form)) return [code];
  const [one, other] = [withoutType(form), withoutType(code)];
  if (one.type !== other.type) return undefined;
  return joined(
    Object.keys(one)
      .filter((field) => !/^(?:start|end|raw)$/.test(field))
      .map((field) => fit(one[field], other[field])),
  );
};

const fitList = (form: readonly unknown[], code: readonly unknown[]): Span[] | undefined => {
  const [first, ...others] = form;
  if (first === undefined) return code.length === 0 ? [] : undefined;
  if (!isAnything(first))
    return code.length === 0 ? undefined : joined([fit(first, code[0]), fitList(others, code.slice(1))]);
  for (let taken = 0; taken <= code.length; taken++) {
    const rest = fitList(others, code.slice(taken));
    if (rest) return [spanOf(code.slice(0, taken) as Node[]), ...rest];
  }
  return undefined;
};

const joined = (parts: readonly (readonly Span[] | undefined)[]): Span[] | undefined =>
  parts.includes(undefined) ? undefined : parts.flatMap((part) => part ?? []);

const spanOf = (nodes: readonly Node[]): Span => ({
  start: nodes[0]?.start ?? 0,
  end: nodes.at(-1)?.end ?? 0,
});

/** `x` of `x as T`, `x!` and `x satisfies T`. */
export const withoutType = (node: Node): Node =>
  /^TS(?:As|NonNull|Satisfies)/.test(node.type) ? withoutType(node.expression as Node) : node;

/** A text with something else in the place of a piece. */
export const edited = (text: string, { start, end }: Span, becomes: string): string =>
  text.slice(0, start) + becomes + text.slice(end);

export const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;
