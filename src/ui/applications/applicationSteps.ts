import * as vscode from 'vscode';
import { parseAddress } from '../../applications/address';
import {
  applicationKey,
  idProblem,
  publicAuthUrl,
  publicServerDomain,
  type Application,
} from '../../applications/application';
import { Secret } from '../../api/secret';
import { addressProblem, idMessage } from '../messages/fieldMessages';
import type { Step } from '../platform/prompts';

/** The answers so far. Without a ClientSecret, the stored one is kept. */
export interface ApplicationAnswers {
  name?: string | undefined;
  clientId?: string | undefined;
  clientSecret?: Secret | undefined;
  serverDomain?: string | undefined;
  authUrl?: string | undefined;
}

type ApplicationStep = Step<ApplicationAnswers>;
type Validation = ReturnType<ApplicationStep['validate']>;

/** @param original the application being edited; its ClientSecret may be left empty */
export function applicationSteps(
  others: readonly Application[],
  original?: Application,
): Record<keyof ApplicationAnswers, ApplicationStep> {
  return {
    name: {
      prompt: vscode.l10n.t('A name for the application, as you want to see it in the tree'),
      placeholder: vscode.l10n.t('My Shop'),
      value: answers => answers.name ?? '',
      validate: text => (text === '' ? vscode.l10n.t('Enter a name.') : undefined),
      accept: (text, answers) => ({ ...answers, name: text }),
    },
    clientId: {
      prompt: vscode.l10n.t('ClientID, from the settings of the application in the developer console'),
      value: answers => answers.clientId ?? '',
      validate: text => validateId(text),
      accept: (text, answers) => ({ ...withoutProposal(answers), clientId: text }),
    },
    clientSecret: {
      prompt:
        original === undefined
          ? vscode.l10n.t(
              'ClientSecret, beside the ClientID in the developer console. It is kept in the secret storage of VS Code.',
            )
          : vscode.l10n.t('ClientSecret. Leave it empty to keep the one that is stored.'),
      password: true,
      value: answers => answers.clientSecret?.reveal() ?? '',
      validate: (text, answers) => {
        if (text === '') {
          return keepsSecret(original, answers) ? undefined : vscode.l10n.t('Enter the ClientSecret.');
        }
        return validateId(text);
      },
      accept: (text, answers) => withoutSecret(answers, text === '' ? undefined : new Secret(text)),
    },
    serverDomain: {
      prompt: vscode.l10n.t('Server domain of the application: the address of its Web API'),
      placeholder: 'https://example.myminapp.com',
      value: answers =>
        answers.serverDomain ?? (answers.clientId === undefined ? '' : publicServerDomain(answers.clientId)),
      validate: text => validateAddress(text),
      accept: (text, answers) => ({ ...answers, serverDomain: originOf(text) }),
    },
    authUrl: {
      prompt: vscode.l10n.t('Authorization server. Keep the public address unless you use a different one.'),
      placeholder: publicAuthUrl,
      value: answers => answers.authUrl ?? publicAuthUrl,
      validate: (text, answers) => authUrlProblem(text, answers, others, original),
      accept: (text, answers) => ({ ...answers, authUrl: originOf(text) }),
    },
  };
}

function authUrlProblem(
  text: string,
  answers: ApplicationAnswers,
  others: readonly Application[],
  original: Application | undefined,
): Validation {
  const { origin } = parseAddress(text);
  if (origin === undefined) return validateAddress(text);
  const key = applicationKey({ authUrl: origin, clientId: answers.clientId ?? '' });
  const taken = others.find(other => applicationKey(other) === key);
  if (taken !== undefined) return vscode.l10n.t('“{0}” already has this ClientID on this server.', taken.name);
  if (original !== undefined && answers.clientSecret === undefined && origin !== original.authUrl)
    return vscode.l10n.t('The stored ClientSecret is bound to {0}. Go back and enter it again.', original.authUrl);
  return validateAddress(text);
}

function keepsSecret(original: Application | undefined, answers: ApplicationAnswers): boolean {
  return original !== undefined && answers.clientId === original.clientId;
}

/** Drops the server domain if it is the one that was proposed for the previous ClientID. */
function withoutProposal(answers: ApplicationAnswers): ApplicationAnswers {
  const { serverDomain, ...rest } = answers;
  const proposed = answers.clientId === undefined ? undefined : publicServerDomain(answers.clientId);
  return serverDomain === undefined || serverDomain === proposed ? rest : answers;
}

function withoutSecret(answers: ApplicationAnswers, secret: Secret | undefined): ApplicationAnswers {
  const { clientSecret, ...rest } = answers;
  return secret === undefined ? rest : { ...rest, clientSecret: secret };
}

function validateId(text: string): string | undefined {
  const problem = idProblem(text);
  return problem === undefined ? undefined : idMessage(problem);
}

/** Returns why an address is invalid, or an Info message if the stored address will differ from the typed one. */
function validateAddress(text: string): Validation {
  const { origin, problem } = parseAddress(text);
  if (problem !== undefined) return addressProblem(problem);
  if (origin === text) return undefined;
  const lost = pathOf(text);
  if (lost !== undefined) return vscode.l10n.t('The address must not have a path. Remove “{0}”.', lost);
  return { message: vscode.l10n.t('Will be saved as {0}', origin), severity: vscode.InputBoxValidationSeverity.Info };
}

/** Returns the path and query that are lost when only the origin is kept. */
function pathOf(text: string): string | undefined {
  const [, path = ''] = /^(?:[a-z]+:\/\/)?[^/?#]*(.*)$/i.exec(text) ?? [];
  return path === '' || path === '/' ? undefined : path;
}

function originOf(text: string): string {
  return parseAddress(text).origin ?? text;
}
