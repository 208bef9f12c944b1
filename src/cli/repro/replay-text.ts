/** What `flagbearer repro run` prints for people. */
import type { Replay, ReplayedCall } from '../../repro/replay.ts';
import { shortened } from '../../reporting/words/visible-text.ts';
import { counted } from '../../counted.ts';

export interface ReplaySummary {
  readonly same: number;
  readonly differs: number;
  readonly notReplayed: number;
  /** Calls that are not in the file. */
  readonly missing: number;
}

export function summaryOf({ calls, missing }: Replay): ReplaySummary {
  const count = (wanted: ReplayedCall['verdict']) =>
    calls.filter(({ verdict }) => verdict === wanted).length;
  return {
    same: count('same'),
    differs: count('differs'),
    notReplayed: count('notReplayed'),
    missing,
  };
}

export function replayText(replay: Replay): string {
  const { same, differs, notReplayed, missing } = summaryOf(replay);
  const lines = [
    ...replay.calls.flatMap(callLines),
    ...replay.controls.map((difference) => `control call differs: ${difference}`),
    ...(missing === 0
      ? []
      : [
          `not replayed: ${counted(missing, 'call')} before the first one here; the journal had no room`,
        ]),
    `${same} same, ${differs} different, ${notReplayed + missing} not replayed`,
  ];
  return `${lines.join('\n')}\n`;
}

const WORDS = { same: 'same', differs: 'differs', notReplayed: 'not replayed' } as const;

function callLines({ id, call, verdict, differences, notes }: ReplayedCall): string[] {
  return [
    `${WORDS[verdict]}: ${call} (${id})${notes.map((note) => `: ${note}`).join('')}`,
    ...differences.map(
      ({ pointer, was, is }) => `  ${pointer}: was ${valueText(was)}, is ${valueText(is)}`,
    ),
  ];
}

const WIDEST = 60;

function valueText(value: unknown): string {
  return value === undefined ? 'not there' : shortened(JSON.stringify(value), WIDEST);
}
