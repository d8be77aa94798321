import * as vscode from 'vscode';
import { plainText } from '../messages/plainText';

/** Returns the visible name. Production has no Env ID and a localized name. */
export function environmentName(environment: { name: string; envId?: string | undefined } | undefined): string {
  return environment?.envId === undefined ? vscode.l10n.t('Production') : environment.name;
}

interface NamedTarget {
  application: { name: string };
  environment?: { name: string; envId?: string | undefined } | undefined;
}

/** Returns “application · environment” for a sentence, a title or a tooltip, with names of at most `longest` characters. */
export function targetName({ application, environment }: NamedTarget, longest = 60): string {
  return `${plainText(application.name, longest)} · ${plainText(environmentName(environment), longest)}`;
}
