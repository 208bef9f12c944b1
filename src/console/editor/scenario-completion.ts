/** What may be written at a place of a scenario: the keys and words that its schema has there. */
import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';

import scenarioSchema from '../../../openapi/schemas/scenario.schema.json' with { type: 'json' };
import { schemaNode } from './schema-node.ts';
import type { SchemaNode } from './schema-node.ts';
import { yamlPlace } from './yaml-place.ts';

const root = schemaNode(scenarioSchema);

/** Flag codes and client ids of the workspace, which no schema knows. */
export interface KnownWords {
  readonly flagCodes: readonly string[];
  readonly clientIds: readonly string[];
}

/** Completions for a scenario. */
export function scenarioCompletion(known: KnownWords) {
  return (context: CompletionContext): CompletionResult | null => {
    const word = context.matchBefore(/[\w$-]*/);
    if (word === null) return null;
    const text = context.state.doc.toString();
    const { path, writing, siblings } = yamlPlace(text, word);
    const nodes = nodesAt(path);
    const options =
      writing === 'key'
        ? keysOf(nodes).filter(({ label }) => !siblings.includes(label))
        : valuesOf(nodes, path, known);
    if (options.length === 0 || (word.from === word.to && !context.explicit && writing === 'key')) {
      return null;
    }
    return { from: word.from, options, validFor: /^[\w$-]*$/ };
  };
}

function nodesAt(path: readonly string[]): readonly SchemaNode[] {
  return path.reduce<readonly SchemaNode[]>(
    (nodes, key) =>
      nodes.flatMap((node) => {
        const next = key === '[]' ? node.items : node.properties?.[key];
        return next === undefined ? [] : alternatives(next);
      }),
    alternatives(root),
  );
}

/** A node with its references followed, and each of the forms that it may have. */
function alternatives(node: SchemaNode): readonly SchemaNode[] {
  const name = node.$ref?.replace('#/$defs/', '');
  const target = name === undefined ? node : { ...root.$defs?.[name], ...described(node) };
  const forms = [...(target.oneOf ?? []), ...(target.anyOf ?? [])];
  return forms.length === 0 ? [target] : forms.flatMap(alternatives);
}

/** Keywords beside a reference take precedence over those of its target. */
function described({ description }: SchemaNode): SchemaNode {
  return description === undefined ? {} : { description };
}

function keysOf(nodes: readonly SchemaNode[]): Completion[] {
  const properties = nodes.flatMap((node) => Object.entries(node.properties ?? {}));
  return [...new Map(properties)].map(([label, node]) => ({
    label,
    type: 'property',
    apply: `${label}: `,
    info: alternatives(node)[0]?.description ?? '',
  }));
}

function valuesOf(
  nodes: readonly SchemaNode[],
  path: readonly string[],
  { flagCodes, clientIds }: KnownWords,
): Completion[] {
  const words = nodes.flatMap((node) => [
    ...(node.enum ?? []),
    ...(node.const === undefined ? [] : [node.const]),
    ...(node.type === 'boolean' ? [true, false] : []),
  ]);
  const place = path.slice(-2).join('.');
  if (place === 'flags.[]') words.push(...flagCodes);
  if (place === 'linkedClients.[]') words.push(...clientIds);
  return [...new Set(words)].map((word) => ({ label: String(word), type: 'enum' }));
}
