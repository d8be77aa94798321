import { ApiError } from '../api/errors';
import { UnusableIdError } from '../api/http/pathSegment';
import { redact } from '../api/masking/text';
import { ApiMessages } from '../api/messages/apiMessages';
import { apiProgramTemplates } from '../api/messages/templates';
import { LostRun } from '../functions/debugRun';
import { FunctionError } from '../functions/functionError';
import { FunctionMessages } from '../functions/messages';
import { RequestError } from '../requests/document/requestError';
import { RequestMessages } from '../requests/messages/messages';
import { programTemplates } from '../requests/messages/templates';
import { TransferMessages } from '../records/transfer/messages';
import { TransferError } from '../records/transfer/transferError';
import { WorldMessages } from '../world/messages';
import { t } from './language';

/** The messages about requests, checks and runs, in the language of the program. */
export const messages = new RequestMessages(t, programTemplates);

/** The messages about imports and exports, in the language of the program. */
export const transferMessages = new TransferMessages(t);

/** The messages about cloud functions, in the language of the program. */
export const functionMessages = new FunctionMessages(t);

/** The messages about worlds, in the language of the program. */
export const worldMessages = new WorldMessages(t);

// Foreign text is not escaped here, because every line passes through `terminalLine` before it is printed.
const apiMessages = new ApiMessages(t, apiProgramTemplates, text => text);

/** Thrown if a command may not send a request. Callers branch on `code`. */
export class RunError extends Error {
  readonly code: 'production' | 'noSecret' | 'nobodyToAsk' | 'notAllowed' | 'untrustedHost';

  constructor(code: RunError['code'], message: string) {
    super(message);
    this.code = code;
  }
}

/** Returns code and message of an error, without credentials. */
export function describeError(error: unknown): { code: string; text: string } {
  if (error instanceof RequestError)
    return { code: error.code, text: redact(messages.request(error.code, error.detail, error.cause)) };
  if (error instanceof ApiError) return { code: error.code, text: redact(apiText(error)) };
  if (error instanceof TransferError) return { code: error.code, text: redact(transferMessages.error(error)) };
  if (error instanceof FunctionError) return { code: error.code, text: functionMessages.error(error) };
  if (error instanceof LostRun) return { code: error.cause.code, text: lostRunText(error) };
  if (error instanceof UnusableIdError) return { code: 'unknown', text: apiMessages.unusableId(error.id) };
  if (error instanceof RunError) return { code: error.code, text: error.message };
  return { code: 'unknown', text: redact(error instanceof Error ? error.message : String(error)) };
}

/** Returns that a function may have run. Leaves out the message of the cause, because it may advise to try again. */
function lostRunText({ functionName, cause: { reason, status, code } }: LostRun): string {
  return t(
    'It is not known whether {0} ran ({1}). Look at its runs before you run it again: hydrogen functions logs {0}',
    functionName,
    reason ?? status ?? code,
  );
}

/** Returns the message of an error with its system error code, such as ENOTFOUND. */
function apiText(error: ApiError): string {
  const text = apiMessages.message(error);
  return error.reason === undefined || text.includes(error.reason) ? text : `${text} (${error.reason})`;
}
