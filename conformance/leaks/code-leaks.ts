/** Finds one-time passwords in responses, plain, encoded or hashed (§7). */
import { listEncodedSpellings } from '../../src/redaction/spellings.ts';
import { MIN_NEEDLE_LENGTH } from '../../src/redaction/text-search.ts';
import type { HttpResponse } from '../target/http-request.ts';
import { listHashes } from './credential-leaks.ts';
import { serializeRequest, type Leak } from './leak.ts';
import { listPlaces } from './places.ts';

/**
 * Minimum length of codes to search in every response: shorter numbers are common, so they count
 * only in the response to their own send.
 */
const MIN_LENGTH_ANYWHERE = 6;
/** Minimum number of codes in one location, which may contain a single code by chance. */
const CODES_NEEDED = 2;
/** Matches a whole word of base64 or hex. */
const ENCODED = /(?<![\w+/.-])[\w+/-]{8,128}(?![\w+/.-])/g;
const WORD = /(?<![\w-])[\w-]{4,}(?![\w-])/g;

/**
 * Returns a leak for each location that contains codes.
 *
 * @param codes maps each code to its destinations
 */
export function findCodeLeaks(
  codes: ReadonlyMap<string, ReadonlySet<string>>,
  responses: readonly HttpResponse[],
): Leak[] {
  // A fixed code of a test deployment is not a secret.
  if (codes.size < CODES_NEEDED) return [];
  return [
    ...findPlainLeaks(codes, responses),
    ...findPartialLeaks(codes, responses),
    ...findEncodedLeaks([...codes.keys()], responses),
  ];
}

/** Finds codes inside longer words, such as ids, in the response to their own send. */
function findPartialLeaks(
  codes: ReadonlyMap<string, ReadonlySet<string>>,
  responses: readonly HttpResponse[],
): Leak[] {
  const found = new Map<string, Set<string>>();
  return responses.flatMap((response) => {
    if (
      response.request.operation !== 'sendSmsOtp' &&
      response.request.operation !== 'sendEmailOtp'
    )
      return [];
    const sent = serializeRequest(response.request);
    const sentCodes = [...codes].filter(
      ([code, destinations]) =>
        code.length >= MIN_LENGTH_ANYWHERE &&
        !sent.includes(code) &&
        [...destinations].some((item) => sent.includes(item)),
    );
    return listPlaces(response).flatMap(({ name, text }) => {
      const place = `${response.request.operation ?? ''} ${name}`;
      const foundHere = found.get(place) ?? new Set();
      found.set(place, foundHere);
      for (const [code] of sentCodes) if (text.includes(code)) foundHere.add(code);
      return foundHere.size < CODES_NEEDED
        ? []
        : [{ response, what: 'a one-time password', place: name }];
    });
  });
}

function findPlainLeaks(
  codes: ReadonlyMap<string, ReadonlySet<string>>,
  responses: readonly HttpResponse[],
): Leak[] {
  const found = new Map<string, { codes: Set<string>; leak: Leak }>();
  for (const response of responses) {
    for (const { name, text } of listPlaces(response)) {
      for (const [word] of text.matchAll(WORD)) {
        const destinations = codes.get(word);
        if (destinations === undefined) continue;
        const sent = serializeRequest(response.request);
        // An error may quote the code of its request, but a token must not contain it.
        if (sent.includes(word) && !name.startsWith('claims')) continue;
        const isOfSend = [...destinations].some((item) => sent.includes(item));
        if (word.length < MIN_LENGTH_ANYWHERE && !isOfSend) continue;
        const place = `${response.request.operation ?? ''} ${name}`;
        const foundHere = found.get(place) ?? {
          codes: new Set(),
          leak: { response, what: 'a one-time password', place: name },
        };
        found.set(place, { ...foundHere, codes: foundHere.codes.add(word) });
      }
    }
  }
  return [...found.values()].flatMap((item) => (item.codes.size < CODES_NEEDED ? [] : [item.leak]));
}

/**
 * Finds encoded codes. Only whole words count: a longer text, such as a token, may contain an
 * encoded code by chance.
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
        ? [{ response, what: 'an encoded one-time password', place: name }]
        : [],
    ),
  );
}
