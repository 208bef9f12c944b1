/**
 * The class that express-openapi-validator's middleware is made of. It is not public, so
 * package.json pins the version and a test guards what is relied on here.
 */
import type { OpenApiRequest } from 'express-openapi-validator/dist/framework/types.js';
import { RequestValidator } from 'express-openapi-validator/dist/middlewares/openapi.request.validator.js';
import { AJV_OPTIONS } from './ajv-options.ts';
import { emptyDocument } from './empty-document.ts';
import type { Finding } from './error-words.ts';
import type { RequestShape } from './request-shapes.ts';

/** What the validator reads of a request, and changes: parameters get the types of the document. */
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
}

export class RequestChecker {
  readonly #validator: RequestValidator;

  /** @param errors whether to stop at the first one, which is faster, or to find all */
  constructor(errors: 'firstError' | 'allErrors') {
    this.#validator = new RequestValidator(emptyDocument(), {
      ...AJV_OPTIONS,
      allErrors: errors === 'allErrors',
      verbose: true,
      // They are refused in our own words, all at once, before.
      allowUnknownQueryParameters: true,
    });
  }

  /** @returns what is wrong; nothing where the request is as the contract has it */
  check(subject: Subject): readonly Finding[] {
    try {
      // An Express request has all this and more; the response is not looked at.
      void this.#validator.validate(subject as unknown as OpenApiRequest, noResponse, passed);
      return [];
    } catch (error) {
      const findings = this.#findings(subject);
      if (findings.length === 0) throw error;
      return findings;
    }
  }

  /** What its compiled functions have found. The error that it throws says less. */
  #findings({ method, path, headers }: Subject): readonly Finding[] {
    const key = `${method}-${path}-${headers['content-type'] ?? 'not_provided'}`;
    return [this.#validator['ajv'], this.#validator['ajvBody']].flatMap((schemas: Schemas) => {
      const compiled = schemas.getSchema(key);
      const findings = compiled?.errors ?? [];
      // They hold on to the body.
      if (compiled !== undefined) compiled.errors = null;
      return findings;
    });
  }
}

/** The part of an ajv instance that is read here. */
interface Schemas {
  getSchema(key: string): { errors?: readonly Finding[] | null } | undefined;
}

const noResponse = {} as Parameters<RequestValidator['validate']>[1];
const passed = () => undefined;
