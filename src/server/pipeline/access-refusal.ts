/** A refusal by the sandbox itself, before the service and its dialect apply. */
export class AccessRefusal extends Error {
  override readonly name = 'AccessRefusal';
  readonly code:
    | 'hostNotAllowed'
    | 'originNotAllowed'
    | 'controlToken'
    | 'workspaceConflict'
    | 'workspaceUnknown'
    | 'workspaceReset'
    | 'storeUnavailable';
  readonly status: 400 | 401 | 403 | 404 | 409 | 503;

  constructor(code: AccessRefusal['code'], status: AccessRefusal['status'], message: string) {
    super(message);
    this.code = code;
    this.status = status;
  }
}
