import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { StepFacts } from '../../../src/api/diagnosis/routeSteps';
import { findingOf } from '../../../src/ui/connection/report';

describe('the report of a diagnosis', () => {
  const response = (facts: StepFacts) => findingOf({ step: 'response', outcome: 'ok', ms: 1, facts }).details;

  it('has a difference of the clocks only if there is one, with its direction', () => {
    const host = 'service.example';
    assert.equal(response({ host, secondsAhead: 0 }), host);
    assert.equal(response({ host, secondsAhead: 7 }), `${host}, clock 7 s ahead of the service’s`);
    assert.equal(response({ host, secondsAhead: -7 }), `${host}, clock 7 s behind the service’s`);
  });

  it('names the address of a host only if it differs from the host', () => {
    const named = (host: string) =>
      findingOf({ step: 'name', outcome: 'ok', ms: 1, facts: { host, addresses: ['127.0.0.1', '127.0.0.2'] } }).details;
    assert.equal(named('service.example'), 'service.example, 127.0.0.1, 127.0.0.2');
    assert.equal(named('127.0.0.1'), '127.0.0.1, 127.0.0.2');
  });

  it('names a certificate by its alternative names, and by its subject only without them', () => {
    const advice = (issuedFor: string[]) => {
      const facts = { host: 'service.example', issuedFor, chain: ['Old subject', 'Company'] };
      return findingOf({ step: 'certificate', outcome: 'failed', ms: 1, problem: 'certificateName', facts }).advice;
    };
    const names = ['portal.example', 'www.portal.example'];
    assert.match(
      advice(names),
      /^The certificate of service\.example is issued for portal\.example, www\.portal\.example\./,
    );
    assert.match(advice([]), /^The certificate of service\.example is issued for Old subject\./);
  });
});
