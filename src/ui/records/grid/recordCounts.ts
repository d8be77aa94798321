import type { DataAddress, PageAddress, TableAddress } from '../../../records/table/query';
import { countRecords } from '../../../records/saving/readRecords';
import type { DataService } from '../../../api/openApi/dataService';

/** Counts the records that match a condition. Caches each count until it is forgotten. */
export class RecordCounts {
  readonly #serviceOf: (address: DataAddress) => Promise<{ service: DataService }>;
  readonly #counts = new Map<string, Promise<number | undefined>>();

  constructor(serviceOf: (address: DataAddress) => Promise<{ service: DataService }>) {
    this.#serviceOf = serviceOf;
  }

  /** @returns `undefined` if the service does not return a number; a later call asks again */
  of(address: PageAddress): Promise<number | undefined> {
    const key = `${tableKey(address)} ${address.where ?? ''}`;
    const known = this.#counts.get(key);
    if (known !== undefined) return known;
    const counting: Promise<number | undefined> = this.#count(address).then(count => {
      // The records may have changed after this count began.
      if (this.#counts.get(key) !== counting) return this.of(address);
      if (count === undefined) this.#counts.delete(key);
      return count;
    });
    this.#counts.set(key, counting);
    return counting;
  }

  /** Forgets all counts of a table, because its records may have changed. */
  forget(address: TableAddress): void {
    const table = `${tableKey(address)} `;
    for (const key of this.#counts.keys()) if (key.startsWith(table)) this.#counts.delete(key);
  }

  /** Failures are not reported, because the page works without the number. */
  async #count(address: PageAddress): Promise<number | undefined> {
    try {
      const { service } = await this.#serviceOf(address);
      return await countRecords(service, address);
    } catch {
      return undefined;
    }
  }
}

function tableKey({ clientId, authUrl, envId, table }: TableAddress): string {
  return JSON.stringify([clientId, authUrl, envId, table]);
}
