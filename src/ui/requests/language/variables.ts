import * as vscode from 'vscode';
import { isName, type Range, type RequestDocument } from '../../../requests/document/syntax';
import { hasSnapshot } from '../../../requests/document/checkLine';
import { definitions, requestNameIn } from '../../../requests/document/variables';
import { toUserError } from '../../messages/toUserError';
import { editorRange, languageId, parsedDocument } from '../document/parsedDocument';
import { snapshotsUri } from '../sending/snapshotFile';

/** Registers definition, references and renaming of variables and named requests. */
export function registerVariables(): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.languages.registerDefinitionProvider(languageId, {
      provideDefinition(document, position) {
        const symbol = nameAt(document, position);
        if (symbol?.definition === undefined) return undefined;
        return new vscode.Location(document.uri, editorRange(document, symbol.definition));
      },
    }),
    vscode.languages.registerReferenceProvider(languageId, {
      provideReferences(document, position) {
        const symbol = nameAt(document, position);
        return (symbol?.occurrences ?? []).map(
          occurrence => new vscode.Location(document.uri, editorRange(document, occurrence)),
        );
      },
    }),
    vscode.languages.registerRenameProvider(languageId, {
      prepareRename(document, position) {
        const symbol = nameAt(document, position);
        if (symbol === undefined) throw toUserError(vscode.l10n.t('Only variables and named requests can be renamed.'));
        return { range: editorRange(document, symbol.atCursor), placeholder: symbol.name };
      },
      async provideRenameEdits(document, position, newName) {
        if (!isName(newName)) {
          throw toUserError(vscode.l10n.t('A name consists of letters, digits, “-” and “_”.'));
        }
        const symbol = nameAt(document, position);
        if (symbol?.name !== newName && usedNames(parsedDocument(document)).has(newName))
          throw toUserError(vscode.l10n.t('The name {0} is already used in this document.', newName));
        const edit = new vscode.WorkspaceEdit();
        for (const occurrence of symbol?.occurrences ?? []) {
          edit.replace(document.uri, editorRange(document, occurrence), newName);
        }
        if (symbol !== undefined) await renameSnapshot(document, symbol.name, newName, edit);
        return edit;
      },
    }),
  );
}

/** Adds the renaming of the snapshot to `edit`, because a snapshot has the name of its request. */
async function renameSnapshot(
  document: vscode.TextDocument,
  name: string,
  newName: string,
  edit: vscode.WorkspaceEdit,
): Promise<void> {
  if (!parsedDocument(document).requests.some(request => request.name === name && hasSnapshot(request))) return;
  const uri = snapshotsUri(document.uri);
  const stored = document.isUntitled ? undefined : await openText(uri);
  const key = `\n  ${JSON.stringify(name)}: {`;
  const at = stored?.getText().indexOf(key) ?? -1;
  if (stored === undefined || at < 0) return;
  const start = at + key.indexOf('"');
  const range = editorRange(stored, { start, end: start + JSON.stringify(name).length });
  edit.replace(uri, range, JSON.stringify(newName));
}

async function openText(uri: vscode.Uri): Promise<vscode.TextDocument | undefined> {
  try {
    return await vscode.workspace.openTextDocument(uri);
  } catch {
    return undefined;
  }
}

interface NameAt {
  name: string;
  atCursor: Range;
  definition: Range | undefined;
  /** All occurrences of the name, including its definition. */
  occurrences: Range[];
}

function nameAt(document: vscode.TextDocument, position: vscode.Position): NameAt | undefined {
  const parsed = parsedDocument(document);
  const offset = document.offsetAt(position);
  const all = namesOf(parsed);
  const atCursor = all.find(({ start, end }) => offset >= start && offset <= end);
  if (atCursor === undefined) return undefined;
  const occurrences = all.filter(({ name }) => name === atCursor.name);
  return {
    name: atCursor.name,
    atCursor,
    // The last definition of a variable counts.
    definition: definitions(parsed).get(atCursor.name)?.name ?? occurrences.find(({ isDefinition }) => isDefinition),
    occurrences,
  };
}

/** Returns the names of variables and requests, also of those that the document uses without defining them. */
function usedNames({ variables, requests, references }: RequestDocument): Set<string | undefined> {
  return new Set([
    ...variables.map(({ name }) => name.text),
    ...requests.map(({ name }) => name),
    ...references.map(({ expression: { text } }) => requestNameIn(text) ?? text),
  ]);
}

/** Returns all definitions and uses of variables and named requests. */
function namesOf(parsed: RequestDocument): (Range & { name: string; isDefinition: boolean })[] {
  const variables = parsed.variables.map(({ name }) => ({ ...name, name: name.text, isDefinition: true }));
  const requests = parsed.requests.flatMap(({ directives }) =>
    directives
      .filter(({ name }) => name.text === 'name')
      .map(({ value }) => ({ ...value, name: value.text, isDefinition: true })),
  );
  const known = new Set([...definitions(parsed).keys(), ...requests.map(({ name }) => name)]);
  const uses = parsed.references.flatMap(({ expression }) => {
    const name = requestNameIn(expression.text) ?? expression.text;
    if (!known.has(name)) return [];
    return [{ start: expression.start, end: expression.start + name.length, name, isDefinition: false }];
  });
  return [...variables, ...requests, ...uses];
}
