import { definedOf, type DialectOption, type ScenarioOption } from './options.ts';
import { withDocuments } from './workspace-documents.ts';
import { fromControl, contextOf, type Workspace } from './workspace.ts';

/** Options of a workspace; default: those of the sandbox. */
export interface WorkspaceOptions {
  /** Lower-case letters, digits and hyphens; generated if not given. */
  readonly name?: string;
  /** The workspace, by name, that it is to be a copy of; excludes scenario, dialect and seed. */
  readonly from?: string;
  readonly scenario?: ScenarioOption;
  readonly dialect?: DialectOption;
  readonly seed?: number;
}

/** Returns the function that creates workspaces in the sandbox at a URL. */
export function workspaceFactory(
  url: string,
  controlToken: string | undefined,
): (options?: WorkspaceOptions) => Promise<Workspace> {
  const ctx = contextOf(url, controlToken);
  return async (own = {}) => {
    definedOf('workspace', own, WORKSPACE_OPTIONS);
    const { name, from, scenario, dialect, seed } = own;
    return withDocuments({ scenario, dialect }, (documents) =>
      fromControl(ctx, {
        ...documents,
        ...(name !== undefined && { name }),
        ...(from !== undefined && { from }),
        ...(seed !== undefined && { seed }),
      }),
    );
  };
}

const WORKSPACE_OPTIONS = ['name', 'from', 'scenario', 'dialect', 'seed'];
