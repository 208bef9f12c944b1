import { describe, expect, it } from 'vitest';
import { renameFile } from '../../src/ports/rename-file.ts';

/** Creates a system whose renames fail with these codes, one after the other, and then succeed. */
function createFailingSystem(codes: readonly string[], platform: NodeJS.Platform) {
  const calls: string[] = [];
  const rename = (from: unknown, to: unknown) => {
    const code = codes[calls.length];
    calls.push(`${String(from)} ${String(to)}`);
    if (code === undefined) return Promise.resolve();
    return Promise.reject(Object.assign(new Error(code), { code }));
  };
  return { calls, rename, platform };
}

describe('renaming a file', () => {
  it.each(['EPERM', 'EACCES', 'EBUSY'])('is retried on Windows after %s', async (code) => {
    const system = createFailingSystem([code, code], 'win32');
    await renameFile('a.tmp', 'a', system);
    expect(system.calls).toEqual(['a.tmp a', 'a.tmp a', 'a.tmp a']);
  });

  it('fails on Windows if the file stays open', async () => {
    // More failures than retries.
    const codes = Array.from({ length: 20 }, () => 'EPERM');
    const system = createFailingSystem(codes, 'win32');
    await expect(renameFile('a.tmp', 'a', system)).rejects.toMatchObject({ code: 'EPERM' });
  });

  it.each([
    ['win32', 'ENOENT'],
    ['linux', 'EPERM'],
    ['darwin', 'EACCES'],
  ] as const)('fails at once on %s with %s', async (platform, code) => {
    const system = createFailingSystem([code], platform);
    await expect(renameFile('a.tmp', 'a', system)).rejects.toMatchObject({ code });
    expect(system.calls).toHaveLength(1);
  });
});
