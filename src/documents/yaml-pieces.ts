/** Parts of a syntax tree of YAML that are small enough to be composed at once. */
import { CST } from 'yaml';

export type Collection = CST.BlockMap | CST.BlockSequence | CST.FlowCollection;
type Item = CST.CollectionItem;

/** Whether a token is a collection of more than the given number of tokens. */
export function isHeavy(token: CST.Token | null | undefined, most: number): token is Collection {
  return CST.isCollection(token) && weightOf(token, most) > most;
}

/** Whether an item of a collection has at most the given number of tokens. */
export function weightOfItem({ start, key, sep = [], value }: Item, most: number): number {
  const own = 1 + start.length + sep.length + weightOf(key, most);
  return own > most ? own : own + weightOf(value, most - own);
}

/** Counts the tokens of a token, up to the limit. */
function weightOf(token: CST.Token | null | undefined, most: number): number {
  if (!CST.isCollection(token)) return 1;
  let weight = 1 + ('end' in token ? token.end.length : 0);
  for (const item of token.items) {
    if (weight > most) break;
    weight += weightOfItem(item, most - weight);
  }
  return weight;
}

/** Returns the collection with only these items, without its start. */
export function withItems(collection: Collection, items: readonly Item[]): Collection {
  const [first] = items;
  const isBlock = !('end' in collection);
  const start = isBlock && first !== undefined ? offsetOf(first) : undefined;
  const offset = start ?? collection.offset;
  // The types of items differ by collection; these come from one of the same type.
  return { ...collection, offset, items } as Collection;
}

function offsetOf({ start, key, sep = [], value }: Item): number | undefined {
  return [start[0], key, sep[0], value].find((token) => token)?.offset;
}

/** Returns the collection without items and closed, so that errors at its end are not reported here. */
export function shell(collection: Collection): Collection {
  return closed(withItems(collection, []));
}

/** A collection in brackets that ends with its bracket, wherever the text ends. */
export function closed(collection: Collection): Collection {
  if (!('end' in collection)) return collection;
  const { offset, indent, start } = collection;
  const end: CST.SourceToken =
    start.source === '{'
      ? { type: 'flow-map-end', offset, indent, source: '}' }
      : { type: 'flow-seq-end', offset, indent, source: ']' };
  return { ...collection, end: [end] };
}

/** A placeholder for the preceding items in brackets: the comma needs something to separate. */
export function leadOf(collection: Collection, at: number): readonly Item[] {
  if (at === 0 || !('end' in collection)) return [];
  const { offset, indent, start } = collection;
  const scalar: CST.FlowScalar = { type: 'scalar', offset, indent, source: 'x' };
  return start.source === '{'
    ? [{ start: [], key: scalar, sep: [] }]
    : [{ start: [], value: scalar }];
}

/** Returns an item with another value and only the surrounding tokens that the syntax requires. */
export function itemAround(item: Item, value: CST.Token): Item {
  const { start, key, sep } = item;
  return {
    ...item,
    start: bare(start),
    ...(key === undefined ? {} : { key: key && nameOnly(key) }),
    ...(sep === undefined ? {} : { sep: bare(sep) }),
    value,
  };
}

function nameOnly(key: CST.Token): CST.Token {
  const indent = 'indent' in key ? key.indent : 0;
  return { type: 'scalar', offset: key.offset, indent, source: 'x' };
}

/** Tokens without comments and empty lines, of which there may be any number. */
export function bare(tokens: readonly CST.SourceToken[]): CST.SourceToken[] {
  const left: CST.SourceToken[] = [];
  for (const token of tokens) {
    if (token.type === 'comment') continue;
    if (token.type === 'newline') {
      while (left.at(-1)?.type === 'space') left.pop();
      if (left.at(-1)?.type === 'newline') continue;
    }
    left.push(token);
  }
  return left;
}
