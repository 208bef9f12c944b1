/**
 * The class behind the middleware of express-openapi-validator. It is not public, so package.json pins the
 * version, and a test guards the behaviour that is used here.
 */
import type { OpenApiRequest } from 'express-openapi-validator/dist/framework/types.js';
import { RequestValidator } from 'express-openapi-validator/dist/middlewares/openapi.request.validator.js';
import { AJV_OPTIONS } from './ajv-options.ts';
import type { AjvError } from './error-words.ts';
import { emptyDocument } from './request-shapes.ts';
import type { RequestShape } from './request-shapes.ts';

/** A request as the validator reads and changes it: parameters get the types of the document. */
export interface Subject {
  readonly method: string;
  readonly path: string;
  readonly originalUrl: string;
  readonly headers: Record<string, string | string[] | undefined> & {
    readonly 'content-type'?: string;
  };
  readonly query: Record<string, unknown>;
  readonly params: Record<string, unknown>;
  readonly body: unknown;
  readonly openapi: {
    readonly expressRoute: string;
    readonly openApiRoute: string;
    readonly schema: RequestShape['operation'];
    readonly pathParams: Record<string, unknown>;
  };
  readonly checks: RequestShape['checks'];
}

/** The compiled functions for an operation and a media type. */
interface Compiled {
  readonly general: Check;
  readonly body: Check;
}

export class RequestChecker {
  readonly #validator: RequestValidator;
  readonly #compiled = new Map<Subject['openapi']['schema'], Map<string | undefined, Compiled>>();

  /** @param errors whether to stop at the first one, which is faster, or to find all */
  constructor(errors: 'firstError' | 'allErrors') {
    this.#validator = new RequestValidator(emptyDocument(), {
      ...AJV_OPTIONS,
      allErrors: errors === 'allErrors',
      verbose: true,
      // Unknown parameters are refused before, all at once.
      allowUnknownQueryParameters: true,
    });
  }

  check(subject: Subject): readonly AjvError[] {
    const compiled = this.#compiledFor(subject);
    if (compiled === undefined) return this.#validate(subject);
    const { query, headers, params, body } = subject;
    const data = { query, headers, params, cookies: undefined, body };
    const areParametersRight = compiled.general(data);
    const isBodyRight = compiled.body(data);
    return areParametersRight && isBodyRight ? NOTHING : this.#errors(subject);
  }

  /**
   * The validator parses parameters again for each request, which costs more than its compiled functions.
   * If there is nothing to parse, the functions are called directly.
   */
  #compiledFor(subject: Subject): Compiled | undefined {
    if (subject.checks === 'parsing') return undefined;
    return this.#compiled.get(subject.openapi.schema)?.get(subject.headers['content-type']);
  }

  #validate(subject: Subject): readonly AjvError[] {
    try {
      // An Express request has these members; the response is not used.
      void this.#validator.validate(subject as unknown as OpenApiRequest, noResponse, passed);
      return NOTHING;
    } catch (error) {
      const errors = this.#errors(subject);
      if (errors.length === 0) throw error;
      return errors;
    } finally {
      this.#remember(subject);
    }
  }

  #remember(subject: Subject): void {
    const { schema } = subject.openapi;
    const [general, body] = this.#checks(subject);
    if (general === undefined || body === undefined) return;
    const ofOperation = this.#compiled.get(schema) ?? new Map<string | undefined, Compiled>();
    this.#compiled.set(schema, ofOperation.set(subject.headers['content-type'], { general, body }));
  }

  /** Returns the errors of the compiled functions, which are more detailed than the error that is thrown. */
  #errors(subject: Subject): readonly AjvError[] {
    return this.#checks(subject).flatMap((check) => {
      const errors = check?.errors ?? [];
      // Errors reference the body.
      if (check !== undefined) check.errors = null;
      return errors;
    });
  }

  #checks({ method, path, headers }: Subject): readonly (Check | undefined)[] {
    const key = `${method}-${path}-${headers['content-type'] ?? 'not_provided'}`;
    return [this.#validator['ajv'], this.#validator['ajvBody']].map((schemas: Schemas) =>
      schemas.getSchema(key),
    );
  }
}

interface Check {
  (data: unknown): unknown;
  errors?: readonly AjvError[] | null;
}

/** The part of an ajv instance that is read here. */
interface Schemas {
  getSchema(key: string): Check | undefined;
}

const NOTHING: readonly AjvError[] = [];
const noResponse = {} as Parameters<RequestValidator['validate']>[1];
const passed = () => undefined;
