/**
 * Returns the anchor that GitHub gives to a heading. With equal anchors, a link works on GitHub and on the site.
 *
 * @param {string} heading the text of the heading, without Markdown
 * @returns {string} `who-calls-the-client` for `## Who calls: the client`
 */
export function toGithubSlug(heading) {
  return heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{Letter}\p{Mark}\p{Number}\p{Connector_Punctuation}\s-]/gu, '')
    .replaceAll(/\s/g, '-');
}
