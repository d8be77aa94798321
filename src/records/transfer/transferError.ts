/** Why a file cannot be imported or a table cannot be exported. `messages.ts` has the sentences. */
export type TransferErrorCode =
  | 'unreadable' // the file cannot be read; `detail` is the system's code
  | 'unknownFormat' // neither the name nor an option says what the file is
  | 'emptyFile' // no row
  | 'encoding' // neither UTF-8, UTF-16 nor GBK
  | 'duplicateColumn' // `detail`: a name that two columns of the file have
  | 'unclosedQuote' // `detail`: its line
  | 'rowTooLong' // `detail`: its line
  | 'notAList' // the JSON is no array, or breaks off; `detail`: the line
  | 'unknownTarget' // `detail`: a column of the mapping that the table does not have
  | 'targetTwice' // `detail`: a column of the table that two columns of the file go to
  | 'nothingMapped' // no column of the file goes to the table
  | 'builtInTable' // `detail`: its name
  | 'fileChanged' // the file is another than the one whose import began
  | 'otherTarget' // the journal belongs to another table or environment
  | 'alreadyStarted' // a journal exists; `detail`: its path
  | 'badJournal' // `detail`: its path
  | 'journalNotWritten' // `detail`: the system's code
  | 'indexGone' // no unique index recognizes the rows of a batch any more
  | 'otherProcess' // another process continues the import
  | 'refusesAll' // the service accepts no row; `detail`: its words
  | 'exportNotWritten' // `detail`: the system's code
  | 'exportFailed' // `detail`: what the service says about its export job
  | 'unsafeDownload'; // the export job leads to an address without https

/** An expected failure of an import or an export. */
export class TransferError extends Error {
  readonly code: TransferErrorCode;
  readonly detail: string;

  constructor(code: TransferErrorCode, detail = '', cause?: unknown) {
    super(code, cause === undefined ? undefined : { cause });
    this.code = code;
    this.detail = detail;
  }
}

/** The code of a system error, such as ENOSPC. */
export function systemCode(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? '';
}
