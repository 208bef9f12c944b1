/** What calls about wallets show (§2.2, §2.3). */
import { commonStart } from '../../../conformance/answers/challenge-text.ts';
import { textAt, type Lesson } from './lesson.ts';

/** With as many, what all of them begin with is no chance. */
const SAMPLES = 8;
const LONGEST_PHRASE = 500;

export function learnFromWallets(lesson: Lesson): void {
  switch (lesson.operationId) {
    case 'startWalletAuth':
      variant(lesson);
      phrase(lesson);
      return;
    case 'authenticateWallet':
    case 'addWalletToUser':
      variant(lesson);
      return;
    default:
  }
}

/** Both fields taken is `either`; one that is refused where the other was taken is not taken. */
function variant({ sent, accepted, status, traces, decide }: Lesson): void {
  const network = textAt(sent, 'walletNetwork');
  const type = textAt(sent, 'walletType');
  if (network !== null && type !== null) {
    if (accepted) decide('wallet.both', 'accept');
    return;
  }
  const field = network !== null ? 'walletNetwork' : type !== null ? 'walletType' : null;
  if (field === null) return;
  const { walletFields, walletTypes } = traces;
  if (accepted) {
    walletFields.add(field);
    if (walletFields.size === 2) decide('wallet.variant', 'either', 'refine');
    if (type !== null) learnType(type, walletTypes, decide);
    return;
  }
  const other = field === 'walletType' ? 'walletNetwork' : 'walletType';
  // Refused for what is in the body, and with a value that the interface shows.
  const isShown = network === 'ETHEREUM' || network === 'POLYGON' || type === 'EVM';
  const isSchema = status === 400 || status === 422;
  if (isShown && isSchema && walletFields.has(other) && !walletFields.has(field)) {
    decide('wallet.variant', other === 'walletNetwork' ? 'network' : 'type', 'refine');
  }
}

/** The list is longer than what is shown; how long, no traffic tells. */
function learnType(type: string, seen: Set<string>, decide: Lesson['decide']): void {
  if (type === 'EVM' || seen.size >= 15 || type.length > 64) return;
  seen.add(type);
  decide('wallet.types', ['EVM', ...seen], 'refine');
}

function phrase({ accepted, answer, traces, decide }: Lesson): void {
  const challenge =
    accepted && typeof answer === 'object' ? textAt({ ...answer }, 'challenge') : null;
  if (challenge === null) return;
  traces.addChallenge(challenge);
  const challenges = [...traces.challenges];
  if (challenges.length < SAMPLES) return;
  const shared = commonStart(challenges);
  if (shared !== '' && shared.length <= LONGEST_PHRASE && !challenges.includes(shared)) {
    decide('wallet.challenge.phrase', shared, 'refine');
  }
}
