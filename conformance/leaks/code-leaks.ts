/** Finds one-time passwords in responses, plain, encoded or hashed (§7). */
import { listEncodedSpellings } from '../../src/redaction/spellings.ts';
import { MIN_NEEDLE_LENGTH } from '../../src/redaction/text-search.ts';
import { isOtpSend } from '../actors/operations.ts';
import type { HttpResponse } from '../target/http-request.ts';
import { listHashes } from './credential-leaks.ts';
import { serializeRequest, type Leak, listPlaces } from './places.ts';

/**
 * Minimum length of codes that are searched for in every response. Shorter numbers are common, so a shorter
 * code is searched for only in the response to its send.
 */
const MIN_LENGTH_ANYWHERE = 6;
/** Minimum number of codes in one location, which may contain a single code by chance. */
const CODES_NEEDED = 2;
/** Matches a whole word of base64 or hex. */
const ENCODED = /(?<![\w+/.-])[\w+/-]{8,128}(?![\w+/.-])/g;
const WORD = /(?<![\w-])[\w-]{4,}(?![\w-])/g;

type SentCodes = ReadonlyMap<string, ReadonlySet<string>>;

export function findCodeLeaks(codes: SentCodes, responses: readonly HttpResponse[]): Leak[] {
  // A fixed code of a test deployment is not a secret.
  if (codes.size < CODES_NEEDED) return [];
  return [...findPlainLeaks(codes, responses), ...findEncodedLeaks([...codes.keys()], responses)];
}

/** Returns the locations with several codes, each with the first response that contains one. */
function findPlainLeaks(codes: SentCodes, responses: readonly HttpResponse[]): Leak[] {
  const codesByPlace = new Map<string, { codes: Set<string>; leak: Leak }>();
  for (const { code, leak } of responses.flatMap((response) => findCodes(codes, response))) {
    const place = `${leak.response.request.operation ?? ''} ${leak.place}`;
    const entry = codesByPlace.get(place) ?? { codes: new Set(), leak };
    entry.codes.add(code);
    codesByPlace.set(place, entry);
  }
  return [...codesByPlace.values()].flatMap((item) =>
    item.codes.size < CODES_NEEDED ? [] : [item.leak],
  );
}

/**
 * Finds codes as whole words. In the response to the send of a code, also finds that code in longer words,
 * such as ids.
 */
function findCodes(codes: SentCodes, response: HttpResponse): { code: string; leak: Leak }[] {
  const { request } = response;
  const sent = serializeRequest(request);
  const namesDestination = (code: string) =>
    [...(codes.get(code) ?? [])].some((destination) => sent.includes(destination));
  const ownCodes = isOtpSend(request.operation)
    ? [...codes.keys()].filter(
        (code) =>
          code.length >= MIN_LENGTH_ANYWHERE && !sent.includes(code) && namesDestination(code),
      )
    : [];
  return listPlaces(response).flatMap(({ name, text }) => {
    const words = (text.match(WORD) ?? []).filter(
      (word) =>
        codes.has(word) &&
        // An error response may quote the code of its request; a success response or a token must not
        // contain it.
        (!sent.includes(word) || response.accepted || name.startsWith('claims')) &&
        (word.length >= MIN_LENGTH_ANYWHERE || namesDestination(word)),
    );
    return [...words, ...ownCodes.filter((code) => text.includes(code))].map((code) => ({
      code,
      leak: { response, description: 'a one-time password', place: name },
    }));
  });
}

/**
 * Finds encoded codes as whole words. A longer text, such as a token, may contain an encoded code by
 * chance.
 */
function findEncodedLeaks(codes: readonly string[], responses: readonly HttpResponse[]): Leak[] {
  const spellings = new Set(
    codes
      .flatMap((code) => [...listEncodedSpellings(code), ...listHashes(code)])
      .filter(({ length }) => length >= MIN_NEEDLE_LENGTH),
  );
  return responses.flatMap((response) =>
    listPlaces(response).flatMap(({ name, text }) =>
      [...text.matchAll(ENCODED)].some(([word]) => spellings.has(word))
        ? [{ response, description: 'an encoded one-time password', place: name }]
        : [],
    ),
  );
}
