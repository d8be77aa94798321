import type { Doc } from '../store/collection';

/** A column of a data table, as the service writes it; only what the sandbox acts on is named. */
export interface SandboxColumn {
  name: string;
  type: string;
  items?: { type: string };
  description?: string;
  /** Of a `geojson` column. */
  format?: string;
  coordinate_type?: string;
  constraints?: { required?: boolean };
  default?: unknown;
  acl?: { clientVisible?: boolean; clientReadOnly?: boolean; creatorVisible?: boolean };
  /** The table a pointer (`reference`) leads to. */
  schema_id?: string | number;
}

/** The built-in table of the users. */
export const userTable = '_userprofile';

export interface SandboxTable extends Doc {
  readonly id: number;
  readonly name: string;
  readonly protected_fields: string[] | null;
  readonly schema: { fields: SandboxColumn[] };
  readonly write_perm: string[];
  readonly default_row_perm: { _read_perm: string[]; _write_perm: string[] };
  /** Unique indexes. Not part of the table in a response. */
  readonly indexes: { fields: string[]; index: string }[];
}
