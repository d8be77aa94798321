import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { maskedOrder, readOrder } from '../../../../src/api/webApi/order';

describe('a masked order', () => {
  const shopper = {
    email: 'shopper@example.com',
    phoneNumber: '+86 138-0013-8000',
    receiver_name: 'Zhang San',
    收货人: '张三',
    deliveryAddress: { city: 'Guangzhou', lines: ['1 Main Street'] },
    password: 'hunter2-hunter2',
  };
  const personal = ['shopper@', '0013', 'Zhang', '张三', 'Guangzhou', 'Main Street', 'hunter2', '203.0.113.7'];

  it('contains no personal data and credentials, wherever the application puts them', () => {
    const places = [
      shopper,
      JSON.stringify(shopper),
      { item: { buyer: [shopper] } },
      JSON.stringify({ item: JSON.stringify({ buyer: shopper }) }),
    ];
    for (const snapshot of places) {
      const order = { transaction_no: 'T1', merchandise_snapshot: snapshot, ip_address: '203.0.113.7' };
      const shown = JSON.stringify(maskedOrder(order));
      assert.deepEqual(
        personal.filter(text => shown.includes(text)),
        [],
        shown,
      );
    }
  });

  it('keeps what was bought, for how much and when', () => {
    const order = {
      ...{ id: 7, transaction_no: 'T1', trade_no: 'W1', status: 'success', refund_status: null, total_cost: 1.5 },
      ...{ currency_type: 'CNY', created_at: 1, paid_at: '2024-01-01T00:00:00', gateway_type: 'weixin_tenpay' },
      ...{ merchandise_description: 'Two books', merchandise_schema_id: 1, merchandise_record_id: 'a1', created_by: 5 },
      merchandise_snapshot: { name: 'Books', price: 1.5, note: '[not JSON', extra: '{"id": 9007199254740993}' },
    };
    assert.deepEqual(maskedOrder(order), order);
  });

  it('has no time that is no date', () => {
    for (const value of [1e300, -1e300, 'yesterday', null])
      assert.deepEqual(readOrder({ created_at: value, paid_at: value }).createdAt, undefined, String(value));
    assert.equal(readOrder({ created_at: 1 }).createdAt, 1000);
  });

  it('masks what nests too deeply', () => {
    const deep = `${'{"a":'.repeat(5000)}{"email":"shopper@example.com"}${'}'.repeat(5000)}`;
    const shown = JSON.stringify(maskedOrder({ transaction_no: 'T1', merchandise_snapshot: deep }));
    assert(shown.includes('T1') && !shown.includes('shopper'), shown.slice(-200));
  });
});
