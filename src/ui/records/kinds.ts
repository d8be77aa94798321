import * as vscode from 'vscode';
import type { JsonDocuments } from '../documents/documents';
import { WritableDocuments, type WritableKind } from './change/writableDocuments';
import { registerSchemas, type SchemaRegistration } from './schema/register';
import type { TableChange } from './tableChanges';

type KindDependencies = SchemaRegistration;

/** The kinds of writable documents other than records. A new kind needs its own folder and one entry here. */
const kinds: readonly ((dependencies: KindDependencies) => WritableKind)[] = [registerSchemas];

/**
 * Registers the kinds of writable documents. Returns the files of all `hydrogen:` documents, and the event for changed
 * schemas.
 * @param others the kinds that the caller has already created, such as records
 */
export function registerKinds(
  dependencies: Omit<KindDependencies, 'tableChanges'>,
  others: readonly WritableKind[],
  documents: JsonDocuments,
): { files: WritableDocuments; tableChanges: vscode.EventEmitter<TableChange> } {
  const tableChanges = new vscode.EventEmitter<TableChange>();
  const registered = kinds.map(register => register({ ...dependencies, tableChanges }));
  return { files: new WritableDocuments([...others, ...registered], documents), tableChanges };
}
