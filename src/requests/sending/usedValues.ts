import { RequestError, type RequestErrorCode } from '../document/requestError';
import type { Range } from '../document/syntax';
import type { VariableScope } from '../document/variables';
import type { ReadFile } from './resolvedRequest';

/** The sources of the values that a request uses. */
type Sources = Pick<VariableScope, 'secret' | 'machineValue' | 'onResponseValue'> & { readFile: ReadFile };

/**
 * Records the values that a request uses while it is resolved, and refuses secrets where none may be, before anybody is
 * asked for them. No secret may be in the address; other parts depend on the host.
 */
export class UsedValues {
  readonly #line: Range;
  #refusal: { code: RequestErrorCode; detail?: string } | undefined = { code: 'secretInAddress' };
  /** The paths of files in the body. */
  readonly files: string[] = [];
  /** The expressions of values from other responses. */
  readonly responseValues: string[] = [];
  /** The names of values of this machine that are not secret. */
  readonly publicValues: string[] = [];

  /** @param line the position of the errors */
  constructor(line: Range) {
    this.#line = line;
  }

  /**
   * Notes that the address is complete. From now on secrets may be used, unless the request goes to `foreignHost`.
   * @param foreignHost a host that may not get secrets, if the request goes to one
   */
  endAddress(foreignHost: string | undefined): void {
    this.#refusal = foreignHost === undefined ? undefined : { code: 'secretToOtherOrigin', detail: foreignHost };
  }

  /** Returns the sources with these rules. Their functions throw RequestError for a secret that is not permitted. */
  sources(context: Omit<Sources, 'onResponseValue'>): Sources {
    return {
      secret: async name => {
        this.#refuseForbidden(name);
        return context.secret(name);
      },
      machineValue: async (source, name, isPublic) => {
        if (isPublic) this.publicValues.push(name);
        else this.#refuseForbidden(`${source} ${name}`);
        return context.machineValue(source, name, isPublic);
      },
      onResponseValue: expression => void this.responseValues.push(expression),
      readFile: path => {
        this.files.push(path);
        return context.readFile(path);
      },
    };
  }

  #refuseForbidden(name: string): void {
    if (this.#refusal !== undefined)
      throw new RequestError(this.#refusal.code, this.#refusal.detail ?? name, this.#line);
  }
}
