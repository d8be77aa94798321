import { RequestError, type RequestErrorCode } from '../../../requests/document/requestError';
import { RequestMessages } from '../../../requests/messages/messages';
import { editorTemplates } from '../../../requests/messages/templates';
import { UiError } from '../../messages/uiError';
import { translate } from '../../messages/translate';

/** The messages about requests, checks and runs in VS Code's language. */
export const messages = new RequestMessages(translate, editorTemplates);

/** Returns a RequestError as a UiError with its message, and other errors unchanged. */
export function asUiError(error: unknown): unknown {
  return error instanceof RequestError ? new UiError(requestMessage(error.code, error.detail, error.cause)) : error;
}

/** Explains why a request cannot be sent as written, and what to do. @param detail the invalid name */
export function requestMessage(code: RequestErrorCode, detail?: string, cause?: unknown): string {
  const isExplained = code === 'noFile' && cause instanceof UiError;
  return isExplained ? cause.message : messages.request(code, detail, cause);
}
