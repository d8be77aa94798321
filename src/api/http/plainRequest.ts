/** A request as plain text, for other tools. */
export interface PlainRequest {
  method: string;
  url: string;
  headers: [name: string, value: string][];
  body: PlainBody | undefined;
}

export type PlainBody =
  | { kind: 'text'; text: string }
  /** Path of the file with the body. */
  | { kind: 'file'; path: string }
  /** `type` is the Content-Type as written; absent for a form. */
  | { kind: 'multipart'; type?: string; parts: PlainPart[] };

export interface PlainPart {
  name: string;
  /** A field's value, or the path of a file. */
  value: { text: string } | { path: string };
  /** Absent for a plain field, also if its value is the content of a file. */
  filename?: string | undefined;
  contentType?: string | undefined;
  /** All headers as written. Absent if the other fields say the same. */
  headers?: [name: string, value: string][];
}
