import ts from 'typescript';

/**
 * Calls of `refuse` in a function that come after one of `accept` with an event; cases of a switch are ways of their
 * own.
 */
export function lateRefusals(source: ts.SourceFile): readonly string[] {
  const late: string[] = [];
  seen(source, false);
  return late;

  /** Whether an event has been accepted when `node` is over. */
  function seen(node: ts.Node, accepted: boolean): boolean {
    if (ts.isFunctionLike(node)) {
      inTurn(node, false);
      return accepted;
    }
    if (ts.isCaseBlock(node)) return node.clauses.map((clause) => inTurn(clause, accepted)).some((each) => each);
    const before = inTurn(node, accepted);
    if (!ts.isCallExpression(node)) return before;
    const called = node.expression.getText();
    if (called === 'refuse' && before) late.push(node.getText());
    return before || (called === 'accept' && node.arguments.length > 0);
  }

  function inTurn(node: ts.Node, accepted: boolean): boolean {
    let now = accepted;
    node.forEachChild((child) => {
      now = seen(child, now);
    });
    return now;
  }
}
