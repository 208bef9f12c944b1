/**
 * What runs have told, as it was reviewed: a file a kind, beside this one. `FLAGBEARER_UPDATE_TOLD=1`
 * writes anew what the tests that are run expect.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import type { RunOutcome } from '../../../conformance/outcome.ts';
import { toldInShort, type Told, type ToldInShort } from './told.ts';

const isUpdate = process.env['FLAGBEARER_UPDATE_TOLD'] !== undefined;

/** Expects what was reviewed under a name. */
export function expectTold(
  file: string,
  name: string,
  told: Told | ToldInShort | readonly string[],
): void {
  if (isUpdate) {
    const all = { ...reviewed(file), [name]: told };
    mkdirSync(new URL('.', fileOf(file)), { recursive: true });
    writeFileSync(fileOf(file), `${JSON.stringify(all, null, 2)}\n`);
  }
  expect(told).toEqual(reviewed(file)[name]);
}

/**
 * Expects an outcome in short: as a whole under the name of what is usual, the first of the file if
 * nothing else is said; under other names only what differs from that.
 */
export function expectToldInShort(
  file: string,
  name: string,
  outcome: RunOutcome,
  usualName = Object.keys(reviewed(file))[0] ?? name,
): void {
  const told = toldInShort(outcome);
  const usual = reviewed(file)[usualName];
  expectTold(file, name, name === usualName ? told : apartFrom(usual as ToldInShort, told));
}

/** How often each test has asked for what was told. */
const asked = new Map<string, number>();

/** Expects an outcome in short, in a file like that of the test that asks, under its name. */
export function expectToldHere(outcome: RunOutcome): void {
  const { currentTestName = '', testPath = '' } = expect.getState();
  const times = (asked.get(currentTestName) ?? 0) + 1;
  asked.set(currentTestName, times);
  onTestFinished(() => void asked.delete(currentTestName));
  const name = times === 1 ? currentTestName : `${currentTestName} (${times})`;
  const folder = basename(dirname(testPath));
  expectToldInShort(`${folder}/${basename(testPath, '.test.ts')}`, name, outcome);
}

function apartFrom(usual: ToldInShort, told: ToldInShort): ToldInShort {
  const ids = [...new Set([...Object.keys(usual), ...Object.keys(told)])];
  return Object.fromEntries(
    ids.filter((id) => told[id] !== usual[id]).map((id) => [id, told[id] ?? 'not told']),
  );
}

function reviewed(file: string): Record<string, unknown> {
  const url = fileOf(file);
  return existsSync(url) ? (JSON.parse(readFileSync(url, 'utf8')) as Record<string, unknown>) : {};
}

function fileOf(name: string): URL {
  return new URL(`./${name}.json`, import.meta.url);
}
