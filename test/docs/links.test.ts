/** Links in Markdown lead to existing files and headings. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { dirname, normalize } from 'node:path/posix';
import { describe, expect, it } from 'vitest';
import { sidebar } from '../../docs/.vitepress/sidebar.mjs';
import { toGithubSlug } from '../../docs/.vitepress/github-slug.mjs';
import { listFiles, root } from './pages.ts';

const documents = [
  ...readdirSync(root).filter((name) => name.endsWith('.md')),
  ...listFiles('docs', /\.md$/),
  ...listFiles('examples', /\.md$/),
];

/** Returns a document without code blocks and comments. */
function extractProse(document: string): string {
  return readFileSync(join(root, document), 'utf8')
    .replaceAll(/^(```+)[^]*?^\1$/gm, '')
    .replaceAll(/<!--[^]*?-->/g, '');
}

/** Returns the targets of links and images, except those on other sites. */
function listTargets(document: string): readonly string[] {
  const text = extractProse(document).replaceAll(/`[^`\n]*`/g, '');
  const inline = text.matchAll(/\]\((?<target>[^()\s]+)(?: "[^"]*")?\)/g);
  const definitions = text.matchAll(/^\[[^\]]+\]: (?<target>\S+)$/gm);
  const inHtml = text.matchAll(/\b(?:href|src)="(?<target>[^"]+)"/g);
  return [...inline, ...definitions, ...inHtml]
    .map(({ groups = {} }) => groups['target'] ?? '')
    .filter((target) => !/^(?:https?|mailto):/.test(target));
}

const anchorsByDocument = new Map<string, ReadonlySet<string>>();

function listAnchors(document: string): ReadonlySet<string> {
  const anchors = anchorsByDocument.get(document) ?? readAnchors(document);
  anchorsByDocument.set(document, anchors);
  return anchors;
}

/** Returns the anchors of all headings. The anchor of a repeated heading ends with a number. */
function readAnchors(document: string): ReadonlySet<string> {
  const counts = new Map<string, number>();
  const slugs = Array.from(
    extractProse(document).matchAll(/^#{1,6} (.+)$/gm),
    ([, heading = '']) => {
      const slug = toGithubSlug(heading.replaceAll(/[`*]|\\(?=[_*[\]])|\]\([^)]*\)/g, ''));
      const count = counts.get(slug) ?? 0;
      counts.set(slug, count + 1);
      return count === 0 ? slug : `${slug}-${count}`;
    },
  );
  return new Set(slugs);
}

function findProblem(document: string, target: string): string | undefined {
  const [path = '', anchor] = target.split('#');
  const file = path === '' ? document : normalize(`${dirname(document)}/${path}`);
  if (!existsSync(join(root, file))) return `${target}: the file ${file} is missing`;
  if (anchor === undefined || !file.endsWith('.md')) return undefined;
  return listAnchors(file).has(anchor) ? undefined : `${target}: ${file} has no such heading`;
}

describe('the links', () => {
  it('of all documents are checked', () => {
    expect(documents).toEqual(
      expect.arrayContaining(['README.md', 'docs/dialect.md', 'examples/README.md']),
    );
    expect(documents.flatMap(listTargets).length).toBeGreaterThan(200);
  });

  it.each(documents)('of %s lead to files and headings', (document) => {
    const problems = listTargets(document).map((target) => findProblem(document, target));
    expect(problems.filter((problem) => problem !== undefined)).toEqual([]);
  });

  it('are reported if broken', () => {
    expect(findProblem('docs/faq.md', 'nowhere.md')).toContain(
      'the file docs/nowhere.md is missing',
    );
    expect(findProblem('README.md', 'docs/dialect.md#nothing')).toContain('no such heading');
    expect(findProblem('docs/faq.md', 'dialect.md#wallet')).toBeUndefined();
  });
});

describe('every document', () => {
  it('is linked from README.md, directly or through other pages', () => {
    const linkedDocuments = new Set(['README.md']);
    // The loop also visits the documents that are added during it.
    for (const document of linkedDocuments) {
      for (const target of listTargets(document)) {
        const [path = ''] = target.split('#');
        const file = normalize(`${dirname(document)}/${path}`);
        if (documents.includes(file)) linkedDocuments.add(file);
      }
    }
    expect(documents.filter((document) => !linkedDocuments.has(document))).toEqual([]);
  });
});

describe('the site', () => {
  it('has every page of docs/ in its sidebar, once', () => {
    const linked = sidebar
      .flatMap(({ items }) => items)
      .map(({ link }) => `docs${link.replace(/\/$/, '/index')}.md`);
    const documentPages = documents.filter((document) => document.startsWith('docs/'));
    expect(linked.toSorted()).toEqual(documentPages.toSorted());
  });
});
