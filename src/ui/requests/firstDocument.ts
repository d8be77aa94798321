import * as vscode from 'vscode';
import type { Application } from '../../applications/application';
import { sandboxUserHint, sandboxUserOf } from '../nodes/sandboxUser';

/** Returns the text of a first request document with commented examples. In the sandbox it can be sent unchanged. */
export function firstDocument(application: Application | undefined): string {
  const hint = application && sandboxUserHint(application);
  const user = application && sandboxUserOf(application);
  const lines = [
    // VS Code proposes the first line as file name.
    `### ${vscode.l10n.t('Log in')}`,
    `# ${vscode.l10n.t('Host, ClientID, Env ID and tokens come from the application and environment that are selected.')}`,
    `# ${vscode.l10n.t('Save it as something.hydrogen.http. It contains no secrets, so it can be committed.')}`,
    `# ${vscode.l10n.t('The password is asked for once and kept in the secret storage.')}`,
    `# ${hint ?? vscode.l10n.t('Put the name of a user of your application here.')}`,
    `@username = ${user?.username ?? 'ada'}`,
    '# @name login',
    'POST /hserve/v2.1/login/username/',
    '',
    '{',
    '  "username": "{{username}}",',
    '  "password": "{{$secret password}}"',
    '}',
    '',
    `### ${vscode.l10n.t('Use the response of the request above')}`,
    'GET /hserve/v2.2/user/info/{{login.response.body.user_id}}/',
    'Authorization: Hydrogen-r1 {{login.response.body.token}}',
    '',
    `### ${vscode.l10n.t('The content groups')}`,
    'GET /hserve/v1/content/group/?limit=20',
  ];
  return `${lines.join('\n')}\n`;
}
