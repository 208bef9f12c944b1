import type { Random } from './random.ts';
import { encodeForUrl } from './draft.ts';
import { nastyTexts, nastyValues } from './nasty-texts.ts';

/** The parts of an OpenAPI document that requests are derived from. */
interface Document {
  readonly paths: Readonly<Record<string, object>>;
}

type JsonObject = Readonly<Record<string, unknown>>;

/** A mostly valid request derived from a contract, to be corrupted. */
export interface ContractRequest {
  readonly method: string;
  /** The path and the query, percent-encoded. */
  readonly path: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: unknown;
  readonly mediaType: string | undefined;
}

interface Template {
  readonly method: string;
  readonly path: string;
  readonly operation: JsonObject;
  readonly parameters: readonly JsonObject[];
}

const METHODS = ['get', 'put', 'post', 'patch', 'delete'];
/** Deeper values are null or a nasty value, because schemas can contain themselves. */
const MAX_DEPTH = 6;
/** Values of `wait`. With a longer wait, the request would count as hung. */
const SHORT_WAITS = ['PT0S', 'PT0.01S', 'PT', '0'];
/** Keys with values that would slow the sandbox down, such as thousands of generated users. */
const SLOW_KEYS = new Set(['generate', 'delay']);

/** Returns a function that creates a random request for an operation of the document. */
export function createRequestGenerator(
  document: Document,
  prefix: string,
  random: Random,
): () => ContractRequest {
  const templates = [...listTemplates(document)];
  return () => createRequest(random.pick(templates));

  function createRequest({ method, path, operation, parameters }: Template): ContractRequest {
    let query = '';
    const headers: [string, string][] = [];
    const requestPath = path.replaceAll(/\{(\w+)\}/g, () => encodeForUrl(createText('ref')));
    for (const parameter of parameters) {
      if (random.drawBoolean(0.5)) continue;
      const name = String(parameter['name']);
      const value = toText(replaceByName(name, createValue(parameter['schema'])));
      if (parameter['in'] === 'query') {
        query += `${query === '' ? '?' : '&'}${encodeURIComponent(name)}=${encodeForUrl(value)}`;
      }
      if (parameter['in'] === 'header') headers.push([name, value]);
    }
    const requestBody = asObject(resolveReference(operation['requestBody'], document));
    const content = asObject(requestBody['content']);
    const mediaTypes = Object.keys(content);
    const mediaType = mediaTypes.length === 0 ? undefined : random.pick(mediaTypes);
    return {
      method: method.toUpperCase(),
      path: `${prefix}${requestPath}${query}`,
      headers,
      body: mediaType === undefined ? undefined : createBody(asObject(content[mediaType])),
      mediaType,
    };
  }

  function createBody(media: JsonObject): unknown {
    const examples = Object.values(asObject(media['examples'])).map(
      (example) => asObject(example)['value'],
    );
    if (examples.length > 0 && random.drawBoolean(0.5))
      return corruptValue(random.pick(examples), 0);
    return createValue(media['schema']);
  }

  /** Creates a value of a schema, sometimes an invalid one. */
  function createValue(schemaOrReference: unknown, depth = 0): unknown {
    if (random.drawBoolean(0.06)) return random.pick(nastyValues);
    const schema = asObject(resolveReference(schemaOrReference, document));
    const choices = schema['enum'] ?? schema['examples'];
    if (Array.isArray(choices) && choices.length > 0) return random.pick(choices);
    if ('const' in schema) return schema['const'];
    for (const keyword of ['oneOf', 'anyOf']) {
      const options = schema[keyword];
      if (Array.isArray(options)) return createValue(random.pick(options), depth + 1);
    }
    if (depth > MAX_DEPTH) return null;
    if (Array.isArray(schema['allOf'])) {
      return Object.assign({}, ...schema['allOf'].map((part) => createValue(part, depth + 1)));
    }
    return createValueOfType(schema, depth);
  }

  function createValueOfType(schema: JsonObject, depth: number): unknown {
    const { type } = schema;
    switch (Array.isArray(type) ? random.pick(type) : type) {
      case 'object':
        return createObject(asObject(schema['properties']), depth);
      case 'array':
        return Array.from({ length: random.drawBelow(4) }, () =>
          createValue(schema['items'], depth + 1),
        );
      case 'integer':
      case 'number':
        return random.pick([0, 1, -1, 7, 99, 1e6, 2 ** 31, 2 ** 53, 0.5]);
      case 'boolean':
        return random.drawBoolean(0.5);
      default:
        return createText(String(schema['format'] ?? ''));
    }
  }

  function createObject(properties: JsonObject, depth: number): JsonObject {
    const selected = Object.entries(properties).filter(() => random.drawBoolean(0.7));
    return Object.fromEntries(
      selected.map(([name, schema]) => [name, replaceByName(name, createValue(schema, depth + 1))]),
    );
  }

  /** Replaces the value, in most cases, by a value that fits the name, such as a phone number. */
  function replaceByName(name: string, value: unknown): unknown {
    if (name === 'wait') return random.pick(SHORT_WAITS);
    if (SLOW_KEYS.has(name)) return random.pick(['PT0S', -1, 'PT', null]);
    if (random.drawBoolean(0.3)) return value;
    return /wallet|address|phone|email|otp|id|name|from|scenario|user|ref|to/i.test(name)
      ? createText(name)
      : value;
  }

  function createText(nameOrFormat: string): string {
    if (random.drawBoolean(0.25)) return random.pick(nastyTexts);
    const match = TEXTS_BY_NAME.find(([pattern]) => pattern.test(nameOrFormat));
    return random.pick(match?.[1] ?? PLAIN_TEXTS);
  }

  /** Replaces random parts of an example. */
  function corruptValue(value: unknown, depth: number): unknown {
    if (depth > MAX_DEPTH || random.drawBoolean(0.1)) return random.pick(nastyValues);
    if (Array.isArray(value)) return value.map((item) => corruptValue(item, depth + 1));
    if (typeof value !== 'object' || value === null)
      return random.drawBoolean(0.1) ? random.pick(nastyTexts) : value;
    return Object.fromEntries(
      Object.entries(value)
        .filter(([name]) => !SLOW_KEYS.has(name))
        .map(([name, item]) => [
          name,
          random.drawBoolean(0.3) ? corruptValue(item, depth + 1) : item,
        ]),
    );
  }
}

const WALLET = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const PLAIN_TEXTS = [
  'rita',
  'a',
  'text',
  WALLET,
  'default',
  '5f3c7f4e-3f3f-4b0e-9a57-1f1f3f1f3f1f',
];
const TEXTS_BY_NAME: readonly (readonly [RegExp, readonly string[]])[] = [
  [/network/i, ['ETHEREUM', 'POLYGON', 'ethereum']],
  [/type/i, ['EVM', 'evm']],
  [/address$/i, [WALLET, WALLET.toLowerCase(), 'rita@example.test']],
  [/phone/i, ['+12025550143', '+12025550199', '+1']],
  [/email/i, ['rita@example.test', 'new@example.test', 'é@exämple.test']],
  [/otp|code/i, ['123456', '000000', '12']],
  [/scenario|name|from/i, ['default', 'empty', 'pairwise', 'kyc-in-review', 'w1']],
  [/date-time/i, ['2026-01-15T10:00:00.000Z', '9999-12-31T23:59:59.999Z']],
  [/duration|advance|after/i, ['PT1S', 'PT5M', 'P1D']],
];

function* listTemplates(document: Document): Generator<Template> {
  for (const [path, item] of Object.entries(document.paths)) {
    const pathParameters = toList(asObject(item)['parameters']);
    for (const method of METHODS) {
      if (!(method in item)) continue;
      const operation = asObject(asObject(item)[method]);
      const parameters = [...pathParameters, ...toList(operation['parameters'])].map((parameter) =>
        asObject(resolveReference(parameter, document)),
      );
      yield { method, path, operation, parameters };
    }
  }
}

/** Follows references within the document. */
function resolveReference(value: unknown, document: Document): unknown {
  const reference = asObject(value)['$ref'];
  if (typeof reference !== 'string') return value;
  let target: unknown = document;
  for (const key of reference.split('/').slice(1)) target = asObject(target)[key];
  return resolveReference(target, document);
}

/** Returns the value if it is an object, otherwise `{}`. */
function asObject(value: unknown): JsonObject {
  return typeof value === 'object' && value !== null ? (value as JsonObject) : {};
}

function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
