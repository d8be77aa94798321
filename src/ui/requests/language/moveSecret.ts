import * as vscode from 'vscode';
import { Secret } from '../../../api/secret';
import { pinnedTarget } from '../../../requests/document/requestTarget';
import { directivesAt } from '../../../requests/language/nodeAt';
import { pastedSecrets, secretName, secretValue, type PastedSecret } from '../../../requests/language/pastedSecrets';
import type { TargetServices } from '../../applications/commandTarget';
import { UiError } from '../../messages/uiError';
import { checkApplied } from '../../platform/textEdits';
import type { DocumentSecrets } from '../../tokens/documentSecrets';
import type { SecretUse } from '../sending/secretUse';
import { editorRange, parsedDocument } from '../document/parsedDocument';
import { selectionOf } from '../document/requestTarget';

/** The argument of the quick fix: the position of the secret, never its text. */
export interface SecretPosition {
  start: number;
  name: string;
}

/** Stores a pasted secret in the secret storage and replaces it with `{{$secret name}}` in the document. */
export async function moveSecret(
  { applications, selection, secrets, secretUse }: TargetServices & { secrets: DocumentSecrets; secretUse: SecretUse },
  uri: unknown,
  position: unknown,
): Promise<void> {
  if (!(uri instanceof vscode.Uri) || position === undefined) return;
  const document = await vscode.workspace.openTextDocument(uri);
  const parsed = parsedDocument(document);
  const wanted = position as SecretPosition;
  const pasted = secretAt(wanted, pastedSecrets(parsed));
  if (pasted === undefined) throw noSecret();
  const request = { directives: directivesAt(parsed, pasted.range.start) };
  const all = applications.list().applications;
  const selected = selection.current() ?? pinnedTarget([request], all);
  if (selected === undefined)
    throw new UiError(vscode.l10n.t('There is no application yet. Add one, or try the local sandbox.'));
  const { application } = selectionOf(request, selected, all);
  const secret = secretIn(document, pasted);
  const unusedName = await freeName(secrets.of(application), wanted.name, secret);
  await secretUse.keep(unusedName, secret, application, document);
  // The document may have changed while the secret was stored.
  const sameSecrets = pastedSecrets(parsedDocument(document)).filter(each => secretIn(document, each).equals(secret));
  const current = sameSecrets.find(({ range }) => range.start === pasted.range.start) ?? sameSecrets[0];
  if (current === undefined) throw noSecret();
  const edit = new vscode.WorkspaceEdit();
  edit.replace(uri, editorRange(document, current.range), `{{$secret ${unusedName}}}`);
  checkApplied(await vscode.workspace.applyEdit(edit));
}

/**
 * Returns the secret that a quick fix was offered for. If an edit has shifted it since, it is the only one with its name.
 */
function secretAt({ start, name }: SecretPosition, secrets: readonly PastedSecret[]): PastedSecret | undefined {
  const named = secrets.filter(secret => secretName(secret.name) === name);
  return secrets.find(({ range }) => range.start === start) ?? (named.length === 1 ? named[0] : undefined);
}

function secretIn(document: vscode.TextDocument, pasted: PastedSecret): Secret {
  return new Secret(secretValue(document.getText(editorRange(document, pasted.range)), pasted));
}

function noSecret(): UiError {
  return new UiError(vscode.l10n.t('There is no longer a secret here.'));
}

/** Returns the name, with a number appended if another secret already has this name. */
async function freeName(stored: ReturnType<DocumentSecrets['of']>, name: string, secret: Secret): Promise<string> {
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? name : `${name}${number}`;
    const taken = await stored.read(candidate);
    if (taken === undefined || taken.equals(secret)) return candidate;
  }
}
