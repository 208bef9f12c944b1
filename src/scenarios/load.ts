import { createHash } from 'node:crypto';
import { DEFAULT_DESTINATION } from '../accounts/fixed-code.ts';
import { describeError } from '../describe-error.ts';
import type { Dialect } from '../dialect/dialect.ts';
import { hasErrors, type Finding } from '../documents/finding.ts';
import type { Progress } from '../documents/progress.ts';
import { getProperty } from '../documents/json-object.ts';
import { readDocument, readValue } from '../documents/read-document.ts';
import type { ReadDocument } from '../documents/source-document.ts';
import { getEmailIdentity, getPhoneIdentity } from '../domain/identity.ts';
import { readInputFile } from '../ports/input-file.ts';
import { TimeSlices } from '../ports/time-slices.ts';
import { isScenarioFile } from '../scenario-file.ts';
import type { Base } from '../store/base.ts';
import { checkScenarios, type ScenarioContent } from './check.ts';
import { convertCodes } from './example-codes.ts';
import { DEFAULT_SCENARIO, readLibraryScenario } from './library.ts';
import { parseScenario, type ParsedScenario } from './parse.ts';
import { readRuntime } from './snapshot/runtime-document.ts';

export type ScenarioSource =
  /** A scenario of the library. */
  | { readonly name: string }
  /** A path, relative to the working directory. */
  | { readonly file: string }
  /** YAML or JSON. */
  | { readonly text: string }
  /** A parsed document, such as a body of the control API. */
  | { readonly document: unknown };

export type LoadedScenario =
  | { readonly base: Base; readonly warnings: readonly Finding[] }
  /** Why the scenario is rejected, including warnings. */
  | { readonly findings: readonly Finding[] };

/** Returns the source that `--scenario` names. */
export function toScenarioSource(nameOrFile: string): ScenarioSource {
  return isScenarioFile(nameOrFile) ? { file: nameOrFile } : { name: nameOrFile };
}

/**
 * Loads one or several scenarios; without sources, the default scenario. Reports all problems at once, and
 * loads nothing if there is an error.
 */
export async function loadScenario(
  sources: readonly ScenarioSource[],
  dialect: Dialect,
): Promise<LoadedScenario> {
  return loadDocuments(await readSources(sources), dialect);
}

/**
 * Loads like `loadScenario`. If a source is a snapshot and the user has chosen no dialect, uses the dialect
 * of the snapshot.
 */
export async function loadWithDialect(
  sources: readonly ScenarioSource[],
  preset: Dialect,
  {
    isDialectChosen,
    progress,
  }: { readonly isDialectChosen: boolean; readonly progress?: Progress | undefined },
): Promise<LoadedScenario & { readonly dialect: Dialect }> {
  const readResults = await readSources(sources, progress);
  const documents = readResults.flatMap(({ result }) =>
    'document' in result ? [result.document.value] : [],
  );
  const snapshot = documents.find((document) => findDialectDocument(document) !== undefined);
  const dialect = isDialectChosen ? preset : ((await readSnapshotDialect(snapshot)) ?? preset);
  return { ...(await loadDocuments(readResults, dialect, progress)), dialect };
}

async function loadDocuments(
  sources: readonly SourceResult[],
  dialect: Dialect,
  progress?: Progress,
): Promise<LoadedScenario> {
  const results = await Promise.all(sources.map((source) => parseSource(source, dialect)));
  const unreadable = results.flatMap((result) => ('document' in result ? [] : result.findings));
  const parsed = results.flatMap((result) => ('document' in result ? [result] : []));
  const checked = await checkScenarios(parsed, dialect, progress);
  const findings = [...unreadable, ...checked.findings];
  return hasErrors(findings)
    ? { findings }
    : { base: await createBase(checked.content, dialect), warnings: findings };
}

interface SourceResult {
  readonly source: ScenarioSource;
  readonly result: ReadDocument;
}

function readSources(
  sources: readonly ScenarioSource[],
  progress?: Progress,
): Promise<readonly SourceResult[]> {
  const requested = sources.length === 0 ? [{ name: DEFAULT_SCENARIO }] : sources;
  return Promise.all(
    requested.map(async (source) => {
      if ('file' in source) progress?.update(`reading ${source.file}`);
      return { source, result: await readSource(source) };
    }),
  );
}

/** Returns the dialect of a snapshot; undefined for an invalid dialect, which the check of the document reports. */
export async function readSnapshotDialect(document: unknown): Promise<Dialect | undefined> {
  const dialectDocument = findDialectDocument(document);
  if (dialectDocument === undefined) return undefined;
  const { loadDialect } = await import('../dialect/load.ts');
  const loaded = await loadDialect(dialectDocument);
  return 'dialect' in loaded ? loaded.dialect : undefined;
}

/** Returns the dialect document in a snapshot, not validated; undefined if the document is not a snapshot. */
function findDialectDocument(document: unknown): object | undefined {
  const dialect = getProperty(getProperty(document, 'runtime'), 'dialect');
  return typeof dialect === 'object' && dialect !== null ? dialect : undefined;
}

async function parseSource(
  { source, result }: SourceResult,
  dialect: Dialect,
): Promise<ParsedScenario | { readonly findings: readonly Finding[] }> {
  if (!('document' in result)) return result;
  if (!('name' in source)) return parseScenario(result.document, 'unknown');
  // A test validates the scenarios of the library.
  return convertCodes(dialect, await parseScenario(result.document, 'valid'));
}

async function readSource(source: ScenarioSource): Promise<ReadDocument> {
  if ('name' in source) return readLibraryScenario(source.name);
  if ('document' in source) return readValue(source.document);
  if ('text' in source) return readDocument(source.text);
  const { file } = source;
  try {
    return await readDocument(await readInputFile(file), { file });
  } catch (error) {
    return { findings: [createUnreadableFileError(file, error)] };
  }
}

function createUnreadableFileError(file: string, error: unknown): Finding {
  return {
    rule: 'unreadable-file',
    clause: null,
    severity: 'error',
    message: `Cannot read the file: ${describeError(error)}.`,
    hint: 'Check the path. To load a scenario of the library, write its name without an extension.',
    pointer: '',
    file,
  };
}

async function createBase(content: ScenarioContent, dialect: Dialect): Promise<Base> {
  const { name, description, clock, clients, fixedCodes, index, runtime } = content;
  const snapshot = runtime && readRuntime(runtime);
  const codes = Object.entries(fixedCodes).map(([destination, value]) => {
    return { part: 'fixedCodes', key: getCodeKey(destination), value };
  });
  return Object.freeze({
    hash: await hashContent(content, dialect),
    name,
    description,
    clock,
    clients: new Map(clients.map((client) => [client.id, Object.freeze({ ...client })])),
    ...index.indexedUsers,
    parts: [...(snapshot?.parts ?? []), ...codes],
    runtime: snapshot && { draws: snapshot.draws, clock: snapshot.clock },
  });
}

/** Returns the identity of a destination, or `*` itself. */
function getCodeKey(destination: string): string {
  if (destination === DEFAULT_DESTINATION) return destination;
  return destination.startsWith('+')
    ? getPhoneIdentity(destination)
    : getEmailIdentity(destination);
}

/** Returns the SHA-256 of the content and of the rule for wallet identities, in hex. */
async function hashContent({ index, ...head }: ScenarioContent, dialect: Dialect): Promise<string> {
  const slices = new TimeSlices();
  const hash = createHash('sha256');
  hash.update(JSON.stringify({ walletIdentity: dialect.wallet.identity, ...head }));
  for (const user of index.users.values()) {
    hash.update(JSON.stringify(user));
    if (slices.isUsedUp) await slices.yieldToEvents();
  }
  return hash.digest('hex');
}
