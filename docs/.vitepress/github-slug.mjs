/**
 * The anchor of a heading as GitHub has it, so that a link works there and on the site.
 *
 * @param {string} heading its words, without Markdown
 * @returns {string} `## Who calls: the client` is `who-calls-the-client`
 */
export function githubSlug(heading) {
  return heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{Letter}\p{Mark}\p{Number}\p{Connector_Punctuation}\s-]/gu, '')
    .replaceAll(/\s/g, '-');
}
