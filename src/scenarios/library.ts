import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { suggestOr } from '../did-you-mean.ts';
import type { Finding } from '../documents/finding.ts';
import { getProperty } from '../documents/json-object.ts';
import { readDocument } from '../documents/read-document.ts';
import { createValueDocument, type ReadDocument } from '../documents/source-document.ts';
import { getPackageFile } from '../package-files.ts';

export const DEFAULT_SCENARIO = 'default';

const EXTENSION = '.yaml';

/** Returns the included scenarios: the default first, the others by name. */
export async function listScenarios() {
  const names = await listLibraryNames();
  return Promise.all(
    names.map(async (name) => {
      const read = await readLibraryScenario(name);
      const value = 'document' in read ? read.document.value : undefined;
      const description = getProperty(value, 'description');
      return { name, description: typeof description === 'string' ? description : '' };
    }),
  );
}

/** Reads a scenario of the library. Only names of the library are accepted, no paths. */
export async function readLibraryScenario(name: string): Promise<ReadDocument> {
  const file = name + EXTENSION;
  if (name === DEFAULT_SCENARIO) {
    // The default is also compiled in, so that a start reads no file and loads no YAML parser.
    const { defaultScenario } = await import('./default-scenario.gen.ts');
    return { document: createValueDocument(defaultScenario, file) };
  }
  const names = await listLibraryNames();
  if (!names.includes(name)) return { findings: [createUnknownScenarioError(name, names)] };
  return readDocument(await readFile(join(getFolder(), file), 'utf8'), { file });
}

export async function readLibraryText(name: string): Promise<string | undefined> {
  const names = await listLibraryNames();
  return names.includes(name) ? readFile(join(getFolder(), name + EXTENSION), 'utf8') : undefined;
}

async function listLibraryNames(): Promise<readonly string[]> {
  const files = await readdir(getFolder());
  const names = files
    .filter((file) => file.endsWith(EXTENSION))
    .map((file) => basename(file, EXTENSION));
  return [DEFAULT_SCENARIO, ...names.filter((name) => name !== DEFAULT_SCENARIO).toSorted()];
}

function getFolder(): string {
  return getPackageFile('scenarios');
}

function createUnknownScenarioError(name: string, names: readonly string[]): Finding {
  return {
    rule: 'unknown-scenario',
    clause: null,
    severity: 'error',
    message: `Unknown scenario "${name}".`,
    hint: suggestOr(
      'List the names with flagbearer scenario list or GET /sandbox/scenarios. For a file, give a path with its extension, such as ./mine.yaml.',
      name,
      names,
    ),
    file: name,
    pointer: '',
  };
}
