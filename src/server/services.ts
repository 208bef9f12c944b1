import type { ControlServices } from '../control/request/context.ts';

export interface Access {
  /** Host names, in addition to loopback, that a Host header may have. */
  readonly allowHost: readonly string[];
  /** Whether the sandbox listens on loopback only. */
  readonly reachableFrom: 'loopback' | 'network';
  /** Origins, in addition to loopback, whose pages may use the service; `*` for all. */
  readonly cors: readonly string[];
  /** The URL of the sandbox behind a proxy, if there is one. */
  readonly publicUrl: string | undefined;
  readonly controlToken: string | undefined;
}

export interface Services extends ControlServices {
  readonly access: Access;
  /** The code of each one-time password, unless the user or the scenario has a fixed code. */
  readonly fixedCode?: string | undefined;
  createRequestId(): string;
}
