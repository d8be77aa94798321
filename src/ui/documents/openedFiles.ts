import * as vscode from 'vscode';

/** The state of an open document that is a file. */
export interface OpenedFile {
  /** The file's modification time in Unix milliseconds. VS Code rereads a file only if this time is newer. */
  readAt: number;
}

/** The open documents of one kind. VS Code also compares file sizes to detect newer files, so all files have the size 0. */
export class OpenedFiles<T extends OpenedFile> {
  readonly #make: (uri: vscode.Uri) => T;
  readonly #opened = new Map<string, T>();
  readonly #changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChange = this.#changed.event;

  constructor(make: (uri: vscode.Uri) => T) {
    this.#make = make;
  }

  dispose(): void {
    this.#changed.dispose();
  }

  find(uri: vscode.Uri): T | undefined {
    return this.#opened.get(uri.toString());
  }

  of(uri: vscode.Uri): T {
    const opened = this.find(uri) ?? this.#make(uri);
    this.#opened.set(uri.toString(), opened);
    return opened;
  }

  delete(uri: vscode.Uri): void {
    this.#opened.delete(uri.toString());
  }

  notifyNewer(uri: vscode.Uri): void {
    const opened = this.of(uri);
    opened.readAt = Math.max(Date.now(), opened.readAt + 1);
    this.#changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
  }

  stat(uri: vscode.Uri, isWritable: boolean): vscode.FileStat {
    const stat = { type: vscode.FileType.File, ctime: 0, mtime: this.find(uri)?.readAt ?? 0, size: 0 };
    return isWritable ? stat : { ...stat, permissions: vscode.FilePermission.Readonly };
  }
}
