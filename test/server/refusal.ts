/** Checks error responses in the format of the default dialect (§7). */
import { expect } from 'vitest';

import { apiDocument } from '../../src/contract/api-document.gen.ts';
import type { RawResponse } from './raw-request.ts';

/** A text in requests that no response may repeat. */
export const MARK = 'Zq7xW9';

/** The error codes of the contract. */
const errorCodes = apiDocument.components.schemas['ErrorCode']?.['enum'];

export interface ExpectedRefusal {
  readonly status: number;
  readonly code: string;
}

/**
 * Expects an error response with this status and code, in the error format.
 *
 * @param pointers the pointers to the invalid parts, in any order
 */
export function expectRefusal(
  response: RawResponse,
  { status, code }: ExpectedRefusal,
  pointers?: readonly string[],
): void {
  expect({ status: response.status, code: response.body?.code }).toEqual({ status, code });
  expect(errorCodes).toContain(response.body.code);
  expectErrorFormat(response);
  if (pointers !== undefined) expect(listPointers(response)).toEqual([...pointers].sort());
}

/** Expects the error format, without a stack trace and without input of the request. */
export function expectErrorFormat({ body, text, headers }: RawResponse): void {
  expect(headers['content-type']).toMatch(/^application\/json/);
  expect(body).toEqual({
    code: expect.any(String),
    message: expect.stringMatching(/\S/),
    details: expect.any(Array),
  });
  for (const detail of body.details) {
    expect(detail).toEqual({
      pointer: expect.stringMatching(/^\/(body|headers|query|path)(\/|$)/),
      message: expect.stringMatching(/\S/),
    });
  }
  expect(text).not.toMatch(/\bat .*:\d+:\d+/);
  expect(text).not.toMatch(/node_modules|node:internal/);
  expect(text).not.toContain(MARK);
}

function listPointers({ body }: RawResponse): readonly string[] {
  const pointers = body.details.map(({ pointer }: { pointer: string }) => pointer);
  return [...new Set<string>(pointers)].sort();
}
