import * as vscode from 'vscode';
import type { Secret } from '../../../api/secret';
import type { Selection } from '../../../applications/selection';
import type { ResolvedRequest } from '../../../requests/sending/resolvedRequest';
import type { RunResult } from '../../../requests/sending/runResult';
import { RunSecrets } from '../../../requests/sending/runSecrets';
import type { Tokens } from '../../tokens/tokens';
import { realmOf, type Users } from '../../users/userSessions';

/** All secrets known to this window: stored ones, those that documents used, and those of earlier responses. */
export class WindowSecrets {
  readonly #tokens: Tokens;
  readonly #users: Users;
  readonly #secrets = new RunSecrets();

  constructor(tokens: Tokens, users: Users) {
    this.#tokens = tokens;
    this.#users = users;
  }

  /**
   * Returns all known secrets, including those stored for the selection. Never rejects: unreadable secrets are omitted.
   */
  async of(selection: Selection): Promise<Secret[]> {
    await this.#readStored(selection);
    return this.#secrets.list();
  }

  /** Adds a secret that a document uses. @returns the same secret */
  use(label: string, secret: Secret): Secret {
    this.#secrets.add(label, secret);
    return secret;
  }

  addResponse(request: string, result: RunResult | undefined): void {
    this.#secrets.addReceived(vscode.l10n.t('token in the response of {0}', request), result?.tokens() ?? []);
  }

  /** Returns the names of secrets that the request contains, in any encoding. */
  async carriedBy(selection: Selection, request: ResolvedRequest, body: Uint8Array | undefined): Promise<string[]> {
    await this.#readStored(selection);
    return this.#secrets.carriedBy(request, body);
  }

  async #readStored(selection: Selection): Promise<void> {
    const { application } = selection;
    const add = (label: string, secret: Secret | undefined) => {
      if (secret !== undefined) this.#secrets.add(label, secret);
    };
    const tokens = this.#tokens.of(application);
    await Promise.allSettled([
      tokens.read().then(set => {
        add(vscode.l10n.t('Access Token'), set?.accessToken);
        add(vscode.l10n.t('Refresh Token'), set?.refreshToken);
      }),
      tokens.clientSecret().then(secret => add('ClientSecret', secret)),
      this.#users
        .of(application)
        .read(realmOf(selection))
        .then(session => add(vscode.l10n.t('user token'), session?.token)),
    ]);
  }
}
