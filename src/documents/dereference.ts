import { getProperty, isJsonObject } from './json-object.ts';
import { parsePointer } from './pointer.ts';

/**
 * Returns a copy of a part of a document, with each reference replaced by a copy of its target. Keywords
 * next to a reference override those of the target.
 *
 * @throws TypeError for a reference that is unresolvable, external or cyclic
 */
export function dereference<Part>(part: Part, document: object): Part {
  // A reference is an optional keyword of every schema type.
  return copyNode(part, document, []) as Part;
}

function copyNode(node: unknown, document: object, parents: readonly string[]): unknown {
  if (Array.isArray(node)) return node.map((item) => copyNode(item, document, parents));
  if (!isJsonObject(node)) return node;
  const { $ref, ...siblings } = node;
  const copy = Object.fromEntries(
    Object.entries(siblings).map(([name, member]) => [name, copyNode(member, document, parents)]),
  );
  if (typeof $ref !== 'string') return copy;
  if (parents.includes($ref)) throw new TypeError(`${$ref} refers to itself`);
  const target = copyNode(resolveTarget($ref, document), document, [...parents, $ref]);
  return isJsonObject(target) ? { ...target, ...copy } : target;
}

/** Returns the target of a local reference (RFC 6901, section 6). */
function resolveTarget($ref: string, document: object): unknown {
  let target: unknown = $ref.startsWith('#/') ? document : undefined;
  for (const name of parsePointer(decodeURIComponent($ref))) target = getProperty(target, name);
  if (target === undefined) throw new TypeError(`${$ref} has no target`);
  return target;
}
