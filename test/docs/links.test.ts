/** Links of the Markdown lead somewhere: to files that are there, and to headings that they have. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dirname, normalize } from 'node:path/posix';
import { describe, expect, it } from 'vitest';
import { sidebar } from '../../docs/.vitepress/sidebar.mjs';
import { githubSlug } from '../../docs/.vitepress/github-slug.mjs';
import { listFiles, root } from './pages.ts';

const documents = [
  ...listFiles('.', /\.md$/).filter((path) => path.split('/').length === 2),
  ...listFiles('./docs', /\.md$/),
  ...listFiles('./examples', /\.md$/),
].map((path) => normalize(path));

/** Without code, which contains no links and headings. */
function extractProse(document: string): string {
  return readFileSync(join(root, document), 'utf8')
    .replaceAll(/^(```+)[^]*?^\1$/gm, '')
    .replaceAll(/<!--[^]*?-->/g, '');
}

/** Targets of links and images, without other sites: nothing here uses the network. */
function listTargets(document: string): readonly string[] {
  const text = extractProse(document).replaceAll(/`[^`\n]*`/g, '');
  const inLine = text.matchAll(/\]\((?<target>[^()\s]+)(?: "[^"]*")?\)/g);
  const apart = text.matchAll(/^\[[^\]]+\]: (?<target>\S+)$/gm);
  const inHtml = text.matchAll(/\b(?:href|src)="(?<target>[^"]+)"/g);
  return [...inLine, ...apart, ...inHtml]
    .map(({ groups = {} }) => groups['target'] ?? '')
    .filter((target) => !/^(?:https?|mailto):/.test(target));
}

/** By document; a repeated heading has a number. */
const anchors = new Map<string, ReadonlySet<string>>();

function listAnchors(document: string): ReadonlySet<string> {
  const known = anchors.get(document) ?? readAnchors(document);
  anchors.set(document, known);
  return known;
}

function readAnchors(document: string): ReadonlySet<string> {
  const seen = new Map<string, number>();
  const slugs = Array.from(
    extractProse(document).matchAll(/^#{1,6} (.+)$/gm),
    ([, heading = '']) => {
      const slug = githubSlug(heading.replaceAll(/[`*]|\\(?=[_*[\]])|\]\([^)]*\)/g, ''));
      const times = seen.get(slug) ?? 0;
      seen.set(slug, times + 1);
      return times === 0 ? slug : `${slug}-${times}`;
    },
  );
  return new Set(slugs);
}

function findProblem(document: string, target: string): string | undefined {
  const [path = '', anchor] = target.split('#');
  const file = path === '' ? document : normalize(`${dirname(document)}/${path}`);
  if (!existsSync(join(root, file))) return `${target}: there is no ${file}`;
  if (anchor === undefined || !file.endsWith('.md')) return undefined;
  return listAnchors(file).has(anchor) ? undefined : `${target}: ${file} has no such heading`;
}

describe('the links of', () => {
  it('are checked in all documents', () => {
    expect(documents).toEqual(
      expect.arrayContaining(['README.md', 'docs/dialect.md', 'examples/README.md']),
    );
    expect(documents.flatMap(listTargets).length).toBeGreaterThan(200);
  });

  it.each(documents)('%s lead to files and headings', (document) => {
    const problems = listTargets(document).map((target) => findProblem(document, target));
    expect(problems.filter((each) => each !== undefined)).toEqual([]);
  });

  it('are reported if broken', () => {
    expect(findProblem('docs/faq.md', 'nowhere.md')).toContain('there is no docs/nowhere.md');
    expect(findProblem('README.md', 'docs/dialect.md#nothing')).toContain('no such heading');
    expect(findProblem('docs/faq.md', 'dialect.md#wallet')).toBeUndefined();
  });
});

describe('a page of docs/', () => {
  it('is linked from README.md, directly or not', () => {
    const reached = new Set(['README.md']);
    for (const document of reached) {
      for (const target of listTargets(document)) {
        const [path = ''] = target.split('#');
        const file = normalize(`${dirname(document)}/${path}`);
        if (documents.includes(file)) reached.add(file);
      }
    }
    expect(documents.filter((document) => !reached.has(document))).toEqual([]);
  });
});

describe('the site', () => {
  it('has every page of docs/ in its sidebar, once', () => {
    const linked = sidebar
      .flatMap(({ items }) => items)
      .map(({ link }) => `docs${link.replace(/\/$/, '/index')}.md`);
    const written = documents.filter((document) => document.startsWith('docs/'));
    expect(linked.toSorted()).toEqual(written.toSorted());
  });
});
