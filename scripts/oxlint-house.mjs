/** Rules of this house that no published oxlint rule covers. */

const isDate = (/** @type {{ callee: { type: string, name?: string } }} */ { callee }) =>
  callee.type === 'Identifier' && callee.name === 'Date';

/** `new Date()` and `Date()` read the wall clock; `new Date(instant)` does not. */
const noCurrentDate = {
  create(/** @type {{ report(finding: { node: unknown, message: string }): void }} */ context) {
    const message = 'The time comes from the clock that was passed in (src/ports/clock.ts).';
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
const REPEATED = `${ATOM}${UNBOUNDED}[?]?`;
/** `(a+)+`, `(?:a+b*)*`: a repeated group of which each part is repeated takes exponential time. */
const NESTED = new RegExp(
  String.raw`\((?:\?:|\?<\w+>)?(?:${REPEATED})+(?:\|(?:${REPEATED})+)*\)${UNBOUNDED}`,
);

/** A long text can make `/(a+)+$/` run forever. */
const noNestedQuantifiers = {
  create(/** @type {{ report(finding: { node: unknown, message: string }): void }} */ context) {
    return {
      Literal(/** @type {any} */ node) {
        if (node.regex !== undefined && NESTED.test(node.regex.pattern))
          context.report({ node, message: 'Nested quantifiers take exponential time.' });
      },
    };
  },
};

export default {
  meta: { name: 'house' },
  rules: { 'no-current-date': noCurrentDate, 'no-nested-quantifiers': noNestedQuantifiers },
};
