import { Failure } from '@hansard/core';
import { resolveProfile } from '@hansard/core/privacy/index.ts';
import { describe, expect, it } from 'vitest';
import { readOwnPrivacy } from './own-privacy.ts';

function faultOf(text: string): string {
  try {
    readOwnPrivacy(text, 'own.json');
  } catch (error) {
    if (error instanceof Failure) return error.message;
  }
  return 'no fault';
}

describe('the user’s own privacy file', () => {
  it('gives profiles, rules and exceptions', () => {
    const own = readOwnPrivacy(
      `{
        // ours
        "profiles": { "review": { "extends": "team", "content": { "images": false } } },
        "rules": [{ "id": "acme-ticket", "pattern": "ACME-[0-9]{4,8}", "keywords": ["ACME-"] }],
        "allow": [{ "text": "hello@example.org" }, { "pattern": "test_[a-z]{1,20}" }],
      }`,
      'own.json',
    );
    expect(resolveProfile('review', own.profiles)).toMatchObject({ content: { images: false, reasoning: true } });
    expect(own.rules).toMatchObject([
      { id: 'acme-ticket', group: 'custom', keywords: ['acme-'], placeholder: '[REDACTED:acme-ticket]' },
    ]);
    expect(['hello@example.org', 'test_key', 'a test_key'].map((value) => own.allow(value))).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('may be empty', () => {
    expect(readOwnPrivacy('', 'own.json')).toMatchObject({ profiles: {}, rules: [] });
  });

  it.each([
    ['{ "profiles": }', /^own\.json:1:15: not JSON/],
    ['{\n  "profils": {}\n}', /^own\.json:2:3: unknown "profils"\. Did you mean/],
    ['{ "profiles": { "mine": { "content": { "images": "no" } } } }', /:1:50: images: expected true or false$/],
    ['{ "profiles": { "mine": { "rules": { "groups": ["nope"] } } } }', /:1:49: groups: expected one of api-keys/],
    ['{ "profiles": { "strict": {} } }', /:1:17: "strict" is built in/],
    ['{ "profiles": { "mine": { "extends": "reserch" } } }', /:1:38: there is no profile "reserch".*research/],
    ['{ "profiles": { "a": { "extends": "b" }, "b": { "extends": "a" } } }', /:1:35: "a" extends itself/],
    [
      '{ "profiles": { "mine": { "extends": "none", "local": false } } }',
      /:1:55: a profile that looks for nothing is for/,
    ],
    [
      '{ "profiles": { "mine": { "rules": { "groups": [] } } } }',
      /:1:48: a profile that looks for nothing is for local/,
    ],
    ['{ "profiles": { "mine": { "rules": { "groups": [] }, "local": true } } }', /^no fault$/],
    ['{ "rules": [{ "id": "x" }] }', /:1:13: rules: "pattern" is missing/],
    ['{ "rules": [{ "id": "x", "pattern": "ab", "keywords": [] }] }', /:1:55: at least one keyword/],
    ['{ "rules": [{ "id": "jwt", "pattern": "ab", "keywords": ["ab"] }] }', /:1:21: there is a rule "jwt" already/],
    ['{ "rules": [{ "id": "x", "pattern": "\\\\dab\\\\d+", "keywords": ["ab"] }] }', /:1:43: pattern: repeats without/],
    ['{ "rules": [{ "id": "x", "pattern": "(a", "keywords": ["ab"] }] }', /^own\.json:1:3\d: pattern: /],
    ['{ "allow": [{}] }', /:1:13: expected either/],
    ['{ "allow": [{ "pattern": ".*" }] }', /:1:2\d: pattern: repeats without/],
  ])('names the place of a fault, if there is one, in %s', (text, message) => {
    expect(faultOf(text)).toMatch(message);
  });
});
