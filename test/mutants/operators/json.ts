/** §2.1, §4: headers, JSON, methods and paths. */
import { createResponse, parseBody, withHeaders } from '../exchange.ts';
import {
  returnServerError,
  acceptWhen,
  isRequestTo,
  createOperator,
  changeRefusal,
  reject,
  changeSuccess,
  acceptOnlyInvalidForm,
  type Operator,
  createOperators,
} from './operator.ts';
import { operationPaths } from '../mutant-proxy.ts';
import {
  authOperations,
  allOperations,
  walletOperations,
} from '../../../conformance/actors/operations.ts';

const isInvalidJson = (text: string) => parseBody({ text }) === undefined;

const contentTypeOperators = (
  ['startWalletAuth', 'sendEmailOtp', 'authenticateSmsOtp'] as const
).map((operation) =>
  createOperator(
    '2.1.content-type.json-accepted',
    'valid request rejected',
    `${operation} rejects application/json`,
    acceptOnlyInvalidForm(operation, 415, (request) =>
      request.headers['content-type']?.startsWith('application/json')
        ? null
        : withHeaders(request, { 'content-type': 'application/json' }),
    ),
  ),
);

const responseBodyOperators = allOperations.flatMap((operation) => [
  ...createOperators('2.1.accept.json', 'wrong content type', {
    [`${operation} returns XML for any Accept header`]: changeSuccess(operation, () =>
      createResponse(200, '<?xml version="1.0"?><response/>', 'application/xml'),
    ),
  }),
  ...createOperators('4.body.response-json', 'format broken', {
    [`${operation} returns truncated JSON`]: changeSuccess(operation, (response) => ({
      ...response,
      text: response.text.slice(0, -1),
    })),
  }),
]);

const unusualRequestOperators = authOperations.flatMap((operation) =>
  createOperators('4.body.request-json', 'valid request rejected', {
    [`${operation} rejects JSON with escaped characters`]: reject(operation, 400, ({ request }) =>
      /\\u00/.test(request.text),
    ),
    [`${operation} rejects JSON after white space`]: reject(operation, 400, ({ request }) =>
      /^\s/.test(request.text),
    ),
  }),
);

const invalidRequestOperators = authOperations.map((operation) =>
  createOperator(
    '4.body.request-json',
    'wrong type accepted',
    `${operation} accepts a body that is not JSON`,
    acceptWhen(operation, ({ request }) => request.text !== '' && isInvalidJson(request.text)),
  ),
);

const methodOperators = authOperations.map((operation) =>
  createOperator(
    '4.method.post',
    'valid request rejected',
    `${operation} accepts PUT instead of POST`,
    acceptOnlyInvalidForm(operation, 405, (request) =>
      request.method === 'PUT' ? { ...request, method: 'POST' } : null,
    ),
  ),
);

const pathOperators = Object.entries(operationPaths).map(([path, operation]) =>
  createOperator(
    '9.path.v1',
    'valid request rejected',
    `${operation} exists only without /v1`,
    async (exchange) => {
      const { request } = exchange;
      if (request.path === path) return createResponse(404, { message: 'Not Found' });
      return exchange.forward(`/v1${request.path}` === path ? { ...request, path } : request);
    },
  ),
);

export const json: readonly Operator[] = [
  ...contentTypeOperators,
  ...responseBodyOperators,
  ...invalidRequestOperators,
  ...unusualRequestOperators,
  ...methodOperators,
  ...pathOperators,
  ...createOperators('2.1.accept.json', 'wrong content type', {
    'getUser returns an HTML page': changeSuccess('getUser', (response) => ({
      ...response,
      headers: { 'content-type': 'text/html' },
      text: `<html><body>${response.text}</body></html>`,
    })),
    'JSON has the Content-Type text/html': changeSuccess(allOperations, (response) =>
      withHeaders(response, { 'content-type': 'text/html' }),
    ),
  }),
  ...createOperators('2.1.accept.json', 'valid request rejected', {
    'startWalletAuth returns 406 for Accept application/json': acceptOnlyInvalidForm(
      'startWalletAuth',
      406,
      (request) => (request.headers['accept'] === 'application/json' ? null : request),
    ),
  }),
  ...createOperators('4.body.response-json', 'format broken', {
    'addWalletToUser returns OK as text': changeSuccess('addWalletToUser', (response) => ({
      ...response,
      text: 'OK',
    })),
    'sendEmailOtp returns JSON with single quotes': changeSuccess('sendEmailOtp', (response) => ({
      ...response,
      text: "{'sent': true}",
    })),
  }),
  ...createOperators('4.body.request-json', 'server error', {
    'a body that is not JSON causes a server error': returnServerError(
      authOperations,
      ({ request }) => isInvalidJson(request.text),
    ),
  }),
  ...createOperators('4.1.request.missing-refused', 'server error', {
    'a body that is JSON but not an object causes a server error': returnServerError(
      authOperations,
      ({ request }) => {
        const body = parseBody(request);
        const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
        return body !== undefined && !isObject;
      },
    ),
  }),
  ...createOperators('7.requests.no-breakdown', 'server error', {
    'a deeply nested body causes a server error': async (exchange) => {
      const { request } = exchange;
      // No valid request has 200 brackets.
      const isDeep = request.text.split(/[[{]/).length > 200;
      return isDeep && isRequestTo(exchange, authOperations)
        ? createResponse(500, { message: 'Internal Server Error' })
        : exchange.forward();
    },
  }),
  ...createOperators('4.path.base-url', 'valid request rejected', {
    'sendEmailOtp does not exist under the base URL': reject('sendEmailOtp', 404),
    'addWalletToUser is redirected to another server': (exchange) =>
      isRequestTo(exchange, 'addWalletToUser')
        ? Promise.resolve({
            ...createResponse(308, ''),
            headers: { location: 'https://elsewhere.example.test/' },
          })
        : exchange.forward(),
  }),
  ...createOperators('4.method.get', 'valid request rejected', {
    'getUser accepts POST instead of GET': async (exchange) => {
      if (exchange.request.path !== exchange.traits.user.path) return exchange.forward();
      if (exchange.request.method === 'GET') return createResponse(405, { message: 'Use POST.' });
      return exchange.forward({
        ...withHeaders(exchange.request, { 'content-type': undefined }),
        method: 'GET',
        text: '',
      });
    },
  }),
  ...walletOperations.map((operation, index) =>
    createOperator(
      `4.${index + 1}.headers`,
      'valid request rejected',
      `${operation} rejects an Accept header`,
      acceptOnlyInvalidForm(operation, 400, (request) =>
        request.headers['accept'] === undefined ? request : null,
      ),
    ),
  ),
  ...(['sendSmsOtp', 'sendEmailOtp'] as const).map((operation) =>
    createOperator(
      operation === 'sendSmsOtp' ? '4.4.headers' : '4.6.headers',
      'valid request rejected',
      `${operation} requires an Accept header`,
      reject(
        operation,
        406,
        ({ request }) => !request.headers['accept']?.includes('application/json'),
      ),
    ),
  ),
  ...createOperators('7.response.no-secret', 'leak', {
    'a rejection contains the client secret': changeRefusal(
      allOperations,
      (response, { traits }) => ({
        ...response,
        headers: { ...response.headers, 'content-type': 'application/json' },
        text: JSON.stringify({ message: `expected ${traits.clients[0]!.clientSecret}` }),
      }),
    ),
  }),
  ...createOperators('7.refusal.no-stack-trace', 'leak', {
    'a rejection contains a stack trace': changeRefusal(authOperations, (response) => ({
      ...response,
      headers: { ...response.headers, 'content-type': 'application/json' },
      text: JSON.stringify({
        message:
          'SyntaxError: Unexpected token\n    at JSON.parse (<anonymous>)\n    at handler (/srv/app/server.js:10:5)',
      }),
    })),
  }),
];
