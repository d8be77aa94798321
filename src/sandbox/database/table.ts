import type { Doc } from '../store/collection';

/** A column of a data table in the service's format; only the properties that the sandbox uses are named. */
export interface SandboxColumn {
  name: string;
  type: string;
  items?: { type: string };
  description?: string;
  /** Only for a `geojson` column. */
  format?: string;
  coordinate_type?: string;
  constraints?: { required?: boolean };
  default?: unknown;
  /** The service also spells `clientVisible` as `clientVisibile`. */
  acl?: { clientVisible?: boolean; clientVisibile?: boolean; clientReadOnly?: boolean; creatorVisible?: boolean };
  /** The table that a pointer (`reference`) refers to. */
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
  /** Unique indexes; a response about the table does not contain them. */
  readonly indexes: { fields: string[]; index: string }[];
}
