/** Lint rules of this repository. */

const isDate = (/** @type {{ callee: { type: string, name?: string } }} */ { callee }) =>
  callee.type === 'Identifier' && callee.name === 'Date';

/** Forbids `new Date()` and `Date()`, which read the wall clock; `new Date(instant)` is allowed. */
const noCurrentDate = {
  create(/** @type {{ report(finding: { node: unknown, message: string }): void }} */ context) {
    const message = 'Use the clock that was passed in (src/ports/clock.ts).';
    return {
      CallExpression(/** @type {any} */ node) {
        if (isDate(node)) context.report({ node, message });
      },
      NewExpression(/** @type {any} */ node) {
        if (isDate(node) && node.arguments.length === 0) context.report({ node, message });
      },
    };
  },
};

/** A quantifier without an upper bound. */
const UNBOUNDED = String.raw`(?:[*+]|\{\d+,\})`;
const ATOM = String.raw`(?:\[(?:\\.|[^\]\\])*\]|\\.|[^\\()[\]|*+?{}])`;
const REPEATED_PART = `${ATOM}${UNBOUNDED}[?]?`;
/** Matches a repeated group of repeated parts, such as `(a+)+` or `(?:a+b*)*`. */
const NESTED_QUANTIFIERS = new RegExp(
  String.raw`\((?:\?:|\?<\w+>)?(?:${REPEATED_PART})+(?:\|(?:${REPEATED_PART})+)*\)${UNBOUNDED}`,
);

/** Forbids patterns such as `/(a+)+$/`, which take exponential time for some texts. */
const noNestedQuantifiers = {
  create(/** @type {{ report(finding: { node: unknown, message: string }): void }} */ context) {
    return {
      Literal(/** @type {any} */ node) {
        if (node.regex !== undefined && NESTED_QUANTIFIERS.test(node.regex.pattern))
          context.report({ node, message: 'Nested quantifiers take exponential time.' });
      },
    };
  },
};

export default {
  meta: { name: 'house' },
  rules: { 'no-current-date': noCurrentDate, 'no-nested-quantifiers': noNestedQuantifiers },
};
