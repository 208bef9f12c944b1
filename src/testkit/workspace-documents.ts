import { findingLine } from '../documents/finding.ts';
import { readDocument } from '../documents/read-document.ts';
import { placed, type SourceDocument } from '../documents/source-document.ts';
import { readInputFile } from '../ports/input-file.ts';
import { isScenarioFile } from '../scenario-file.ts';
import type { ControlSchemas } from './control-client.ts';
import { ControlError } from './control-error.ts';
import type { DialectOption, ScenarioOption } from './options.ts';

type Documents = Pick<ControlSchemas['CreateWorkspace'], 'scenario' | 'dialect'>;

interface Given {
  readonly scenario?: ScenarioOption | undefined;
  readonly dialect?: DialectOption | undefined;
}

/**
 * Reads scenario and dialect files and passes their content on. Problems of a file are reported with line
 * and column.
 *
 * @throws TypeError for an unreadable file, and errors of `make`
 */
export async function withDocuments<Made>(
  { scenario, dialect }: Given,
  make: (documents: Documents) => Promise<Made>,
): Promise<Made> {
  const files = {
    scenario: isFile(scenario) ? await documentIn('scenario', scenario) : undefined,
    dialect: typeof dialect === 'string' ? await documentIn('dialect', dialect) : undefined,
  };
  const documents = {
    scenario: files.scenario?.value ?? scenario,
    dialect: files.dialect?.value ?? dialect,
  };
  const given = Object.entries(documents).filter(([, document]) => document !== undefined);
  try {
    // The control API validates them and reports problems.
    return await make(Object.fromEntries(given));
  } catch (error) {
    throw await withPlaces(error, files);
  }
}

/** Distinguishes a file from a name of the library, as `flagbearer start --scenario` does. */
function isFile(scenario: ScenarioOption | undefined): scenario is string {
  return typeof scenario === 'string' && isScenarioFile(scenario);
}

async function documentIn(option: string, file: string): Promise<SourceDocument> {
  const text = await readInputFile(file).catch((cause: unknown) => {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new TypeError(`workspace: ${option}: cannot read ${file}: ${reason}`, { cause });
  });
  const read = await readDocument(text, { file });
  if ('document' in read) return read.document;
  const lines = read.findings.map(findingLine);
  throw new TypeError([`workspace: ${option}: ${file} is invalid:`, ...lines].join('\n'));
}

async function withPlaces(
  error: unknown,
  files: Readonly<Record<'scenario' | 'dialect', SourceDocument | undefined>>,
): Promise<unknown> {
  if (!(error instanceof ControlError) || error.findings.length === 0) return error;
  const isAboutDialect = error.details.some(({ pointer }) => pointer.startsWith('/body/dialect'));
  const file = isAboutDialect ? files.dialect : files.scenario;
  if (file === undefined) return error;
  return error.withFindings(await placed(error.findings, file));
}
