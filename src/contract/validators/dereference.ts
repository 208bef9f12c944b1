import { getProperty, isJsonObject } from '../../documents/json-object.ts';
import type { OpenApiDocument } from '../openapi-document.ts';

/**
 * Returns a copy of a part of a document, with each reference replaced by a copy of its target. Keywords
 * next to a reference override those of the target.
 *
 * @throws TypeError for a reference that is unresolvable, external or cyclic
 */
export function dereference(part: unknown, document: OpenApiDocument): unknown {
  return copyNode(part, document, []);
}

function copyNode(node: unknown, document: OpenApiDocument, parents: readonly string[]): unknown {
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
function resolveTarget($ref: string, document: OpenApiDocument): unknown {
  const [start, ...names] = $ref.split('/');
  let target: unknown = start === '#' ? document : undefined;
  for (const name of names) {
    const key = decodeURIComponent(name).replaceAll('~1', '/').replaceAll('~0', '~');
    target = getProperty(target, key);
  }
  if (target === undefined) throw new TypeError(`${$ref} has no target`);
  return target;
}
