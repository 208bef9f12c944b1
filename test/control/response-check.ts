/** Validates every response of the control API in tests against control.yaml. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { expect } from 'vitest';

import { controlDocument } from '../../src/contract/control-document.gen.ts';
import type { HttpResponse } from '../sandbox.ts';

const ajv = new Ajv2020({ strict: false });
formats.default(ajv);
ajv.addSchema(controlDocument, 'control');

/** The longest first, because the pattern of `/users/{ref}` also matches `/users/ada:undo`. */
const templates = Object.keys(controlDocument.paths ?? {})
  .sort((left, right) => right.length - left.length)
  .map((template) => ({
    template,
    pattern: new RegExp(`^${template.replaceAll('.', '[.]').replace(/\{\w+\}/g, '[^/]+')}$`),
  }));

/** Fails the test if a body is not a valid error body. */
export function checkErrorBody(body: unknown): void {
  checkBody('#/components/schemas/Error', body);
}

/** Statuses of any path. control.yaml does not declare these statuses for each operation. */
const UNDECLARED_STATUSES = new Set([405, 500]);

/** Fails the test if the document does not declare the response. */
export function checkResponse(
  method: string,
  url: string,
  { status, headers, body }: HttpResponse,
): void {
  const path = /^(?:\/w\/[^/]+)?\/sandbox(\/[^?]*)/.exec(url)?.[1];
  const template = templates.find(({ pattern }) => pattern.test(path ?? ''))?.template;
  if (template === undefined || UNDECLARED_STATUSES.has(status)) return;

  const verb = method === 'HEAD' ? 'get' : method.toLowerCase();
  const operation = `#/paths/${toPointerToken(template)}/${verb}`;
  const declaredStatuses = Object.keys(getNode(operation, 'responses'));
  expect(declaredStatuses, `${method} ${template}`).toContain(String(status));
  const response = resolvePointer(`${operation}/responses/${status}`);
  if (typeof body === 'string' || !('content' in getNode(response))) return;
  const mediaType = headers.get('content-type')?.split(';')[0] ?? '';
  checkBody(`${response}/content/${toPointerToken(mediaType)}/schema`, body);
}

function checkBody(schema: string, body: unknown): void {
  const validate = ajv.getSchema(`control${schema}`);
  expect(validate?.(body), JSON.stringify({ body, errors: validate?.errors })).toBe(true);
}

function toPointerToken(part: string): string {
  return part.replaceAll('~', '~0').replaceAll('/', '~1');
}

function resolvePointer(pointer: string): string {
  const $ref = getNode(pointer)['$ref'];
  return typeof $ref === 'string' ? $ref : pointer;
}

function getNode(pointer: string, ...keys: readonly string[]): Record<string, unknown> {
  const parts = pointer.split('/').slice(1);
  return [...parts, ...keys].reduce<Record<string, unknown>>(
    (node, part) => {
      const child = node[part.replaceAll('~1', '/').replaceAll('~0', '~')];
      return typeof child === 'object' && child !== null ? { ...child } : {};
    },
    { ...controlDocument },
  );
}
