import type { components } from '../contract/control.gen.ts';
import { formatFinding, type Finding } from '../documents/finding.ts';

type Refusal = components['schemas']['Error'];

/** Thrown if the control API refuses a request. A refused request does not change data. */
export class ControlError extends Error {
  override readonly name = 'ControlError';
  /** The HTTP status. */
  readonly status: number;
  readonly code: Refusal['code'];
  /** The invalid parts of the request. */
  readonly details: Refusal['details'];
  /** Findings of a scenario or a dialect; empty for other errors. */
  readonly findings: readonly Finding[];
  readonly #refusal: Refusal;

  constructor(status: number, refusal: Refusal) {
    const { code, message, details, findings = [] } = refusal;
    const places = details.map((detail) => `${detail.pointer}: ${detail.message}`);
    super([message, ...(findings.length > 0 ? findings.map(formatFinding) : places)].join('\n'));
    this.status = status;
    this.code = code;
    this.details = details;
    this.findings = findings;
    this.#refusal = refusal;
  }

  /** Returns the same error with other findings. */
  withFindings(findings: readonly Finding[]): ControlError {
    return new ControlError(this.status, { ...this.#refusal, findings: [...findings] });
  }
}
