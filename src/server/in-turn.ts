import type { RequestHandler } from 'express';

/**
 * Runs stages one after another, each when the one before it calls `next`. A Router would do the same,
 * and look at the path again before each of them, which costs more than most stages do.
 */
export function inTurn(...stages: readonly RequestHandler[]): RequestHandler {
  return (req, res, done) => {
    run(0);

    function run(at: number): void {
      const stage = stages[at];
      if (stage === undefined) {
        done();
        return;
      }
      try {
        const running: unknown = stage(req, res, (error?: unknown) => {
          if (error === undefined) run(at + 1);
          else done(error);
        });
        if (running instanceof Promise) running.catch(done);
      } catch (error) {
        done(error);
      }
    }
  };
}
