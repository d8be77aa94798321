import assert from 'node:assert/strict';
import { readTable } from '../../../../src/records/table/schema';

const column = (name: string, type: string, more: object = {}) => ({ name, type, ...more });
const choices = (...value: unknown[]) => ({ constraints: { rules: [{ type: 'choices', value }] } });

/** A column of every type, and names that need quotes. */
export const { columns } =
  readTable({
    id: 1,
    name: 'product',
    schema: {
      fields: [
        column('id', 'id'),
        column('created_by', 'integer'),
        column('created_at', 'integer'),
        column('updated_at', 'integer'),
        column('name', 'string'),
        column('sku', 'string'),
        column('size', 'string', choices('S', 'M', 'extra large')),
        column('price', 'number'),
        column('stock', 'integer'),
        column('grade', 'integer', choices(1, 2)),
        column('on_sale', 'boolean'),
        column('tags', 'array', { items: { type: 'string' } }),
        column('sizes', 'array', { items: { type: 'integer' } }),
        column('mixed', 'array'),
        column('parts', 'array', { items: { type: 'object' } }),
        column('details', 'object'),
        column('released_at', 'date'),
        column('photo', 'file'),
        column('location', 'geojson'),
        column('store', 'reference', { schema_id: 5002, collection_name: '1_2_store' }),
        column('owner', 'reference', { schema_id: 1, collection_name: '1_2__userprofile' }),
        column('名称', 'string'),
        column('two words', 'string'),
        column('not', 'boolean'),
        column('tick`s', 'string'),
      ],
    },
  }) ?? assert.fail();
