import type { OpenApiDocument } from '../openapi-document.ts';

/**
 * A copy of a part of a document without references: each is replaced by a copy of its own, with
 * what stands beside it laid over. The classes of express-openapi-validator change what they get.
 *
 * @throws TypeError on a reference that leads nowhere, out of the document, or back to itself
 */
export function dereferenced(part: unknown, document: OpenApiDocument): unknown {
  return copyOf(part, document, []);
}

function copyOf(node: unknown, document: OpenApiDocument, within: readonly string[]): unknown {
  if (Array.isArray(node)) return node.map((item) => copyOf(item, document, within));
  if (!isRecord(node)) return node;
  const { $ref, ...beside } = node;
  const copy = Object.fromEntries(
    Object.entries(beside).map(([name, member]) => [name, copyOf(member, document, within)]),
  );
  if (typeof $ref !== 'string') return copy;
  if (within.includes($ref)) throw new TypeError(`${$ref} refers to itself`);
  const target = copyOf(targetOf($ref, document), document, [...within, $ref]);
  return isRecord(target) ? { ...target, ...copy } : target;
}

/** What a local reference points to (RFC 6901, section 6). */
function targetOf($ref: string, document: OpenApiDocument): unknown {
  const [start, ...names] = $ref.split('/');
  let target: unknown = start === '#' ? document : undefined;
  for (const name of names) {
    const key = decodeURIComponent(name).replaceAll('~1', '/').replaceAll('~0', '~');
    target = isRecord(target) && Object.hasOwn(target, key) ? target[key] : undefined;
  }
  if (target === undefined) throw new TypeError(`${$ref} leads nowhere`);
  return target;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
