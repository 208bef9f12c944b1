/** Open questions as a page of Markdown that can be sent to the vendor. */
import type { AllowedValue } from '../../dialect/allowed-values.ts';
import type { DialectQuestion } from '../../dialect/questions.ts';
import { valueText } from '../../dialect/value-text.ts';
import { clauseTitle } from '../text/clause-title.ts';
import { groupBy } from '../text/grouped.ts';
import { code, plain } from '../forms/markdown-text.ts';

/** @param questions at least one */
export function questionsMarkdown(questions: readonly DialectQuestion[]): string {
  const sections = Array.from(
    groupBy(questions, ({ clause }) => clause),
    ([clause, own]) => [`## ${clauseTitle(clause)}`, ...own.map(questionText)].join('\n\n'),
  );
  return `${[introduction(questions.length), ...sections].join('\n\n')}\n`;
}

function introduction(count: number): string {
  const points = count === 1 ? 'One point' : `${count} points`;
  return `# Open questions

${points} of the user authentication and account flags interface could not be detected. Each
question lists the text of the interface, the evidence, and the possible values.`;
}

function questionText(question: DialectQuestion): string {
  const { key, decides, leftOpenBy, seen, observable, answers, assumed } = question;
  // Texts of the schema are Markdown; observations may contain any text.
  const rules = leftOpenBy.map(({ id, text }) => `- Left open: ${text} (${code(id)})`);
  const tried = seen === undefined ? `inconclusive. Detection: ${observable}` : plain(seen);
  return [
    `### ${code(key)}`,
    decides,
    [
      ...rules,
      `- Evidence: ${tried}`,
      `- Possible values: ${answers.map(answerText).join(', ')}`,
      `- Assumed: ${code(valueText(assumed))}`,
    ].join('\n'),
  ].join('\n\n');
}

function answerText(answer: AllowedValue): string {
  return 'description' in answer ? answer.description : code(valueText(answer.value));
}
