/**
 * Finds client secrets, access tokens and private keys in responses, plain, encoded or hashed (§7).
 */
import { createHash } from 'node:crypto';
import { listEncodedSpellings, listEscapedSpellings } from '../../src/redaction/spellings.ts';
import { MIN_NEEDLE_LENGTH, TextSearch } from '../../src/redaction/text-search.ts';
import { isDistinctive } from '../hostile-input/leaked-internals.ts';
import type { ConformSettings } from '../settings.ts';
import type { HttpResponse } from '../target/http-request.ts';
import type { Leak } from './leak.ts';
import { listPlaces } from './places.ts';

/** Matches secrets that are plain words, which may be in an error message by chance. */
const PLAIN_WORD = /^[a-z]*$/i;

interface Secret {
  readonly what: string;
  readonly text: string;
  /** Whether an error message cannot contain the text by chance. */
  readonly isSure: boolean;
}

interface Needle extends Secret {
  /** Whether the text may be part of a longer word, as encoded secrets may. */
  readonly isEncoded: boolean;
}

export function findCredentialLeaks(
  settings: ConformSettings,
  responses: readonly HttpResponse[],
): Leak[] {
  const needles = listSecrets(settings).flatMap(listNeedles);
  const search = new TextSearch();
  for (const { text } of needles) search.add({ text, marker: '', extent: 'itself' });
  // Most headers are the same in every response.
  const harmless = new Set<string>();
  return responses.flatMap((response) =>
    listPlaces(response).flatMap(({ name, text }) => {
      if (harmless.has(text)) return [];
      if (search.replace(text) === text) {
        harmless.add(text);
        return [];
      }
      const found = needles.find(
        (needle) =>
          (response.accepted || needle.isSure || isWholeValue(name, text, needle)) &&
          containsNeedle(text, needle),
      );
      return found === undefined ? [] : [{ response, what: found.what, place: name }];
    }),
  );
}

function listNeedles({ what, text, isSure }: Secret): Needle[] {
  const plain = listEscapedSpellings(text).map((each) => ({
    what,
    text: each,
    isEncoded: false,
    isSure,
  }));
  const encodings = { isEncoded: true, isSure: true };
  const encoded = listEncodedSpellings(text).map((each) => ({ what, text: each, ...encodings }));
  const hashed = listHashes(text).map((each) => ({
    what: `a hash of ${what}`,
    text: each,
    ...encodings,
  }));
  return [...plain, ...encoded, ...hashed].filter((each) => each.text.length >= MIN_NEEDLE_LENGTH);
}

function listSecrets({ client, secondClient, accounts }: ConformSettings): Secret[] {
  const clients = [client, ...(secondClient === null ? [] : [secondClient])];
  const open = clients.map(({ clientId }) => clientId.toLowerCase());
  const isOpen = (text: string) => open.some((id) => id.includes(text.toLowerCase()));
  const given = [
    ...clients.flatMap(({ clientSecret, accessToken }) => [
      { what: 'a client secret', text: clientSecret },
      ...(accessToken === null ? [] : [{ what: 'an access token', text: accessToken }]),
    ]),
    ...accounts.flatMap(({ privateKey }) =>
      privateKey === null ? [] : [{ what: 'a private key', text: privateKey }],
    ),
  ];
  return given
    .filter(
      ({ text }) => text.length >= MIN_NEEDLE_LENGTH && !PLAIN_WORD.test(text) && !isOpen(text),
    )
    .map((secret) => ({ ...secret, isSure: isDistinctive(secret.text) }));
}

/** Returns digests in hex, base64 and base64url. */
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

/** Returns whether the secret is the whole value of a field, which an error message never is. */
function isWholeValue(name: string, text: string, needle: Needle): boolean {
  return text === `${name.slice(name.lastIndexOf('/') + 1)} ${needle.text}`;
}

function containsNeedle(text: string, { text: sought, isEncoded }: Needle): boolean {
  for (let at = text.indexOf(sought); at !== -1; at = text.indexOf(sought, at + 1)) {
    const ctx = `${text.charAt(at - 1)} ${text.charAt(at + sought.length)}`;
    if (isEncoded || !/[\w-]/.test(ctx)) return true;
  }
  return false;
}
