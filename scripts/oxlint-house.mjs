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

export default { meta: { name: 'house' }, rules: { 'no-current-date': noCurrentDate } };
