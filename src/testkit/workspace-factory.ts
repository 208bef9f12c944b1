import { formatFinding } from '../documents/finding.ts';
import { readDocument } from '../documents/read-document.ts';
import { placeFindings, type SourceDocument } from '../documents/source-document.ts';
import { pickDefined } from '../pick-defined.ts';
import { readInputFile } from '../ports/input-file.ts';
import { isScenarioFile } from '../scenario-file.ts';
import { createControlClient, type ControlSchemas } from './control-client.ts';
import { ControlError } from './control-error.ts';
import type { DialectOption, ScenarioOption } from './options.ts';
import { createWorkspace, openWorkspace, type Workspace } from './workspace.ts';

/** Options of a workspace. The defaults are the options of the sandbox. */
export interface WorkspaceOptions {
  /** Lower-case letters, digits and hyphens. Default: generated. */
  readonly name?: string;
  /** The name of the workspace to copy; cannot be combined with scenario, dialect or seed. */
  readonly from?: string;
  readonly scenario?: ScenarioOption;
  readonly dialect?: DialectOption;
  readonly seed?: number;
}

const WORKSPACE_OPTIONS = ['name', 'from', 'scenario', 'dialect', 'seed'];

/** Creates and opens workspaces. */
export interface WorkspaceFactory {
  /**
   * Creates a workspace. Tests can run in parallel if each test creates one.
   *
   * @throws TypeError for an unknown option and an unreadable file; ControlError for an invalid scenario or
   * dialect, a name in use, and an unknown `from`
   */
  workspace(options?: WorkspaceOptions): Promise<Workspace>;
  /**
   * Opens an existing workspace, such as `default` for an app with a fixed base URL. `close()` does not delete the
   * workspace.
   *
   * @param name Default: `default`
   * @throws ControlError for an unknown name
   */
  open(name?: string): Promise<Workspace>;
}

/** Returns a factory for workspaces of the sandbox at a URL. */
export function createWorkspaceFactory(
  url: string,
  controlToken: string | undefined,
): WorkspaceFactory {
  const ctx = { url, controlToken, root: createControlClient(`${url}/sandbox`, controlToken) };
  const workspace: WorkspaceFactory['workspace'] = async (options = {}) => {
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
      // The control API validates the body.
      return await createWorkspace(ctx, body as ControlSchemas['CreateWorkspace']);
    } catch (error) {
      if (!(error instanceof ControlError)) throw error;
      const file = error.code === 'invalidDialect' ? dialectFile : scenarioFile;
      throw file === undefined
        ? error
        : error.withFindings(await placeFindings(error.findings, file));
    }
  };
  return { workspace, open: (name = 'default') => openWorkspace(ctx, name) };
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
