import { readFileSync } from 'node:fs';
import { compile as schemaToTypes } from 'json-schema-to-typescript';
import { LineCounter, isNode, isSeq, parseDocument } from 'yaml';

const root = new URL('../../', import.meta.url);

/**
 * The rules of the interface as a constant, each with the line where it begins, so that a report
 * can point there.
 *
 * @param {string} source path of the list
 * @returns {Promise<string>} the text of the module
 */
export async function requirementList(source) {
  const lines = new LineCounter();
  const document = parseDocument(readFileSync(new URL(source, root), 'utf8'), {
    lineCounter: lines,
  });
  const list = document.get('requirements');
  if (!isSeq(list)) throw new Error(`${source}: there is no list of requirements`);
  const requirements = list.items.map((item) => {
    if (!isNode(item)) throw new Error(`${source}: something in the list is no requirement`);
    return { ...item.toJS(document), line: lines.linePos(item.range?.[0] ?? 0).line };
  });
  return `import type { OperationId } from './words.ts';

    ${await requirementType()}
    export const requirements: readonly Requirement[] = JSON.parse(${JSON.stringify(JSON.stringify(requirements))});`;
}

/** The schema of one rule, without constraints between values. */
function requirementType() {
  const schema = JSON.parse(
    readFileSync(new URL('openapi/schemas/requirements.schema.json', root), 'utf8'),
  );
  const { required, properties } = schema.properties.requirements.items;
  const line = { type: 'integer', description: 'Where it begins in requirements.yaml, from 1.' };
  const operations = { ...properties.operations, items: { tsType: 'OperationId' } };
  return schemaToTypes(
    {
      title: 'Requirement',
      description: 'One rule of the interface.',
      type: 'object',
      required: [...required, 'line'],
      properties: { ...properties, operations, line },
    },
    'Requirement',
    { additionalProperties: false, bannerComment: '', format: false, ignoreMinAndMaxItems: true },
  );
}
