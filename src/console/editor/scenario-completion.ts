/** Completes keys and values in a scenario by its schema. */
import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';

import scenarioSchema from '../../../openapi/schemas/scenario.schema.json' with { type: 'json' };
import { findYamlPlace } from './yaml-place.ts';

/** The keywords of JSON Schema (2020-12) that completion uses. */
interface SchemaNode {
  readonly $ref?: string;
  readonly type?: string;
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly items?: SchemaNode;
  readonly oneOf?: readonly SchemaNode[];
  readonly $defs?: Readonly<Record<string, SchemaNode>>;
}

const root: SchemaNode = scenarioSchema;

/** Flag codes and client ids of the workspace, which are not in the schema. */
export interface KnownTerms {
  readonly flagCodes: readonly string[];
  readonly clientIds: readonly string[];
}

export function createScenarioCompletion(terms: KnownTerms) {
  return (context: CompletionContext): CompletionResult | null => {
    const word = context.matchBefore(/[\w$-]*/);
    if (word === null) return null;
    const text = context.state.doc.toString();
    const { path, wordKind, hasColon, siblings } = findYamlPlace(text, word);
    const nodes = findNodes(path);
    const keys = wordKind === 'value' ? [] : listKeys(nodes, hasColon);
    // Without keys, the word is a value or a scalar item of a list.
    const options =
      keys.length === 0
        ? listValues(nodes, path, terms)
        : keys.filter(({ label }) => !siblings.includes(label));
    // Keys are suggested only after a first letter, or on request.
    const isTooEarly = wordKind === 'key' && word.from === word.to && !context.explicit;
    if (options.length === 0 || isTooEarly) return null;
    return { from: word.from, options, validFor: /^[\w$-]*$/ };
  };
}

function findNodes(path: readonly string[]): readonly SchemaNode[] {
  let nodes = listAlternatives(root);
  for (const key of path) nodes = nodes.flatMap((node) => findChildren(node, key));
  return nodes;
}

function findChildren(node: SchemaNode, key: string): readonly SchemaNode[] {
  const child = key === '[]' ? node.items : node.properties?.[key];
  return child === undefined ? [] : listAlternatives(child);
}

/** Returns the members of `oneOf`, else the node itself, with references resolved. */
function listAlternatives(node: SchemaNode): readonly SchemaNode[] {
  const resolved = resolveReference(node);
  return resolved.oneOf?.flatMap(listAlternatives) ?? [resolved];
}

/** Resolves a reference. A description next to the reference replaces the description of the target. */
function resolveReference(node: SchemaNode): SchemaNode {
  const name = node.$ref?.replace('#/$defs/', '');
  return name === undefined ? node : { ...root.$defs?.[name], ...node };
}

function listKeys(nodes: readonly SchemaNode[], hasColon: boolean): Completion[] {
  const properties = nodes.flatMap((node) => Object.entries(node.properties ?? {}));
  return [...new Map(properties)].map(([label, node]) => ({
    label,
    type: 'property',
    apply: hasColon ? label : `${label}: `,
    info: resolveReference(node).description ?? '',
  }));
}

function listValues(
  nodes: readonly SchemaNode[],
  path: readonly string[],
  { flagCodes, clientIds }: KnownTerms,
): Completion[] {
  const values = nodes.flatMap((node) => [
    ...(node.enum ?? []),
    ...(node.const === undefined ? [] : [node.const]),
    ...(node.type === 'boolean' ? [true, false] : []),
  ]);
  const pathEnd = path.slice(-2).join('.');
  if (pathEnd === 'flags.[]') values.push(...flagCodes);
  if (pathEnd === 'linkedClients.[]') values.push(...clientIds);
  return [...new Set(values)].map((word) => ({ label: String(word), type: 'enum' }));
}
