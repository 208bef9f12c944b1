/** Validates every response of the control API in tests against control.yaml. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { expect } from 'vitest';

import { controlDocument } from '../../src/contract/control-document.gen.ts';
import { parsePointer, toPointer } from '../../src/documents/pointer.ts';
import type { HttpResponse } from '../sandbox.ts';

const ajv = new Ajv2020({ strict: false });
formats.default(ajv);
ajv.addSchema(controlDocument, 'control');

/** The pattern of `/users/{ref}` does not match `/users/ada:undo`. */
const templates = Object.keys(controlDocument.paths).map((template) => ({
  template,
  pattern: new RegExp(`^${template.replaceAll('.', '[.]').replace(/\{\w+\}/g, '[^/:]+')}$`),
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
  const operationPointer = `#${toPointer('paths', template, verb)}`;
  const declaredStatuses = Object.keys(getNode(`${operationPointer}/responses`));
  expect(declaredStatuses, `${method} ${template}`).toContain(String(status));
  const responsePointer = resolvePointer(`${operationPointer}/responses/${status}`);
  if (typeof body === 'string' || !('content' in getNode(responsePointer))) return;
  const mediaType = headers.get('content-type')?.split(';')[0] ?? '';
  checkBody(responsePointer + toPointer('content', mediaType, 'schema'), body);
}

function checkBody(schemaPointer: string, body: unknown): void {
  const validate = ajv.getSchema(`control${schemaPointer}`);
  expect(validate?.(body), JSON.stringify({ body, errors: validate?.errors })).toBe(true);
}

function resolvePointer(pointer: string): string {
  const $ref = getNode(pointer)['$ref'];
  return typeof $ref === 'string' ? $ref : pointer;
}

function getNode(pointer: string): Record<string, unknown> {
  return parsePointer(pointer).reduce<Record<string, unknown>>(
    (node, part) => {
      const child = node[part];
      return typeof child === 'object' && child !== null ? { ...child } : {};
    },
    { ...controlDocument },
  );
}
