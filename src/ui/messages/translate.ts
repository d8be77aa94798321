import * as vscode from 'vscode';
import type { Translate } from '../../api/messages/template';

/** Translates a template of the core into the display language of VS Code. */
export const translate: Translate = (template, ...values) => vscode.l10n.t(template, ...values);
