import {
  Composer,
  isMap,
  isPair,
  isSeq,
  Lexer,
  LineCounter,
  Parser,
  type CST,
  type Document,
  type YAMLError,
} from 'yaml';
import type { TimeSlices } from '../ports/time-slices.ts';
import {
  bare,
  closed,
  isHeavy,
  itemAround,
  leadOf,
  shell,
  weightOfItem,
  withItems,
  type Collection,
} from './yaml-pieces.ts';
import { TextTooLarge, TokenCount } from './yaml-size.ts';

/** A YAML text as nodes with their offsets, and its syntax errors. */
export interface ComposedYaml {
  readonly contents: unknown;
  readonly problems: readonly YAMLError[];
  /** Offset of a second document, where there is one. */
  readonly secondAt: number | undefined;
  readonly lines: LineCounter;
}

/** How many tokens are composed at once: some milliseconds of work. */
const USUAL_PIECE = 1000;

/**
 * Reads a text of YAML in slices: the package `yaml` takes seconds per megabyte, and would block the
 * event loop as long.
 *
 * @param most how many tokens are composed at once; the result is the same for any number
 * @throws TextTooLarge
 */
export async function composeYaml(
  text: string,
  slices: TimeSlices,
  most = USUAL_PIECE,
): Promise<ComposedYaml> {
  const lines = new LineCounter();
  const composer = newComposer();
  const directives: CST.Token[] = [];
  let first: CST.Document | undefined;
  let secondAt: number | undefined;
  for await (const token of tokensIn(text, lines, slices)) {
    if (token.type === 'document' && first !== undefined) {
      secondAt = token.offset;
      break;
    }
    if (token.type === 'document') first = token;
    if (token.type === 'directive') directives.push(token);
    drain(composer.next(token.type === 'document' ? topOf(token, most) : token));
  }
  const document = drain(composer.end(true, text.length));
  const contents: unknown = document?.contents;
  const problems = problemsOf(document);
  if (first !== undefined && isHeavy(first.value, most)) {
    const pieces = new Pieces(first, directives, { slices, most });
    await pieces.fill(contents, first.value, { depth: 0, wrap: (collection) => collection });
    problems.push(...pieces.problems);
  }
  return { contents, problems, secondAt, lines };
}

async function* tokensIn(
  text: string,
  lines: LineCounter,
  slices: TimeSlices,
): AsyncGenerator<CST.Token> {
  const parser = new Parser(lines.addNewLine);
  const count = new TokenCount();
  lines.addNewLine(0);
  for (const lexeme of new Lexer().lex(text)) {
    if (count.add(lexeme) === 'too many') throw new TextTooLarge(lines.linePos(parser.offset));
    for (const token of parser.next(lexeme)) if (!isRemark(token)) yield token;
    if (slices.isOver) await slices.next();
  }
  for (const token of parser.end()) if (!isRemark(token)) yield token;
}

/** The place of a collection in a document: its enclosing nodes, and their number. */
interface Around {
  readonly depth: number;
  wrap(collection: Collection): Collection;
}

/** Composes a collection in pieces, each in a document with the piece and its path. */
class Pieces {
  readonly problems: YAMLError[] = [];
  readonly #document: CST.Document;
  readonly #directives: readonly CST.Token[];
  readonly #slices: TimeSlices;
  readonly #most: number;

  constructor(
    document: CST.Document,
    directives: readonly CST.Token[],
    { slices, most }: { readonly slices: TimeSlices; readonly most: number },
  ) {
    this.#document = { ...document, start: bare(document.start), end: [] };
    this.#directives = directives;
    this.#slices = slices;
    this.#most = most;
  }

  /** Adds the items of a collection to the node that it was composed to without them. */
  async fill(node: unknown, collection: Collection, ctx: Around): Promise<void> {
    if (!isMap(node) && !isSeq(node)) return;
    const members: unknown[] = node.items;
    let piece: CST.CollectionItem[] = [];
    let weight = 0;
    for (const [at, item] of collection.items.entries()) {
      const heavy = isHeavy(item.value, this.#most) ? item.value : undefined;
      const light = lightened(item, this.#most);
      piece.push(light);
      weight += weightOfItem(light, this.#most);
      const isLast = at === collection.items.length - 1;
      if (weight < this.#most && heavy === undefined && !isLast) continue;

      const lead = leadOf(collection, at + 1 - piece.length);
      // Errors at the end of the collection are reported once, after its last item.
      const container = isLast ? collection : closed(collection);
      const nodes = this.#compose(withItems(container, [...lead, ...piece]), ctx);
      for (const member of nodes.slice(lead.length)) members.push(member);
      piece = [];
      weight = 0;
      if (heavy !== undefined) {
        const value = valueIn(nodes.at(-1), item);
        await this.fill(value, heavy, inside(ctx, { collection, item, at }));
      }
      if (this.#slices.isOver) await this.#slices.next();
    }
  }

  /** Composes a collection in its place. @returns what its items became */
  #compose(collection: Collection, { depth, wrap }: Around): readonly unknown[] {
    const composer = newComposer();
    for (const directive of this.#directives) drain(composer.next(directive));
    drain(composer.next({ ...this.#document, value: wrap(collection) }));
    const document = drain(composer.end());
    for (const problem of problemsOf(document)) this.problems.push(problem);
    let node: unknown = document?.contents;
    for (let level = 0; level < depth; level += 1) node = lastIn(node);
    return isMap(node) || isSeq(node) ? node.items : [];
  }
}

/** Returns an item without the members of its value and key, if they are too many to compose at once. */
function lightened(item: CST.CollectionItem, most: number): CST.CollectionItem {
  const { key, value } = item;
  return {
    ...item,
    // A collection is refused as a key, whatever is in it.
    ...(isHeavy(key, most) ? { key: shell(key) } : {}),
    ...(isHeavy(value, most) ? { value: shell(value) } : {}),
  };
}

/** The source around the value of an item. */
function inside(
  { depth, wrap }: Around,
  { collection, item, at }: { collection: Collection; item: CST.CollectionItem; at: number },
): Around {
  const container = closed(collection);
  const lead = leadOf(collection, at);
  const isNested = isPairInList(item) && 'start' in collection && collection.start.source === '[';
  return {
    depth: depth + (isNested ? 2 : 1),
    wrap: (value) => wrap(withItems(container, [...lead, itemAround(item, value)])),
  };
}

/** Whether an item of a list in brackets is a pair, as in `[a: 1]`, which becomes a map. */
function isPairInList({ sep }: CST.CollectionItem): boolean {
  return sep !== undefined;
}

/** The value of what an item became. */
function valueIn(node: unknown, item: CST.CollectionItem): unknown {
  if (isPair(node)) return node.value;
  return isPairInList(item) ? lastIn(node) : node;
}

function lastIn(node: unknown): unknown {
  if (isMap(node)) return node.items.at(-1)?.value;
  return isSeq(node) ? node.items.at(-1) : undefined;
}

/** Duplicate keys are found later: the package compares all pairs of keys. */
function newComposer(): Composer {
  return new Composer({ prettyErrors: false, uniqueKeys: false });
}

/** Ends a step of the composer. @returns the document that it finished, if it did */
function drain(documents: Iterable<Document.Parsed>): Document.Parsed | undefined {
  const [document] = documents;
  return document;
}

function problemsOf(document: Document.Parsed | undefined): YAMLError[] {
  return document === undefined ? [] : [...document.errors, ...document.warnings];
}

/** Tokens around a document without content. */
function isRemark({ type }: CST.Token): boolean {
  return type === 'comment' || type === 'newline';
}

/** Returns a document without the items of its value, if they are too many to compose at once. */
function topOf(document: CST.Document, most: number): CST.Document {
  return isHeavy(document.value, most) ? { ...document, value: shell(document.value) } : document;
}
