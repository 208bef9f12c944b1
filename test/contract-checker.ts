/**
 * Validates recorded traffic against an OpenAPI document. Shares no code with the sandbox: a bug in shared
 * code would not be found.
 */
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ValidateFunction } from 'ajv';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { getAddress, isAddress } from 'ethers';
import { parsePhoneNumberFromString } from 'libphonenumber-js';

import type { HttpResponse } from './sandbox.ts';

/** A request as it was sent, and its response. */
export interface Exchange {
  readonly request: SentRequest;
  readonly response: HttpResponse;
}

export interface SentRequest {
  readonly method: string;
  /** Path and query, such as `/user?userId=1`. */
  readonly target: string;
  /** Values by header name in lower case. Undefined for a header that was not sent. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string | undefined;
}

// Other tests validate the document.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type JsonNode = any;

const ajv = new Ajv2020({
  allErrors: true,
  allowUnionTypes: true,
  formats: {
    uuid: fullFormats.uuid,
    email: fullFormats.email,
    date: fullFormats.date,
    'date-time': fullFormats['date-time'],
    'eip55-address': hasValidChecksum,
    'phone-number': (text: string) => parsePhoneNumberFromString(text)?.isPossible() ?? false,
  },
  keywords: ['example'],
});

/** Validators by schema text, because the contracts of dialects share most schemas. */
const validatorsByText = new Map<string, ValidateFunction>();

function compileSchema(schema: JsonNode): ValidateFunction {
  const text = JSON.stringify(schema);
  const validate = validatorsByText.get(text) ?? ajv.compile(schema);
  validatorsByText.set(text, validate);
  return validate;
}

export class ContractChecker {
  readonly #document: JsonNode;
  /** Validators by schema object, so that each schema is converted to text only once. */
  readonly #validatorsBySchema = new Map<JsonNode, ValidateFunction>();

  constructor(document: JsonNode) {
    this.#document = dereference(document, document);
  }

  /**
   * Returns the violations of the contract: an invalid response, an accepted invalid request, a rejected
   * valid request.
   */
  listProblems({ request, response }: Exchange): string[] {
    const [path = '', search = ''] = request.target.split('?');
    const query = new URLSearchParams(search);
    const endpoint = `${request.method} ${path}`;
    const operation = this.#document.paths[path]?.[request.method.toLowerCase()];
    if (operation === undefined) {
      return response.status < 400 ? [`${endpoint}: accepted, but not in the contract`] : [];
    }
    const requestProblems = [
      ...this.#checkSecurity(operation, request),
      ...this.#checkParameters(operation, request, query),
      ...this.#checkRequestBody(operation, request),
    ];
    const problems = this.#checkResponse(operation, response).map(
      (problem) => `response ${problem}`,
    );
    if (response.status < 400)
      problems.push(...requestProblems.map((problem) => `accepted, but ${problem}`));
    // OpenAPI does not say whether unlisted query parameters are accepted.
    const isValid = requestProblems.length === 0 && hasOnlyListedParameters(operation, query);
    if (isValid && getErrorCode(response) === 'invalidRequest') {
      problems.push('rejected as invalid, but matches the contract');
    }
    return problems.map((problem) => `${endpoint} ${response.status}: ${problem}`);
  }

  /** Checks that the request has all credentials of one of the alternatives. */
  #checkSecurity(
    { security = this.#document.security }: JsonNode,
    { headers }: SentRequest,
  ): string[] {
    const schemes = this.#document.components.securitySchemes;
    const isSent = (name: string): boolean => {
      const scheme = schemes[name];
      if (scheme.type === 'http') return /^Bearer \S+$/.test(headers['authorization'] ?? '');
      return scheme.in === 'cookie'
        ? new RegExp(`(^|; )${scheme.name}=`).test(headers['cookie'] ?? '')
        : headers[scheme.name.toLowerCase()] !== undefined;
    };
    const hasCredentials = security.some((alternative: JsonNode) =>
      Object.keys(alternative).every(isSent),
    );
    return hasCredentials ? [] : ['credentials are missing'];
  }

  #checkParameters(
    { parameters = [] }: JsonNode,
    request: SentRequest,
    query: URLSearchParams,
  ): string[] {
    return parameters.flatMap(({ name, in: location, required, schema }: JsonNode) => {
      const value = location === 'query' ? query.get(name) : request.headers[name.toLowerCase()];
      if (value !== null && value !== undefined) return this.#checkValue(schema, value, name);
      return required === true ? [`${location} parameter ${name} is missing`] : [];
    });
  }

  #checkRequestBody({ requestBody }: JsonNode, { headers, body }: SentRequest): string[] {
    if (requestBody === undefined) return [];
    if (body === undefined) return requestBody.required === true ? ['the body is missing'] : [];
    const media = getMediaType(requestBody.content, headers['content-type']);
    if (media === undefined) return [`the body is ${headers['content-type']}`];
    const value = parse(body);
    return value === undefined
      ? ['the body is not JSON']
      : this.#checkValue(media.schema, value, '');
  }

  #checkResponse({ responses }: JsonNode, { status, headers, body }: HttpResponse): string[] {
    const declaration = responses[status];
    if (declaration === undefined) return ['has a status that is not in the contract'];
    const headerProblems = Object.entries<JsonNode>(declaration.headers ?? {}).flatMap(
      ([name, { schema }]) => {
        const value = headers.get(name);
        // The only declared header is Retry-After.
        return value === null ? [] : this.#checkValue(schema, Number(value), name);
      },
    );
    if (declaration.content === undefined) return body === '' ? headerProblems : ['has a body'];
    const media = getMediaType(declaration.content, headers.get('content-type') ?? undefined);
    if (media === undefined) return [`is ${headers.get('content-type')}`];
    return [...headerProblems, ...this.#checkValue(media.schema, body, 'body')];
  }

  #checkValue(schema: JsonNode, value: unknown, name: string): string[] {
    const validate = this.#validatorsBySchema.get(schema) ?? compileSchema(schema);
    this.#validatorsBySchema.set(schema, validate);
    if (validate(value)) return [];
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) =>
        `${name}${instancePath} ${message} ${JSON.stringify(params)}`,
    );
  }
}

function hasOnlyListedParameters({ parameters = [] }: JsonNode, query: URLSearchParams): boolean {
  const names = parameters.map(({ name }: JsonNode) => name);
  return [...query.keys()].every((name) => names.includes(name));
}

/** Returns the code of an error, which some dialects nest in `error`. */
function getErrorCode({ status, body }: HttpResponse): unknown {
  return status < 400 ? undefined : (body?.code ?? body?.error?.code);
}

function getMediaType(content: JsonNode, contentType: string | undefined): JsonNode {
  const [name = ''] = (contentType ?? '').split(';');
  return content[name.trim().toLowerCase()] ?? content['*/*'];
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Resolves references and removes extensions (x-...). A keyword next to a reference replaces the same keyword
 * of the target.
 */
function dereference(node: JsonNode, document: JsonNode): JsonNode {
  if (Array.isArray(node)) return node.map((item) => dereference(item, document));
  if (typeof node !== 'object' || node === null) return node;
  const { $ref, ...keywords } = node;
  const entries = Object.entries(keywords)
    .filter(([name]) => !name.startsWith('x-'))
    .map(([name, child]) => [name, dereference(child, document)]);
  const resolved = Object.fromEntries(entries);
  if (typeof $ref !== 'string') return resolved;
  let target = document;
  for (const name of $ref.split('/').slice(1)) {
    target = target[name.replaceAll('~1', '/').replaceAll('~0', '~')];
  }
  return { ...dereference(target, document), ...resolved };
}

/** Returns whether an address has a valid EIP-55 checksum, or letters of only one case and so no checksum. */
function hasValidChecksum(text: string): boolean {
  const digits = text.slice(2);
  if (digits === digits.toLowerCase() || digits === digits.toUpperCase()) return true;
  return isAddress(text) && getAddress(text) === text;
}
