import * as vscode from 'vscode';
import { isName, type Range, type RequestDocument } from '../../../requests/document/syntax';
import { definitions, requestNameIn } from '../../../requests/values/variables';
import { editorRange, languageId, parsedDocument } from '../document/parsedDocument';

/** Definition, references and renaming of variables and of named requests. */
export function registerVariables(): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.languages.registerDefinitionProvider(languageId, {
      provideDefinition(document, position) {
        const found = nameAt(document, position);
        if (found?.definition === undefined) return undefined;
        return new vscode.Location(document.uri, editorRange(document, found.definition));
      },
    }),
    vscode.languages.registerReferenceProvider(languageId, {
      provideReferences(document, position) {
        const found = nameAt(document, position);
        return (found?.places ?? []).map(place => new vscode.Location(document.uri, editorRange(document, place)));
      },
    }),
    vscode.languages.registerRenameProvider(languageId, {
      prepareRename(document, position) {
        const found = nameAt(document, position);
        if (found === undefined) throw new Error(vscode.l10n.t('Only variables and named requests can be renamed.'));
        return { range: editorRange(document, found.here), placeholder: found.name };
      },
      provideRenameEdits(document, position, newName) {
        if (!isName(newName)) {
          throw new Error(vscode.l10n.t('A name consists of letters, digits, “-” and “_”.'));
        }
        const edit = new vscode.WorkspaceEdit();
        for (const place of nameAt(document, position)?.places ?? []) {
          edit.replace(document.uri, editorRange(document, place), newName);
        }
        return edit;
      },
    }),
  );
}

interface NameAt {
  name: string;
  here: Range;
  definition: Range | undefined;
  /** Every place of the name, its definition included. */
  places: Range[];
}

function nameAt(document: vscode.TextDocument, position: vscode.Position): NameAt | undefined {
  const parsed = parsedDocument(document);
  const offset = document.offsetAt(position);
  const all = namesOf(parsed);
  const here = all.find(({ start, end }) => offset >= start && offset <= end);
  if (here === undefined) return undefined;
  const places = all.filter(({ name }) => name === here.name);
  return { name: here.name, here, definition: places.find(({ defines }) => defines), places };
}

/** Every name of a variable or request in the document. */
function namesOf(parsed: RequestDocument): (Range & { name: string; defines: boolean })[] {
  const variables = parsed.variables.map(({ name }) => ({ ...name, name: name.text, defines: true }));
  const requests = parsed.requests.flatMap(({ directives }) =>
    directives
      .filter(({ name }) => name.text === 'name')
      .map(({ value }) => ({ ...value, name: value.text, defines: true })),
  );
  const known = new Set([...definitions(parsed).keys(), ...requests.map(({ name }) => name)]);
  const uses = parsed.references.flatMap(({ expression }) => {
    const name = requestNameIn(expression.text) ?? expression.text;
    if (!known.has(name)) return [];
    return [{ start: expression.start, end: expression.start + name.length, name, defines: false }];
  });
  return [...variables, ...requests, ...uses];
}
