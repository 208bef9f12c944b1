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
  readonly anyOf?: readonly SchemaNode[];
  readonly $defs?: Readonly<Record<string, SchemaNode>>;
}

const root: SchemaNode = scenarioSchema;

/** Flag codes and client ids of the workspace, which are not in the schema. */
export interface KnownTerms {
  readonly flagCodes: readonly string[];
  readonly clientIds: readonly string[];
}

/** Returns a completion source of CodeMirror. */
export function createScenarioCompletion(terms: KnownTerms) {
  return (context: CompletionContext): CompletionResult | null => {
    const word = context.matchBefore(/[\w$-]*/);
    if (word === null) return null;
    const text = context.state.doc.toString();
    const { path, writing, siblings } = findYamlPlace(text, word);
    const nodes = findNodes(path);
    const options =
      writing === 'key'
        ? listKeys(nodes).filter(({ label }) => !siblings.includes(label))
        : listValues(nodes, path, terms);
    // Keys are suggested after a first letter, or on request.
    const isPremature = writing === 'key' && word.from === word.to && !context.explicit;
    if (options.length === 0 || isPremature) return null;
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

/** Returns the members of `oneOf` and `anyOf`, else the node itself, with references resolved. */
function listAlternatives(node: SchemaNode): readonly SchemaNode[] {
  const name = node.$ref?.replace('#/$defs/', '');
  // A description next to a reference takes precedence over that of the target.
  const target = name === undefined ? node : { ...root.$defs?.[name], ...node };
  const alternatives = [...(target.oneOf ?? []), ...(target.anyOf ?? [])];
  return alternatives.length === 0 ? [target] : alternatives.flatMap(listAlternatives);
}

function listKeys(nodes: readonly SchemaNode[]): Completion[] {
  const properties = nodes.flatMap((node) => Object.entries(node.properties ?? {}));
  return [...new Map(properties)].map(([label, node]) => ({
    label,
    type: 'property',
    apply: `${label}: `,
    info: listAlternatives(node)[0]?.description ?? '',
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
