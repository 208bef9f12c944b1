import type { OpenApiDocument } from '../openapi-document.ts';

/** The document without the schemas that nothing refers to. */
export function withoutUnusedSchemas(document: OpenApiDocument): OpenApiDocument {
  const { schemas } = document.components;
  const used = new Set<string>();
  const waiting: unknown[] = [document.paths];
  while (waiting.length > 0) {
    const node = waiting.pop();
    if (typeof node !== 'object' || node === null) continue;
    for (const [name, member] of Object.entries(node)) {
      const schema = name === '$ref' ? nameOfSchema(member) : undefined;
      if (schema === undefined) waiting.push(member);
      else if (!used.has(schema)) {
        used.add(schema);
        waiting.push(schemas[schema]);
      }
    }
  }
  return {
    ...document,
    components: {
      ...document.components,
      schemas: Object.fromEntries(Object.entries(schemas).filter(([name]) => used.has(name))),
    },
  };
}

function nameOfSchema(reference: unknown): string | undefined {
  const prefix = '#/components/schemas/';
  return typeof reference === 'string' && reference.startsWith(prefix)
    ? reference.slice(prefix.length)
    : undefined;
}
