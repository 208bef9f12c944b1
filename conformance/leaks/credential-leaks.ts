/** Finds client secrets, access tokens and private keys in responses, plain, encoded or hashed (§7). */
import { createHash } from 'node:crypto';
import { listEncodedSpellings, listEscapedSpellings } from '../../src/redaction/spellings.ts';
import { MIN_NEEDLE_LENGTH, TextSearch } from '../../src/redaction/text-search.ts';
import { isDistinctive } from '../hostile-input/leaked-internals.ts';
import type { ConformSettings } from '../settings.ts';
import type { HttpResponse } from '../target/http-request.ts';
import { type Leak, listPlaces } from './places.ts';

/** Matches secrets that may be ordinary words, which a response may contain by chance. */
const PLAIN_WORD = /^[a-z]{0,19}$/i;

interface Secret {
  readonly description: string;
  readonly text: string;
  /** Whether the text is too unusual to occur in an error message by chance. */
  readonly isDistinctive: boolean;
}

interface Needle extends Secret {
  /**
   * Whether the whole secret is encoded (base64, hex) or hashed; such a text is also found inside a longer word.
   * Escapes, which replace single characters, do not count.
   */
  readonly isEncoded: boolean;
}

export function findCredentialLeaks(
  settings: ConformSettings,
  responses: readonly HttpResponse[],
): Leak[] {
  const needles = listSecrets(settings).flatMap(listNeedles);
  const search = new TextSearch();
  for (const { text } of needles) search.add({ text, marker: '', extent: 'text' });
  // Most headers are the same in every response.
  const textsWithoutSecret = new Set<string>();
  return responses.flatMap((response) =>
    listPlaces(response).flatMap(({ name, text, value }) => {
      if (textsWithoutSecret.has(text)) return [];
      const hasNoSecret = search.replace(text) === text;
      if (hasNoSecret) {
        textsWithoutSecret.add(text);
        return [];
      }
      const found = needles.find(
        (needle) =>
          // In a rejected response, a text that may occur by chance counts only if it is the whole value.
          (response.accepted || needle.isDistinctive || value === needle.text) &&
          containsNeedle(text, needle),
      );
      return found === undefined ? [] : [{ response, description: found.description, place: name }];
    }),
  );
}

function listNeedles({ description, text, isDistinctive }: Secret): Needle[] {
  const encodings = [
    ...listEncodedSpellings(text).map((encoding) => ({ description, text: encoding })),
    ...listHashes(text).map((hash) => ({ description: `a hash of ${description}`, text: hash })),
  ];
  const plain = { description, isEncoded: false, isDistinctive };
  return [
    ...listEscapedSpellings(text).map((spelling) => ({ ...plain, text: spelling })),
    ...encodings.map((encoding) => ({ ...encoding, isEncoded: true, isDistinctive: true })),
  ].filter((needle) => needle.text.length >= MIN_NEEDLE_LENGTH);
}

function listSecrets({ client, secondClient, accounts }: ConformSettings): Secret[] {
  const clients = [client, ...(secondClient === null ? [] : [secondClient])];
  const clientIds = clients.map(({ clientId }) => clientId.toLowerCase());
  const isPartOfClientId = (text: string) =>
    clientIds.some((id) => id.includes(text.toLowerCase()));
  const configured = [
    ...clients.flatMap(({ clientSecret, accessToken }) => [
      { description: 'a client secret', text: clientSecret },
      ...(accessToken === null ? [] : [{ description: 'an access token', text: accessToken }]),
    ]),
    ...accounts.flatMap(({ privateKey }) =>
      privateKey === null ? [] : [{ description: 'a private key', text: privateKey }],
    ),
  ];
  return configured
    .filter(
      ({ text }) =>
        text.length >= MIN_NEEDLE_LENGTH && !PLAIN_WORD.test(text) && !isPartOfClientId(text),
    )
    .map((secret) => ({ ...secret, isDistinctive: isDistinctive(secret.text) }));
}

export function listHashes(text: string): string[] {
  return ['sha256', 'sha1', 'md5', 'sha512'].flatMap((algorithm) => {
    const digest = createHash(algorithm).update(text).digest();
    return [
      digest.toString('hex'),
      digest.toString('base64').replaceAll('=', ''),
      digest.toString('base64url'),
    ];
  });
}

function containsNeedle(text: string, { text: secret, isEncoded }: Needle): boolean {
  for (let index = text.indexOf(secret); index !== -1; index = text.indexOf(secret, index + 1)) {
    const neighbours = `${text.charAt(index - 1)} ${text.charAt(index + secret.length)}`;
    if (isEncoded || !/[\w-]/.test(neighbours)) return true;
  }
  return false;
}
