import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The email address of the user with a hundred transactions. */
export const BUSY_USER_EMAIL = 'busy@example.test';

export const formatUserCount = (count) => `${count.toLocaleString('en')} users`;

/** Writes a scenario whose first user has a hundred transactions; returns the path. */
export async function writeScenario({ projectFolder }, userCount) {
  const transactions = Array.from({ length: 100 }, (_, index) => ({
    key: `t${index}`,
    cryptoStatus: index % 2 === 0 ? 'COMPLETE' : 'PENDING',
  }));
  const busy = {
    key: 'busy',
    emailAddress: BUSY_USER_EMAIL,
    kyc: { status: 'APPROVED' },
    transactions,
  };
  const name = `users-${userCount}`;
  const document = {
    name,
    description: 'For measuring.',
    users: [busy],
    generate: { seed: 7, users: userCount - 1 },
  };
  const file = join(projectFolder, `${name}.json`);
  await writeFile(file, JSON.stringify(document));
  return file;
}
