import { findEnvironment } from '../api/environmentNames';
import type { HttpClient } from '../api/http/httpClient';
import { pause } from '../api/http/retryAfter';
import { isTokenRejected } from '../api/openApi/openApi';
import type { Secret } from '../api/secret';
import { abortable } from '../auth/abortable';
import type { AccessTokens } from '../auth/callWithAccessToken';
import { isForProduction } from '../applications/application';
import type { CheckFile, RunHost } from '../requests/checks/runHost';
import { RequestError } from '../requests/document/requestError';
import { namedApplications } from '../requests/document/rules';
import { labelOf } from '../requests/document/outline';
import { directive, type RequestNode } from '../requests/document/syntax';
import { executeRequest, type ExecutedRequest } from '../requests/sending/executeRequest';
import { foreignHeaders } from '../requests/sending/foreignHeaders';
import type { Target } from '../requests/sending/resolve';
import type { ResolvedRequest } from '../requests/sending/resolvedRequest';
import { RunSecrets } from '../requests/sending/runSecrets';
import { environmentValues } from '../requests/document/environmentValues';
import { authorizeRun, requireSecret, untrustedHostError } from './authorization';
import { createAccessTokens } from './accessTokens';
import { isHiddenFile, readBodyFile } from './files';
import { machineValue } from './machineValues';
import { describeError, RunError } from './messages';
import type { CheckOptions } from './checkOptions';
import { secretVariable } from './settings';
import type { CommandTarget } from './target';
import { t } from './language';

type RunRequestOptions = Parameters<RunHost['execute']>[2];

/** Sends the requests of a run, and protects its secrets from untrusted hosts. */
export class CheckHost implements RunHost {
  readonly secrets = new RunSecrets();
  readonly snapshots: NonNullable<RunHost['snapshots']>;
  readonly #target: CommandTarget;
  readonly #fetch: HttpClient['fetch'];
  readonly #options: CheckOptions;
  readonly #env: NodeJS.ProcessEnv;
  readonly #tokens: AccessTokens;
  // This is not the signal of the run: after a cancellation, teardowns still need a token.
  readonly #authorizations = new AbortController();

  constructor(
    target: CommandTarget,
    { fetch }: HttpClient,
    options: CheckOptions,
    env: NodeJS.ProcessEnv,
    snapshots: NonNullable<RunHost['snapshots']>,
  ) {
    this.#target = target;
    this.#fetch = fetch;
    this.#options = options;
    this.#env = env;
    this.snapshots = snapshots;
    this.#tokens = createAccessTokens(() => this.#accessToken());
    const { clientSecret, userToken, all } = target.secrets;
    if (clientSecret !== undefined) this.secrets.add(t('the ClientSecret'), clientSecret);
    if (userToken !== undefined) this.secrets.add(t('the user token'), userToken);
    for (const [name, secret] of all) this.secrets.add(t('the secret {0}', name), secret);
  }

  /** Ends authorizations that no request waits for any more. */
  close(): void {
    this.#authorizations.abort();
  }

  describe(error: unknown): { code: string; text: string } {
    const { code, text } = describeError(error);
    return { code, text: this.secrets.mask(text) };
  }

  async execute(file: CheckFile, request: RequestNode, options: RunRequestOptions): Promise<ExecutedRequest> {
    const { application } = this.#target;
    const named = directive(request, 'application');
    if (named !== undefined && namedApplications([application], named.value.text).length === 0) {
      const error = new RequestError('unknownApplication', named.value.text, named);
      return { request, resolved: undefined, result: undefined, error };
    }
    const executed = await executeRequest(request, this.#context(file, request, options));
    this.secrets.addReceived(t('a token of {0}', labelOf(request)), executed.result?.tokens() ?? []);
    return executed;
  }

  wait(milliseconds: number, signal: AbortSignal): Promise<void> {
    return pause(milliseconds / 1000, signal);
  }

  #context(
    file: CheckFile,
    request: RequestNode,
    { responsesOf, signal, mayRenew }: RunRequestOptions,
  ): Parameters<typeof executeRequest>[1] {
    const { secrets, variables } = this.#target;
    const environment = this.#environmentOf(request);
    return {
      document: file.document,
      environmentVariables: environmentValues(variables, environment),
      responses: responsesOf(environment?.envId ?? ''),
      signal,
      target: this.#requestTarget(),
      fetch: this.#fetch,
      permit: (resolved, body) => this.#permit(file, resolved, body),
      ...(mayRenew && {
        renew: async (refused: Secret) => {
          const { application } = this.#target;
          const isRejected = await isTokenRejected(application, refused, { fetch: this.#fetch, signal });
          return isRejected ? abortable(this.#tokens.renew(refused), signal, application.authUrl) : undefined;
        },
      }),
      now: () => Date.now(),
      readFile: name => readBodyFile(file.name, name),
      prompt: question => Promise.reject(new RunError('nobodyToAsk', t('A run cannot ask for a value: {0}', question))),
      secret: async name =>
        this.#withLabel(
          t('the secret {0}', name),
          requireSecret(secrets.named(name), t('There is no secret {0}: set {1}.', name, secretVariable(name))),
        ),
      machineValue: async (source, name) => {
        const values = { env: this.#env, allowed: this.#options.allowEnv };
        return this.#withLabel(`${source} ${name}`, await machineValue(file.name, source, name, values));
      },
      otherSecrets: () => Promise.resolve(this.secrets.list()),
    };
  }

  #withLabel(label: string, secret: Secret): Secret {
    this.secrets.add(label, secret);
    return secret;
  }

  #requestTarget(): Target {
    const { application, environment, isSandbox, secrets, trusted } = this.#target;
    return {
      ...application,
      isSandbox,
      envId: environment?.envId,
      userToken: () => Promise.resolve(secrets.userToken),
      accessToken: () => this.#tokens.get(),
      mayGetSecrets: url => trusted.include(url),
    };
  }

  /** Returns the environment of a request; `undefined` for production, and for an unknown one, which is refused later. */
  #environmentOf(request: RequestNode): CommandTarget['environment'] {
    const named = directive(request, 'environment');
    if (named === undefined) return this.#target.environment;
    const match = findEnvironment(this.#target.application.environments, named.value.text);
    return match.kind === 'found' ? match.environment : undefined;
  }

  /**
   * Checks whether a request may be sent.
   * @throws RunError for production without `--allow-production`, and for secrets or hidden files that would go to an
   * untrusted host
   */
  async #permit(file: CheckFile, resolved: ResolvedRequest, body: Uint8Array | undefined): Promise<void> {
    const { url, files, headers } = resolved;
    const { application, isSandbox, trusted } = this.#target;
    if (isForProduction(resolved, application, isSandbox) && !this.#options.allowProduction)
      throw new RunError('production', t('It would go to production, which needs --allow-production.'));
    const secrets = this.#target.secrets.all.map(([, secret]) => secret.reveal());
    const foreign = isSandbox ? [] : foreignHeaders(resolved, [application.clientId, ...secrets]);
    if (trusted.include(url, foreign.length === 0)) return;
    // The service may get a foreign token. Another host must not get any, not even one of a response.
    const isService = trusted.include(url);
    const withoutForeign = isService
      ? { ...resolved, headers: headers.filter(header => !foreign.includes(header)) }
      : resolved;
    const carried = this.secrets.carriedBy(withoutForeign, body);
    for (const name of files) if (await isHiddenFile(file.name, name)) carried.push(t('the file {0}', name));
    if (carried.length > 0) throw untrustedHostError(url, carried, isService);
  }

  async #accessToken(): Promise<Secret> {
    const { signal } = this.#authorizations;
    const { accessToken, refreshToken } = await authorizeRun(this.#target, this.#fetch, signal);
    if (refreshToken !== undefined) this.secrets.add(t('the refresh token'), refreshToken);
    return this.#withLabel(t('the access token'), accessToken);
  }
}
