import { formatFinding } from '../documents/finding.ts';
import { readDocument } from '../documents/read-document.ts';
import { placeFindings, type SourceDocument } from '../documents/source-document.ts';
import { readInputFile } from '../ports/input-file.ts';
import { isScenarioFile } from '../scenario-file.ts';
import { createControlClient, type ControlSchemas } from './control-client.ts';
import { ControlError } from './control-error.ts';
import { pickDefined, type DialectOption, type ScenarioOption } from './options.ts';
import { createWorkspace, type Workspace } from './workspace.ts';

/** Options of a workspace; default: those of the sandbox. */
export interface WorkspaceOptions {
  /** Lower-case letters, digits and hyphens. Default: generated. */
  readonly name?: string;
  /** The name of the workspace to copy; excludes scenario, dialect and seed. */
  readonly from?: string;
  readonly scenario?: ScenarioOption;
  readonly dialect?: DialectOption;
  readonly seed?: number;
}

const WORKSPACE_OPTIONS = ['name', 'from', 'scenario', 'dialect', 'seed'];

/** Returns the function that creates workspaces in the sandbox at a URL. */
export function createWorkspaceFactory(
  url: string,
  controlToken: string | undefined,
): (options?: WorkspaceOptions) => Promise<Workspace> {
  const root = createControlClient(`${url}/sandbox`, controlToken);
  return async (options = {}) => {
    const defined = pickDefined('workspace', options, WORKSPACE_OPTIONS);
    const { scenario, dialect } = options;
    const scenarioFile =
      typeof scenario === 'string' && isScenarioFile(scenario)
        ? await readFile('scenario', scenario)
        : undefined;
    const dialectFile =
      typeof dialect === 'string' ? await readFile('dialect', dialect) : undefined;
    const body = {
      ...defined,
      ...(scenarioFile && { scenario: scenarioFile.value }),
      ...(dialectFile && { dialect: dialectFile.value }),
    };
    try {
      // The control API validates it.
      const ctx = { url, controlToken, root };
      return await createWorkspace(ctx, body as ControlSchemas['CreateWorkspace']);
    } catch (error) {
      if (!(error instanceof ControlError)) throw error;
      const file = error.code === 'invalidDialect' ? dialectFile : scenarioFile;
      throw file === undefined
        ? error
        : error.withFindings(await placeFindings(error.findings, file));
    }
  };
}

/** Reads a file. @throws TypeError if it cannot be read or parsed */
async function readFile(option: string, file: string): Promise<SourceDocument> {
  const text = await readInputFile(file).catch((cause: unknown) => {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new TypeError(`workspace: ${option}: cannot read ${file}: ${reason}`, { cause });
  });
  const parsed = await readDocument(text, { file });
  if ('document' in parsed) return parsed.document;
  const lines = parsed.findings.map(formatFinding);
  throw new TypeError([`workspace: ${option}: ${file} is invalid:`, ...lines].join('\n'));
}
