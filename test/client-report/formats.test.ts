import { describe, expect, it } from 'vitest';
import { clientRules } from '../../src/contract/client-rules.gen.ts';
import { toNetworkIdentity, createWallet } from '../sandbox.ts';
import { useObservedWorkspaces } from './observed-workspace.ts';
import { expectValidJunit, readJunit } from '../reporting/read-junit.ts';

const createWorkspace = useObservedWorkspaces();

async function createWorkspaceWithMistake() {
  const observed = await createWorkspace();
  await observed.app.start(toNetworkIdentity(createWallet(), '<b>BIT|COIN</b>&"'));
  return observed;
}

describe('GET /client-report', () => {
  it('returns JSON by default', async () => {
    const observed = await createWorkspaceWithMistake();
    const { body, headers } = await observed.workspace.control('/client-report?format=json');
    expect(body).toEqual(await observed.report());
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  });

  it('returns JUnit XML with a case for each rule and each item of the coverage', async () => {
    const observed = await createWorkspaceWithMistake();
    const { coverage } = await observed.report();
    const { body, headers } = await observed.workspace.control('/client-report?format=junit');
    expect(headers.get('content-type')).toBe('application/xml; charset=utf-8');
    await expectValidJunit(body);
    const { testsuite, counts } = readJunit(body);
    const [mistakes, ...coverageSuites] = testsuite;
    expect(mistakes).toMatchObject({ tests: String(clientRules.length), failures: '1' });
    const failed = mistakes.testcase.filter((testcase: object) => 'failure' in testcase);
    expect(failed).toMatchObject([{ name: expect.stringMatching(/^network-unknown: /) }]);
    expect(failed[0].failure.message).toContain('<b>BIT|COIN</b>');
    const { percent: _, ...parts } = coverage;
    const missingItems = Object.values(parts).flatMap(({ missing }) => missing);
    expect(counts['skipped']).toBe(missingItems.length);
    expect(coverageSuites).toHaveLength(Object.keys(parts).length);
  });

  it('returns an HTML page that escapes the values of requests', async () => {
    const observed = await createWorkspaceWithMistake();
    const { body, headers } = await observed.workspace.control('/client-report?format=html');
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(body).toContain('&lt;b&gt;BIT|COIN&lt;/b&gt;&amp;&quot;');
    expect(body).not.toMatch(/<b>|<script|src=|href="http/);
  });

  it('returns Markdown of less than 40 lines that escapes the values of requests', async () => {
    const observed = await createWorkspaceWithMistake();
    const { body, headers } = await observed.workspace.control('/client-report?format=markdown');
    expect(headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    expect(body).toContain('Rules violated: 1, coverage 0 %');
    expect(body).toMatch(/, 1 request\.$/m);
    expect(body).toContain(String.raw`\<b\>BIT\|COIN\</b\>`);
    expect(body.split('\n').length).toBeLessThan(40);
  });

  it('returns the format that Accept prefers if there is no format parameter', async () => {
    const { workspace } = await createWorkspace();
    const typeFor = async (accept: string, query = '') => {
      const { headers } = await workspace.control(`/client-report${query}`, {
        headers: { accept },
      });
      return headers.get('content-type');
    };
    expect(await typeFor('*/*')).toMatch('application/json');
    expect(await typeFor('text/html,application/xhtml+xml,*/*;q=0.8')).toMatch('text/html');
    expect(await typeFor('text/html,*/*;q=0.8', '?format=junit')).toMatch('application/xml');
    expect(await typeFor('image/png', '?format=markdown')).toMatch('text/markdown');
  });

  it('rejects an unknown format', async () => {
    const { workspace } = await createWorkspace();
    const { status, body } = await workspace.control('/client-report?format=pdf');
    expect(status).toBe(400);
    expect(body.details).toMatchObject([{ pointer: '/query/format' }]);
  });
});
