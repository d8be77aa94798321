import { EditableItems, Items, type FindOptions } from './listing';
import { BaseRecord } from './records';
import { segment, type SandboxResponse, type Transport } from './transport';

const groups = '/oserve/v2.2/content/';

function pathOf(group: string | number, kind: 'text' | 'category', id?: string | number): string {
  const item = id === undefined ? '' : segment(id);
  return `${groups}${segment(group)}${kind}/${item}`;
}

/** A content with pending changes of its fields. */
class ContentRecord extends BaseRecord {
  readonly #transport: Transport;
  readonly #group: string | number;

  constructor(transport: Transport, group: string | number, id?: string | number) {
    super(id);
    this.#transport = transport;
    this.#group = group;
  }

  save(): Promise<SandboxResponse> {
    return this.#transport.call('POST', pathOf(this.#group, 'text'), { body: this.takeFields() });
  }

  update(): Promise<SandboxResponse> {
    const { $set: body } = this.takeChanges();
    return this.#transport.call('PUT', pathOf(this.#group, 'text', this.recordId), { body });
  }
}

/** The contents of one group, for reading and deleting. */
class GroupContents extends Items {
  protected readonly group: string | number;

  constructor(transport: Transport, group: string | number) {
    super(transport, pathOf(group, 'text'));
    this.group = group;
  }

  delete(id: string | number): Promise<SandboxResponse> {
    return this.send('DELETE', segment(id));
  }
}

/** The contents of one group. */
export class Content extends GroupContents {
  create(): ContentRecord {
    return new ContentRecord(this.transport, this.group);
  }

  getWithoutData(id: string | number): ContentRecord {
    return new ContentRecord(this.transport, this.group, id);
  }
}

/** The categories of one group. */
export class ContentCategory extends EditableItems {
  constructor(transport: Transport, group: string | number) {
    super(transport, pathOf(group, 'category'));
  }
}

/** A content group; `ContentGroup.get` and `ContentGroup.find` read the groups. */
export class ContentGroup extends GroupContents {
  static async readGroup(transport: Transport, id: string | number): Promise<SandboxResponse> {
    return transport.call('GET', `${groups}${segment(id)}`);
  }

  static async readGroups(transport: Transport, { withCount = true }: FindOptions = {}): Promise<SandboxResponse> {
    return transport.call('GET', groups, { query: { return_total_count: withCount ? 1 : 0 } });
  }

  getContent(id: string | number): Promise<SandboxResponse> {
    return this.get(id);
  }

  getCategory(id: string | number): Promise<SandboxResponse> {
    return this.transport.call('GET', pathOf(this.group, 'category', id));
  }

  getCategoryList({ withCount = true }: FindOptions = {}): Promise<SandboxResponse> {
    const query = { return_total_count: withCount ? 1 : 0 };
    return this.transport.call('GET', pathOf(this.group, 'category'), { query });
  }
}
