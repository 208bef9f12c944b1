/** Open questions as a page of Markdown that can be sent to the service owner. */
import type { AllowedValue } from '../../dialect/allowed-values.ts';
import type { DialectQuestion } from '../../dialect/questions.ts';
import { formatValue } from '../../dialect/format-value.ts';
import { getClauseTitle } from '../text/clause-title.ts';
import { groupBy } from '../text/group-by.ts';
import { formatCode, escapeMarkdown } from '../forms/markdown-text.ts';

/** @param questions at least one */
export function formatQuestions(questions: readonly DialectQuestion[]): string {
  const sections = Array.from(
    groupBy(questions, ({ clause }) => clause),
    ([clause, group]) =>
      [`## ${getClauseTitle(clause)}`, ...group.map(formatQuestion)].join('\n\n'),
  );
  return `${[formatIntroduction(questions.length), ...sections].join('\n\n')}\n`;
}

function formatIntroduction(count: number): string {
  const points = count === 1 ? 'One point' : `${count} points`;
  return `# Open questions

${points} of the user authentication and account flags interface could not be detected. For each
point: the text of the interface that leaves it open, the evidence, and the possible values.`;
}

function formatQuestion(question: DialectQuestion): string {
  const { key, description, leftOpenBy, evidence, detection, answers, assumed } = question;
  // Texts of the schema are Markdown; the evidence can contain any text.
  const rules = leftOpenBy.map(({ id, text }) => `- Left open: ${text} (${formatCode(id)})`);
  const evidenceText = evidence === undefined ? `none. ${detection}` : escapeMarkdown(evidence);
  return [
    `### ${formatCode(key)}`,
    description,
    [
      ...rules,
      `- Evidence: ${evidenceText}`,
      `- Possible values: ${answers.map(formatChoice).join(', ')}`,
      `- Assumed: ${formatCode(formatValue(assumed))}`,
    ].join('\n'),
  ].join('\n\n');
}

function formatChoice(choice: AllowedValue): string {
  return 'description' in choice ? choice.description : formatCode(formatValue(choice.value));
}
