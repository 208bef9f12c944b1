import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { nearestTo } from '../did-you-mean.ts';
import type { Finding } from '../documents/finding.ts';
import { readDocument } from '../documents/read-document.ts';
import { valueDocument, type ReadDocument } from '../documents/source-document.ts';
import { packageFile } from '../package-files.ts';

/** A scenario that ships with flagbearer. */
export interface LibraryEntry {
  readonly name: string;
  readonly description: string;
}

/** The scenario of a start that names none. */
export const DEFAULT_SCENARIO = 'default';

const ENDING = '.yaml';

/** The scenarios that ship: the default first, the others by name. */
export async function listScenarios(): Promise<readonly LibraryEntry[]> {
  const names = await libraryNames();
  return Promise.all(names.map(async (name) => ({ name, description: await descriptionOf(name) })));
}

/**
 * Reads a scenario of the library. A name is one of those in the list and nothing else, so no path
 * leads out of the library.
 *
 * @returns the document, or the finding `unknown-scenario`
 */
export async function readLibraryScenario(name: string): Promise<ReadDocument> {
  const file = name + ENDING;
  if (name === DEFAULT_SCENARIO) {
    // It is in the code as well, so that a start needs no file and no YAML.
    const { defaultScenario } = await import('./default-scenario.gen.ts');
    return { document: valueDocument(defaultScenario, file) };
  }
  const names = await libraryNames();
  if (!names.includes(name)) return { findings: [unknownScenario(name, names)] };
  return readDocument(await readFile(join(folder(), file), 'utf8'), { file });
}

/** A scenario of the library as it is written; undefined for a name that it has not. */
export async function libraryText(name: string): Promise<string | undefined> {
  const names = await libraryNames();
  return names.includes(name) ? readFile(join(folder(), name + ENDING), 'utf8') : undefined;
}

async function libraryNames(): Promise<readonly string[]> {
  const files = await readdir(folder());
  const names = files.filter((file) => file.endsWith(ENDING)).map((file) => basename(file, ENDING));
  return [DEFAULT_SCENARIO, ...names.filter((name) => name !== DEFAULT_SCENARIO).toSorted()];
}

function folder(): string {
  return packageFile('scenarios');
}

async function descriptionOf(name: string): Promise<string> {
  const read = await readLibraryScenario(name);
  const value = 'document' in read ? read.document.value : undefined;
  return typeof value === 'object' &&
    value !== null &&
    'description' in value &&
    typeof value.description === 'string'
    ? value.description
    : '';
}

function unknownScenario(name: string, names: readonly string[]): Finding {
  const nearest = nearestTo(name, names);
  return {
    rule: 'unknown-scenario',
    clause: null,
    severity: 'error',
    message: `Unknown scenario "${name}".`,
    hint:
      nearest === undefined
        ? `Known scenarios: ${names.join(', ')}. Specify a file with its extension, such as ./mine.yaml.`
        : `Did you mean ${nearest}?`,
    file: name,
    pointer: '',
  };
}
