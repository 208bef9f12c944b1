/**
 * Validates recorded traffic against an OpenAPI document, with ajv only. It shares no code with the
 * validation of the sandbox, so that neither hides mistakes of the other.
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
  /** Path and query, as they follow the URL of the server. */
  readonly target: string;
  /** Names in lower case; one that is undefined was not sent. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** As it was sent. */
  readonly body: string | undefined;
}

// The document is validated elsewhere.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Node = any;

const ajv = new Ajv2020({
  allErrors: true,
  allowUnionTypes: true,
  formats: {
    uuid: fullFormats.uuid,
    email: fullFormats.email,
    date: fullFormats.date,
    'date-time': fullFormats['date-time'],
    'eip55-address': isOfOneCaseOrChecksummed,
    'phone-number': (text: string) => parsePhoneNumberFromString(text)?.isPossible() ?? false,
  },
  keywords: ['example'],
});

/** Dialects have most of their schemas in common. */
const known = new Map<string, ValidateFunction>();

function compileSchema(schema: Node): ValidateFunction {
  const text = JSON.stringify(schema);
  const validate = known.get(text) ?? ajv.compile(schema);
  known.set(text, validate);
  return validate;
}

export class ContractChecker {
  readonly #document: Node;
  readonly #validators = new Map<Node, ValidateFunction>();

  constructor(document: Node) {
    this.#document = dereference(document, document);
  }

  /** What the contract does not allow of an exchange; empty where it allows all. */
  listProblems({ request, response }: Exchange): string[] {
    const [path = '', query = ''] = request.target.split('?');
    const call = `${request.method} ${path}`;
    const operation = this.#document.paths[path]?.[request.method.toLowerCase()];
    if (operation === undefined) {
      return response.status < 400 ? [`${call}: accepted, and the contract has no such call`] : [];
    }
    const inRequest = [
      ...this.#checkSecurity(operation, request),
      ...this.#checkParameters(operation, request, new URLSearchParams(query)),
      ...this.#checkRequestBody(operation, request),
    ];
    const inResponse = this.#checkResponse(operation, response).map(
      (problem) => `response ${problem}`,
    );
    const verdict = [];
    if (response.status < 400)
      verdict.push(...inRequest.map((problem) => `accepted, but ${problem}`));
    // OpenAPI does not define unlisted query parameters: they may be refused.
    const isListed = hasListedParameters(operation, new URLSearchParams(query));
    if (getCause(response) === 'invalidRequest' && inRequest.length === 0 && isListed) {
      verdict.push('refused as not matching the contract, which it does match');
    }
    return [...verdict, ...inResponse].map((problem) => `${call} ${response.status}: ${problem}`);
  }

  /** One of the alternatives has to be met, with all of its schemes. */
  #checkSecurity({ security = this.#document.security }: Node, { headers }: SentRequest): string[] {
    const schemes = this.#document.components.securitySchemes;
    const isMet = (name: string): boolean => {
      const scheme = schemes[name];
      if (scheme.type === 'http') return /^Bearer \S+$/.test(headers['authorization'] ?? '');
      return scheme.in === 'cookie'
        ? (headers['cookie'] ?? '').includes(`${scheme.name}=`)
        : headers[scheme.name.toLowerCase()] !== undefined;
    };
    const met = security.some((alternative: Node) => Object.keys(alternative).every(isMet));
    return met ? [] : ['no alternative of its security is met'];
  }

  #checkParameters(
    { parameters = [] }: Node,
    request: SentRequest,
    query: URLSearchParams,
  ): string[] {
    return parameters.flatMap(({ name, in: place, required, schema }: Node) => {
      const value = place === 'query' ? query.get(name) : request.headers[name.toLowerCase()];
      if (value !== null && value !== undefined) return this.#checkValue(schema, value, name);
      return required === true ? [`${place} parameter ${name} is missing`] : [];
    });
  }

  #checkRequestBody({ requestBody }: Node, { headers, body }: SentRequest): string[] {
    if (requestBody === undefined) return [];
    if (body === undefined) return requestBody.required === true ? ['the body is missing'] : [];
    const media = getMediaType(requestBody.content, headers['content-type']);
    if (media === undefined) return [`the body is ${headers['content-type']}`];
    const parsed = parse(body);
    return parsed === undefined
      ? ['the body is not JSON']
      : this.#checkValue(media.schema, parsed, '');
  }

  #checkResponse({ responses }: Node, { status, headers, body }: HttpResponse): string[] {
    const declared = responses[status];
    if (declared === undefined) return ['has a status that is not in the contract'];
    const inHeaders = Object.entries<Node>(declared.headers ?? {}).flatMap(([name, { schema }]) => {
      const value = headers.get(name);
      return value === null ? [] : this.#checkValue(schema, Number(value), name);
    });
    if (declared.content === undefined) return body === '' ? inHeaders : ['has a body'];
    const media = getMediaType(declared.content, headers.get('content-type') ?? undefined);
    if (media === undefined) return [`is ${headers.get('content-type')}`];
    return [...inHeaders, ...this.#checkValue(media.schema, body, 'body')];
  }

  #checkValue(schema: Node, value: unknown, what: string): string[] {
    let validate = this.#validators.get(schema);
    if (validate === undefined) {
      validate = compileSchema(schema);
      this.#validators.set(schema, validate);
    }
    if (validate(value)) return [];
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) =>
        `${what}${instancePath} ${message} ${JSON.stringify(params)}`,
    );
  }
}

function hasListedParameters({ parameters = [] }: Node, query: URLSearchParams): boolean {
  const names = parameters.map(({ name }: Node) => name);
  return [...query.keys()].every((name) => names.includes(name));
}

/** The cause that a refusal names, in whichever shape. */
function getCause({ status, body }: HttpResponse): unknown {
  return status < 400 ? undefined : (body?.code ?? body?.error?.code);
}

function getMediaType(content: Node, contentType: string | undefined): Node {
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
 * Returns the document with references resolved, and without extensions (x-...). Keywords beside a
 * reference are annotations.
 */
function dereference(node: Node, document: Node): Node {
  if (Array.isArray(node)) return node.map((item) => dereference(item, document));
  if (typeof node !== 'object' || node === null) return node;
  const { $ref, ...own } = node;
  const entries = Object.entries(own)
    .filter(([name]) => !name.startsWith('x-'))
    .map(([name, child]) => [name, dereference(child, document)]);
  const written = Object.fromEntries(entries);
  if (typeof $ref !== 'string') return written;
  const target = $ref
    .replace('#/', '')
    .split('/')
    .reduce((at, name) => at[name.replaceAll('~1', '/').replaceAll('~0', '~')], document);
  return { ...dereference(target, document), ...written };
}

/** EIP-55: an address in one case has no checksum. */
function isOfOneCaseOrChecksummed(text: string): boolean {
  const digits = text.slice(2);
  if (digits === digits.toLowerCase() || digits === digits.toUpperCase()) return true;
  return isAddress(text) && getAddress(text) === text;
}
