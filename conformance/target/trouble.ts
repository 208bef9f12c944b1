/** Something between the run and the deployment's own decision: network, time-out, rate limit, gateway. */
export class Trouble extends Error {
  override readonly name = 'Trouble';
}

/** The budget of the run is spent. */
export class BudgetSpent extends Error {
  override readonly name = 'BudgetSpent';
}

/** The run was asked to end. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}
