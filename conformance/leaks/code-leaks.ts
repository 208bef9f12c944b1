/** Finds one-time passwords in responses, plain, encoded or hashed (§7). */
import { listEncodedSpellings } from '../../src/redaction/spellings.ts';
import { MIN_NEEDLE_LENGTH } from '../../src/redaction/text-search.ts';
import { isOtpSend } from '../actors/operations.ts';
import type { HttpResponse } from '../target/http-request.ts';
import { listHashes } from './credential-leaks.ts';
import { serializeRequest, type Leak, listPlaces } from './places.ts';

/**
 * Minimum length of a code to find in any response. A shorter code is found only in the response to a request
 * that contains its destination.
 */
const MIN_LENGTH_ANYWHERE = 6;
/** Minimum number of codes in one place, which may contain a single code by chance. */
const CODES_NEEDED = 2;
/** Matches a whole word of base64 or hex. */
const ENCODED = /(?<![\w+/.-])[\w+/-]{8,128}(?![\w+/.-])/g;
const WORD = /(?<![\w-])[\w-]{4,}(?![\w-])/g;

/** The destinations of each sent code. */
type SentCodes = ReadonlyMap<string, ReadonlySet<string>>;

export function findCodeLeaks(codes: SentCodes, responses: readonly HttpResponse[]): Leak[] {
  // A fixed code of a test deployment is not a secret.
  if (codes.size < CODES_NEEDED) return [];
  return [...findPlainLeaks(codes, responses), ...findEncodedLeaks([...codes.keys()], responses)];
}

/** Returns the places with several codes, each with the first response that contains one. */
function findPlainLeaks(codes: SentCodes, responses: readonly HttpResponse[]): Leak[] {
  const codesByPlace = new Map<string, { codes: Set<string>; leak: Leak }>();
  for (const { code, leak } of responses.flatMap((response) => findCodes(codes, response))) {
    const place = `${leak.response.request.operation ?? ''} ${leak.place}`;
    const entry = codesByPlace.get(place) ?? { codes: new Set(), leak };
    entry.codes.add(code);
    codesByPlace.set(place, entry);
  }
  const places = [...codesByPlace.values()];
  return places.filter((place) => place.codes.size >= CODES_NEEDED).map(({ leak }) => leak);
}

/** Finds codes as whole words; in the response to the send of a code, also in longer words, such as ids. */
function findCodes(codes: SentCodes, response: HttpResponse): { code: string; leak: Leak }[] {
  const { request } = response;
  const sent = serializeRequest(request);
  const namesDestination = (code: string) =>
    [...(codes.get(code) ?? [])].some((destination) => sent.includes(destination));
  const isLeaked = (word: string, place: string) => {
    if (!codes.has(word)) return false;
    // Only an error response may quote the code of its request, and not within a token.
    const mayQuote = !response.accepted && !place.startsWith('claims');
    if (mayQuote && sent.includes(word)) return false;
    return word.length >= MIN_LENGTH_ANYWHERE || namesDestination(word);
  };
  const codesOfSend = isOtpSend(request.operation)
    ? [...codes.keys()].filter((code) => !sent.includes(code) && namesDestination(code))
    : [];
  const longCodesOfSend = codesOfSend.filter(({ length }) => length >= MIN_LENGTH_ANYWHERE);
  return listPlaces(response).flatMap(({ name, text }) => {
    const words = (text.match(WORD) ?? []).filter((word) => isLeaked(word, name));
    const partsOfWords = longCodesOfSend.filter((code) => text.includes(code));
    return [...words, ...partsOfWords].map((code) => ({
      code,
      leak: { response, description: 'a one-time password', place: name },
    }));
  });
}

/** Finds encoded codes as whole words: a longer text, such as a token, may contain one by chance. */
function findEncodedLeaks(codes: readonly string[], responses: readonly HttpResponse[]): Leak[] {
  const spellings = codes.flatMap((code) => [...listEncodedSpellings(code), ...listHashes(code)]);
  const searched = new Set(spellings.filter(({ length }) => length >= MIN_NEEDLE_LENGTH));
  return responses.flatMap((response) =>
    listPlaces(response)
      .filter(({ text }) => text.match(ENCODED)?.some((word) => searched.has(word)))
      .map(({ name }) => ({
        response,
        description: 'an encoded one-time password',
        place: name,
      })),
  );
}
