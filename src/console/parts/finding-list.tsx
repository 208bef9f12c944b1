import type { Finding } from '../api/schemas.ts';
import { Clause, StatusBadge } from './badge.tsx';
import { pluralize } from './times.ts';

interface FindingListProps {
  /** Undefined until the first check is complete. */
  readonly findings: readonly Finding[] | undefined;
  /** The text if there are no findings. */
  readonly emptyText: string;
  readonly onSelect: (finding: Finding) => void;
}

export function FindingList({ findings, emptyText, onSelect }: FindingListProps) {
  if (findings === undefined) return <p class="faint">Checking…</p>;
  if (findings.length === 0) {
    return (
      <p class="toned good" role="status">
        {emptyText}
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
              <button type="button" class="list-row" onClick={() => onSelect(finding)}>
                <StatusBadge status={severity} />
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
