import path from 'node:path';
import * as vscode from 'vscode';
import { Secret } from '../../../api/secret';
import { applicationIdentity, type Application } from '../../../applications/application';
import type { MachineSource } from '../../../requests/document/dynamicValue';
import { dotenvValue, ownValue } from '../../../requests/document/environmentValues';
import { askToContinue } from '../../platform/dialogs';
import { plainText } from '../../messages/plainText';
import { UiError } from '../../messages/uiError';
import { parsedDocument } from '../document/parsedDocument';
import { readBodyFile } from './bodyFile';
import type { Consents } from './consents';

interface MachineValue {
  source: MachineSource;
  name: string;
  isPublic: boolean;
}

/** Maximum number of characters of the names in one question. */
const longestList = 600;

/**
 * Reads the value of `{{$dotenv NAME}}` or `{{$processEnv NAME}}`. It is a secret, unless the document marks it `public`.
 * Asks the user once per document and application to allow the values that the document names.
 * @throws UiError if the value does not exist or must not be read; vscode.CancellationError if the user declines
 */
export async function readMachineValue(
  document: vscode.TextDocument,
  application: Application,
  { source, name, isPublic }: MachineValue,
  consents: Consents,
): Promise<Secret> {
  await permit(document, application, `${source} ${name}${isPublic ? ' public' : ''}`, consents);
  if (source === '$dotenv') return new Secret(await fromFile(document, name));
  const value = ownValue(process.env, name);
  if (value === undefined)
    throw new UiError(vscode.l10n.t('The environment of VS Code has no {0}. Set it, then start VS Code again.', name));
  return new Secret(value);
}

async function permit(
  document: vscode.TextDocument,
  application: Application,
  requested: string,
  consents: Consents,
): Promise<void> {
  if (!vscode.workspace.isTrusted) {
    throw new UiError(
      vscode.l10n.t('This workspace is not trusted and gets no values from this machine. Trust it first.'),
    );
  }
  const keyOf = (name: string) => JSON.stringify(['machine', name, applicationIdentity(application)]);
  if (consents.has(document, [keyOf(requested)])) return;
  const names = namesInQuestion([...new Set([requested, ...namedBy(document)])]);
  const file = plainText(document.uri.path.split('/').at(-1) ?? '', 100);
  const allow = vscode.l10n.t('Allow');
  const question = vscode.l10n.t('Let {0} use values from this machine?', file);
  const list = plainText(names.join(', '), longestList);
  const hasPublic = names.some(name => name.endsWith(' public'));
  const hosts = [...new Set([application.serverDomain, application.authUrl])].join(', ');
  const applicationText = plainText(application.name, 60);
  const detail = [
    vscode.l10n.t('It uses {0}. These values go only to {1} ({2}).', list, applicationText, hosts),
    hasPublic
      ? vscode.l10n.t(
          'They are masked like secrets, except those marked public: these can be part of addresses, logs and the history.',
        )
      : vscode.l10n.t('They are masked like secrets.'),
  ].join('\n\n');
  await askToContinue(question, detail, allow);
  await consents.give(document, names.map(keyOf));
}

/** Returns all machine values that the document names, so that one question covers them. */
function namedBy(document: vscode.TextDocument): string[] {
  const expressions = parsedDocument(document).references.map(({ expression }) => expression.text);
  return expressions.filter(text => /^\$(dotenv|processEnv)\s/.test(text)).map(text => text.replace(/\s+/g, ' '));
}

/** Returns the names that the question shows in full, at least the first. The others are asked for when they are used. */
function namesInQuestion(names: readonly string[]): string[] {
  let length = 0;
  return names.filter((name, index) => (length += name.length + 2) <= longestList || index === 0);
}

/** Returns a value from the file `.env` beside the document, else from the one in its workspace folder. */
async function fromFile(document: vscode.TextDocument, name: string): Promise<string> {
  const folder = vscode.Uri.joinPath(document.uri, '..');
  const root = vscode.workspace.getWorkspaceFolder(document.uri)?.uri ?? folder;
  const above = path.posix.join(path.posix.relative(folder.path, root.path), '.env');
  const { value, hasFile } = await dotenvValue(name, new Set(['.env', above]), async file =>
    document.isUntitled || (await exists(vscode.Uri.joinPath(folder, file))) ? readBodyFile(document, file) : undefined,
  );
  if (value !== undefined) return value;
  throw new UiError(
    hasFile
      ? vscode.l10n.t('The file .env has no {0}. Add it there.', name)
      : vscode.l10n.t('There is no file .env beside the document or in its workspace folder.'),
  );
}

async function exists(file: vscode.Uri): Promise<boolean> {
  try {
    await vscode.workspace.fs.stat(file);
    return true;
  } catch {
    return false;
  }
}
