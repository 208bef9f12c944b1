/** Validates every response of the control API in tests against control.yaml. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { expect } from 'vitest';

import { controlDocument } from '../../src/contract/control-document.gen.ts';

const ajv = new Ajv2020({ strict: false });
formats.default(ajv);
ajv.addSchema(controlDocument, 'control');

const templates = Object.keys(controlDocument.paths ?? {})
  .sort((one, other) => other.length - one.length)
  .map((template) => ({
    template,
    form: new RegExp(`^${template.replaceAll('.', '[.]').replace(/\{\w+\}/g, '[^/]+')}$`),
  }));

/** Fails the test if a body is not that of an error response. */
export function checkErrorBody(body: unknown): void {
  const validate = ajv.getSchema('control#/components/schemas/Error');
  expect(validate?.(body), JSON.stringify({ body, errors: validate?.errors })).toBe(true);
}

/** Statuses that HTTP itself brings about; the document does not repeat them at each operation. */
const OF_HTTP = new Set([405, 500]);

/** Fails the test if the document does not declare the response. */
export function checkResponse(method: string, url: string, status: number, body: unknown): void {
  const path = /^(?:\/w\/[^/]+)?\/sandbox(\/[^?]*)/.exec(url)?.[1];
  const template = templates.find(({ form }) => form.test(path ?? ''))?.template;
  if (template === undefined || OF_HTTP.has(status)) return;

  const verb = method === 'HEAD' ? 'get' : method.toLowerCase();
  const operation = `#/paths/${decodeToken(template)}/${verb}`;
  const declared = Object.keys(getValue(operation, 'responses'));
  expect(declared, `${method} ${template}`).toContain(String(status));
  const response = resolvePointer(`${operation}/responses/${status}`);
  if (!('content' in getValue(response))) return;
  const validate = ajv.getSchema(
    `control${response}/content/${decodeToken('application/json')}/schema`,
  );
  if (typeof body === 'string') return;
  expect(validate?.(body), JSON.stringify({ body, errors: validate?.errors })).toBe(true);
}

function decodeToken(part: string): string {
  return part.replaceAll('~', '~0').replaceAll('/', '~1');
}

function resolvePointer(pointer: string): string {
  const $ref = getValue(pointer)['$ref'];
  return typeof $ref === 'string' ? $ref : pointer;
}

function getValue(pointer: string, ...more: readonly string[]): Record<string, unknown> {
  const parts = pointer.split('/').slice(1);
  return [...parts, ...more].reduce<Record<string, unknown>>(
    (node, part) => {
      const child = node[part.replaceAll('~1', '/').replaceAll('~0', '~')];
      return typeof child === 'object' && child !== null ? { ...child } : {};
    },
    { ...controlDocument },
  );
}
