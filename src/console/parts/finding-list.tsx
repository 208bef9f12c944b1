import type { Finding } from '../api/schemas.ts';
import { Badge, Clause } from './badge.tsx';
import { pluralize } from './times.ts';

/** The findings; undefined until the first check is complete. */
export function FindingList({
  findings,
  good,
  onChoose,
}: {
  readonly findings: readonly Finding[] | undefined;
  /** The text if there are no findings. */
  readonly good: string;
  readonly onChoose: (finding: Finding) => void;
}) {
  if (findings === undefined) return <p class="faint">Checking…</p>;
  if (findings.length === 0) {
    return (
      <p class="toned good" role="status">
        {good}
      </p>
    );
  }
  return (
    <div class="findings">
      <p role="status">{pluralize(findings.length, 'finding')}</p>
      <ol>
        {findings.map((finding) => {
          const { rule, clause, severity, message, hint, pointer, line, column } = finding;
          return (
            <li key={`${rule} ${pointer}`}>
              <button type="button" class="list-row" onClick={() => onChoose(finding)}>
                <Badge tone={severity === 'error' ? 'bad' : 'warn'}>{severity}</Badge>
                <span class="mono faint finding-place">
                  {line === undefined ? pointer : `${line}:${column ?? 1}`}
                </span>
                <span>
                  {message} {hint} <Clause of={clause} />
                </span>
              </button>
            </li>
          );
        })}
      </ol>
    </div>
  );
}
