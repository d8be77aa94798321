import { isWebPage, type ApiError } from '../errors';
import type { Translate } from './template';
import { apiTemplates, apiVariants, idTemplates, type ApiErrorKind, type ApiHostTemplates } from './templates';

type Sentence = [template: string, ...values: (string | number)[]];

/** Creates the messages about failed calls, for the editor and the program. */
export class ApiMessages {
  readonly #translate: Translate;
  readonly #host: ApiHostTemplates;
  readonly #clean: (foreignText: string) => string;

  /** @param clean makes text of a server harmless where the host shows it */
  constructor(translate: Translate, host: ApiHostTemplates, clean: (foreignText: string) => string) {
    this.#translate = translate;
    this.#host = host;
    this.#clean = clean;
  }

  /** Returns one or two sentences: the failure and the next step for the user. */
  message(error: ApiError): string {
    return this.#translate(...this.#sentence(apiErrorKind(error), error));
  }

  /** Returns why no request was sent with an ID. */
  unusableId(id: string): string {
    return id === '' ? this.#translate(idTemplates.empty) : this.#translate(idTemplates.unusable, this.quoted(id));
  }

  /** Returns text of a server in quotation marks. */
  quoted(text = ''): string {
    return text === '' ? this.#translate(apiVariants.nothing) : `“${this.#clean(text)}”`;
  }

  #sentence(kind: ApiErrorKind, error: ApiError): Sentence {
    const { url, expected = '?', received, reason, retryAfter } = error;
    const origin = URL.canParse(url) ? new URL(url).origin : url;
    switch (kind) {
      case 'timeout':
        return [this.#host.timeout, origin];
      case 'proxy':
        return this.#proxy(origin, reason);
      case 'clientCertificate':
        return reason === 'CLIENT_CERT_UNREADABLE'
          ? [apiVariants.certificateUnreadable, origin]
          : [apiVariants.certificateUnusable, origin];
      case 'tls':
        return [this.#tlsTemplate(reason), origin, reason ?? 'TLS'];
      case 'network':
        return reason === undefined ? [apiTemplates.network, origin] : [apiVariants.connectionLost, origin, reason];
      case 'endless':
        return [apiTemplates.endless, origin, expected];
      case 'notJson':
        return [apiTemplates.notJson, url, this.quoted(received)];
      case 'unexpectedShape':
        return [apiTemplates.unexpectedShape, url, expected, this.quoted(received)];
      case 'tooManyRedirects':
        return [apiTemplates.tooManyRedirects, url];
      case 'unsafeRedirect':
        return [apiTemplates.unsafeRedirect, url, received ?? '?'];
      case 'tooManyRequests':
        return retryAfter === undefined
          ? [apiTemplates.tooManyRequests, origin]
          : [apiVariants.retryAfter, origin, retryAfter];
      case 'cancelled':
      case 'unknownHost':
      case 'refused':
      case 'tooLarge':
      case 'insecure':
      case 'unauthorized':
      case 'forbidden':
      case 'notFound':
      case 'serverError':
      case 'otherStatus':
        return [
          isWebPage(error) && (kind === 'unauthorized' || kind === 'forbidden')
            ? apiVariants.webPage
            : apiTemplates[kind],
          origin,
          this.#response(error),
        ];
    }
  }

  #proxy(origin: string, reason = ''): Sentence {
    return reason === 'ERR_PROXY_407' ? [this.#host.proxyAuthentication, reason] : [this.#host.proxy, origin, reason];
  }

  #tlsTemplate(reason = ''): string {
    if (reason === 'CERT_HAS_EXPIRED') return apiVariants.certificateExpired;
    if (reason === 'CERT_NOT_YET_VALID') return apiVariants.certificateNotYetValid;
    if (reason === 'ERR_TLS_CERT_ALTNAME_INVALID') return apiVariants.certificateOfAnotherName;
    if (/SELF_SIGNED|UNABLE_TO/.test(reason)) return apiVariants.untrustedIssuer;
    return /CERTIFICATE_REQUIRED/.test(reason) ? this.#host.clientCertificateRequired : this.#host.tls;
  }

  /** Returns the status and the text that the server sent with it. */
  #response(error: ApiError): string {
    const { status, serverMessage, received = '' } = error;
    const title = isWebPage(error) ? /<title[^>]*>\s*([^<]+?)\s*</i.exec(received)?.[1] : undefined;
    const text = serverMessage ?? title ?? (received === '' ? undefined : received);
    return text === undefined ? `${status}` : `${status}, ${this.quoted(text)}`;
  }
}

/** Returns the kind of a failure, by its code, its HTTP status, or the failed proxy or client certificate. */
export function apiErrorKind({ code, reason = '', status = 0 }: ApiError): ApiErrorKind {
  if (reason.startsWith('ERR_PROXY')) return 'proxy';
  if (reason.startsWith('CLIENT_CERT')) return 'clientCertificate';
  if (code !== 'status') return code;
  if (status === 401) return 'unauthorized';
  if (status === 403) return 'forbidden';
  if (status === 404) return 'notFound';
  if (status === 429) return 'tooManyRequests';
  return status >= 500 ? 'serverError' : 'otherStatus';
}
