import { annotate, type SandboxContext } from '../backend/routing';
import { HttpError } from '../http/httpError';
import { wrongType } from './values';

/**
 * Collects the fields of one write that are not stored. Like the service, the sandbox still reports success if at least
 * one value has the right type. The request log names the dropped fields.
 */
export class DroppedFields {
  readonly #context: SandboxContext;
  readonly #isStrict: boolean;
  readonly #wrongType: string[] = [];
  readonly #disabled: string[] = [];

  /** @param isStrict whether one value of a wrong type makes the request fail */
  constructor(context: SandboxContext, isStrict = false) {
    this.#context = context;
    this.#isStrict = isStrict;
  }

  /**
   * Adds the field and returns true if it must be dropped: its value has the wrong type, or `droppedFields` contains
   * its name.
   */
  addIfDropped(name: string, value: unknown): boolean {
    if (value === wrongType) this.#wrongType.push(name);
    else if (this.#context.get('backend').behaviour.droppedFields.includes(name)) this.#disabled.push(name);
    else return false;
    return true;
  }

  /**
   * Notes the dropped fields in the request log.
   * @param sentCount the number of fields in the write
   * @throws HttpError 400 when all values (in a strict request: one) are of the wrong type
   */
  check(sentCount: number): void {
    const wrong = this.#wrongType.length;
    const names = [...this.#wrongType, ...this.#disabled];
    if (names.length > 0) annotate(this.#context, `Not stored: ${names.join(', ')}.`);
    if (wrong > 0 && (wrong === sentCount || this.#isStrict))
      throw new HttpError(400, 'Failed to save record, type conflict on fields');
  }
}
