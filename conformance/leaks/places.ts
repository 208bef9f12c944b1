/** Lists all places of text in a response: headers, fields at any depth, parts of tokens. */
import { decodeEscapes } from '../../src/redaction/text-redaction.ts';
import { listLeaves } from '../responses/user-search.ts';
import type { HttpResponse, HttpRequest } from '../target/http-request.ts';

interface Place {
  /** Path, such as `body/message`, `header x-trace` or `claims/otp`; all entries of a list share one name. */
  readonly name: string;
  /** Text to search: the value. For a field of a JSON body, the name of the field, a space and the value. */
  readonly text: string;
  readonly value: string;
}

const JWT = /(?<![\w-])eyJ[\w-]*\.(?:eyJ)?[\w-]*\.[\w-]*/g;
const BASE64 = /(?<![\w+/-])[\w+/-]{12,2000}(?![\w+/-])/g;
const MAX_CHARACTERS = 64 * 1024;

const placesByResponse = new WeakMap<HttpResponse, readonly Place[]>();

export function listPlaces(response: HttpResponse): readonly Place[] {
  let places = placesByResponse.get(response);
  if (places === undefined) {
    places = findPlaces(response);
    placesByResponse.set(response, places);
  }
  return places;
}

const MIN_ENCODED_LENGTH = 12;

function findPlaces({ headers, text, body }: HttpResponse): readonly Place[] {
  const places = [
    ...Object.entries(headers).map(([name, value]) => toPlace(`header ${name}`, value)),
    ...(body === undefined
      ? [toPlace('body', text.slice(0, MAX_CHARACTERS))]
      : listLeafPlaces('body', body)),
  ];
  const longPlaces = places.filter((place) => place.text.length >= MIN_ENCODED_LENGTH);
  const decoders = [listTokenPlaces, decodeBase64Places, unescapePlaces];
  return [...places, ...decoders.flatMap((decode) => longPlaces.flatMap(decode))];
}

function toPlace(name: string, value: string): Place {
  return { name, text: value, value };
}

/** Returns values at any depth with their field names, which may contain a secret too. */
function listLeafPlaces(name: string, json: unknown): Place[] {
  return listLeaves(json).map((leaf) => {
    const value = String(leaf.value);
    return {
      name: `${name}${leaf.path.replaceAll(/\/\d+(?=\/|$)/g, '')}`,
      text: `${leaf.path.slice(leaf.path.lastIndexOf('/') + 1)} ${value}`,
      value,
    };
  });
}

/** Returns the header and claims of each JSON Web Token (RFC 7515, RFC 7519). */
function listTokenPlaces({ text }: Place): Place[] {
  return [...text.matchAll(JWT)].flatMap(([token]) => {
    const [header = '', claims = ''] = token.split('.');
    return [...decodeToken('token header', header), ...decodeToken('claims', claims)];
  });
}

function decodeToken(name: string, part: string): Place[] {
  try {
    return listLeafPlaces(name, JSON.parse(Buffer.from(part, 'base64url').toString()));
  } catch {
    return [];
  }
}

/** Returns text without escapes, which are common in cookies, links and pages. */
function unescapePlaces({ name, text }: Place): Place[] {
  const decoded = decodeEscapes(text);
  return decoded === text ? [] : [toPlace(name, decoded)];
}

/** Matches the prefix of an id such as `phone-eyJjb2RlIjoxfQ`. */
const PREFIX = /^[a-z]{1,12}[-_]/i;

/** Returns the texts that are encoded in base64. */
function decodeBase64Places({ name, text }: Place): Place[] {
  const words = [...text.matchAll(BASE64)].map(([word]) => word);
  const withoutPrefix = words.map((word) => word.replace(PREFIX, ''));
  return [...new Set([...words, ...withoutPrefix])].flatMap((encoded) => {
    const decoded = Buffer.from(encoded, 'base64').toString();
    return /^[\x20-\x7E]{8,}$/.test(decoded) ? [toPlace(`${name} in base64`, decoded)] : [];
  });
}

export interface Leak {
  readonly response: HttpResponse;
  readonly description: string;
  readonly place: string;
}

export function serializeRequest({ path, query, headers, body, raw }: HttpRequest): string {
  const rawText = typeof raw === 'string' ? raw : '';
  return [
    path,
    ...Object.values(query),
    ...Object.values(headers),
    JSON.stringify(body),
    rawText,
  ].join('\n');
}
