import { randomUUID } from 'node:crypto';
import { STATUS_CODES, type ServerResponse } from 'node:http';

import { Refusal, type Reason } from './refusals.ts';
import type { ResponseBody } from './service.ts';
import type { Operation, Variant } from './variant.ts';

interface RawResponse {
  status: number;
  contentType?: string;
  body: string;
  headers?: Record<string, string>;
}

export function sendResult(
  response: ServerResponse,
  operation: Operation,
  result: ResponseBody,
  { responses }: Variant,
): void {
  const { additionalFields } = responses;
  // §4.3: the response of addToUser is an empty object.
  const hasAdditionalFields =
    additionalFields === 'everywhere' ||
    (additionalFields && operation !== 'cryptoWallet:addToUser');
  const body = hasAdditionalFields
    ? { requestId: randomUUID(), ...result, links: [], warnings: null }
    : result;
  write(response, responses.headerNames, {
    status: responses.successStatus[operation] ?? 200,
    contentType: responses.contentType,
    body: JSON.stringify(body),
  });
}

export function sendRefusal(
  response: ServerResponse,
  reason: Reason,
  allowedMethod: string,
  { responses }: Variant,
): void {
  const status = responses.errorStatus[reason];
  const error = new Refusal(reason).message;
  write(response, responses.headerNames, {
    status,
    ...createErrorBody(status, error, responses),
    ...(status === 405 ? { headers: { allow: allowedMethod } } : {}),
  });
}

function createErrorBody(
  status: number,
  error: string,
  { errorBody, contentType }: Variant['responses'],
) {
  const title = STATUS_CODES[status] ?? 'Refused';
  switch (errorBody) {
    case 'error':
      return { contentType, body: JSON.stringify({ error }) };
    case 'problem':
      return {
        contentType: 'application/problem+json',
        body: JSON.stringify({ type: 'about:blank', title, status, detail: error }),
      };
    case 'text':
      return { contentType: 'text/plain; charset=utf-8', body: `${error}\n` };
    case 'page':
      return {
        contentType: 'text/html; charset=utf-8',
        body: `<!doctype html><title>${title}</title><h1>${title}</h1><p>${error}</p>`,
      };
    case 'empty':
      return { body: '' };
  }
}

function write(
  response: ServerResponse,
  nameCase: Variant['responses']['headerNames'],
  { status, contentType, body, headers: additionalHeaders }: RawResponse,
): void {
  const headers = {
    ...(contentType === undefined ? {} : { 'content-type': contentType }),
    'content-length': String(Buffer.byteLength(body)),
    'cache-control': 'no-store',
    ...additionalHeaders,
  };
  response.writeHead(
    status,
    Object.entries(headers).flatMap(([name, value]) => [convertCase(name, nameCase), value]),
  );
  response.end(body);
}

function convertCase(name: string, nameCase: Variant['responses']['headerNames']): string {
  switch (nameCase) {
    case 'lower case':
      return name;
    case 'upper case':
      return name.toUpperCase();
    case 'title case':
      return name.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase());
  }
}
