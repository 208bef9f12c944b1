export class UnknownWorkspace extends Error {
  override readonly name = 'UnknownWorkspace';
  readonly workspace: string;
  constructor(workspace: string) {
    super(`Unknown workspace "${workspace}".`);
    this.workspace = workspace;
  }
}

export class WorkspaceExists extends Error {
  override readonly name = 'WorkspaceExists';
  constructor(workspace: string) {
    super(`The workspace "${workspace}" already exists.`);
  }
}

export class WorkspaceReset extends Error {
  override readonly name = 'WorkspaceReset';
  constructor(workspace: string) {
    super(
      `The workspace "${workspace}" was reset, loaded or created again during the request; nothing was written. Send the request again.`,
    );
  }
}

export class WorkspaceLimit extends Error {
  override readonly name = 'WorkspaceLimit';
  constructor(limit: number) {
    super(`The limit of ${limit} workspaces is reached.`);
  }
}

/** The engine cannot read or write: the disk is full, or the database is unreachable. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
  /**
   * @param reason part of a sentence that clients see: without full stop, file paths and addresses
   * @param options.outcome `unknown` if the connection broke during the commit
   */
  constructor(
    reason: string,
    {
      outcome = 'unchanged',
      ...options
    }: ErrorOptions & { outcome?: 'unchanged' | 'unknown' } = {},
  ) {
    const effect = outcome === 'unknown' ? 'The change may have been saved' : 'Nothing was changed';
    super(`The store is unavailable: ${reason}. ${effect}; send the request again.`, options);
  }
}
