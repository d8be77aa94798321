/** Why a file cannot be imported or a table cannot be exported. `templates.ts` contains the messages. */
export type TransferErrorCode =
  | 'unreadable' // the file cannot be read; `detail`: the system's error code
  | 'unknownFormat' // neither the file name nor an option gives the format
  | 'emptyFile' // the file has no rows
  | 'noColumnNames' // the file has rows, but no column has a name
  | 'encoding' // neither UTF-8, UTF-16 nor GBK
  | 'duplicateColumn' // `detail`: a name that two columns of the file have
  | 'unclosedQuote' // `detail`: the line of the quote
  | 'rowTooLong' // `detail`: the first line of the row
  | 'notAList' // the JSON is not an array, or is incomplete; `detail`: the line
  | 'unknownTarget' // `detail`: a column of the mapping that the table does not have
  | 'targetTwice' // `detail`: a column of the table that is mapped to two columns of the file
  | 'nothingMapped' // no column of the file is mapped to a column of the table
  | 'builtInTable' // `detail`: the name of the table
  | 'fileChanged' // the file differs from the one that the journal describes
  | 'otherTarget' // the journal belongs to another table or environment
  | 'otherColumns' // the journal has another target for a column; `detail`: the column's name in the file
  | 'alreadyStarted' // a journal exists; `detail`: its path
  | 'badJournal' // the journal cannot be read; `detail`: its path
  | 'journalNotWritten' // `detail`: the system's error code
  | 'indexGone' // the unique index that recognizes the rows of a batch was deleted
  | 'otherProcess' // another process runs this import
  | 'refusesAll' // the service refuses every row; `detail`: its message
  | 'exportNotWritten' // `detail`: the system's error code
  | 'notAFile' // the file to read or to replace is a device or a pipe
  | 'exportFailed' // `detail`: the status of the export job, or of its download
  | 'exportUnreadable' // the console does not permit reading export jobs
  | 'unsafeDownload'; // the download address of the export job does not use https

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

/** Returns the code of a system error, such as ENOSPC; empty if there is none. */
export function systemCode(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? '';
}
