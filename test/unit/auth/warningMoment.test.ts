import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { warningMoment } from '../../../src/auth/tokenSet';

const hour = 3600_000;

describe('the warning before a token expires', () => {
  const obtainedAt = 1_000_000;
  const moment = (hours: number | undefined, before: number) =>
    warningMoment({ obtainedAt, expiresAt: hours === undefined ? undefined : obtainedAt + hours * hour }, before);

  it('comes as long before as the setting says', () => {
    assert.equal(moment(100, 24 * hour), obtainedAt + 76 * hour);
    assert.equal(moment(25, 24 * hour), obtainedAt + hour);
  });

  it('does not come directly after a token with a short life was obtained', () => {
    assert.equal(moment(1, 24 * hour), obtainedAt + hour / 2);
    assert.equal(moment(24, 24 * hour), obtainedAt + 12 * hour);
  });

  it('does not come for a token without a known expiry', () => {
    assert.equal(moment(undefined, 24 * hour), undefined);
  });
});
