import { readFileSync } from 'node:fs';
import { Shapes } from './shapes.mjs';
import { prose } from './markdown.mjs';

/**
 * The page of a file format, from its JSON Schema.
 *
 * @param {URL} file of the schema
 * @param {{ title: string, about: string }} page
 */
export function schemaPage(file, { title, about }) {
  /** @type {import('./shapes.mjs').Schema & { $defs?: import('./shapes.mjs').Definitions }} */
  const schema = JSON.parse(readFileSync(file, 'utf8'));
  const shapes = new Shapes(schema.$defs ?? {});
  const parts = shapes.sections();
  return [
    `# ${title}`,
    about,
    prose(schema.description ?? ''),
    'A property in bold is always there.',
    ...(schema.oneOf ?? [schema]).map((form) => topLevel(shapes, form)),
    ...(parts === '' ? [] : ['## Parts', parts]),
  ].join('\n\n');
}

/** The schema of a document is an object with properties, or a list of such. */
function topLevel(/** @type {Shapes} */ shapes, /** @type {import('./shapes.mjs').Schema} */ form) {
  return form.properties === undefined
    ? `A document is a ${shapes.value(form)}${form.description === undefined ? '' : `: ${prose(form.description)}`}`
    : shapes.properties(form);
}
