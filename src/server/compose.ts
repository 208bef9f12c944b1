import type { RequestHandler } from 'express';

/**
 * Returns a handler that runs stages (middleware) in order: each stage calls `next` to run the following stage. A
 * Router would also match the path for each stage, which takes more time than most stages.
 */
export function compose(...stages: readonly RequestHandler[]): RequestHandler {
  return (req, res, done) => {
    let index = 0;
    // One function for all stages, each of which calls it at most once.
    const next = (error?: unknown): void => {
      // As in Express, null is not an error.
      const stage = error === undefined || error === null ? stages[index] : undefined;
      if (stage === undefined) {
        done(error);
        return;
      }
      index += 1;
      try {
        const running: unknown = stage(req, res, next);
        if (running instanceof Promise) running.catch(done);
      } catch (thrown) {
        done(thrown);
      }
    };
    next();
  };
}
