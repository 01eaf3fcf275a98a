/** Private keys, whole: from the line that opens them to the line that closes them. */
import type { Check, Rule } from '../rule.ts';
import { isNotMadeUp } from '../validation/made-up.ts';
import { fake, key, named } from './shapes.ts';

const group = 'private-keys';

/** As many words as wallets use, and hardly one of them twice. */
const hasWordsOfWallet: Check = (value) => {
  const words = value.split(' ');
  return words.length % 3 === 0 && new Set(words).size > words.length - 3;
};

export const privateKeys: readonly Rule[] = [
  {
    id: 'private-key',
    label: 'Private key in PEM, OpenSSH or PGP armour',
    group,
    type: 'secret',
    confidence: 'high',
    placeholder: '[REDACTED:private-key]',
    anchor: {
      at: 'block',
      end: '-{4,5} ?END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)? ?-{4,5}',
      reach: 65_536,
    },
    keywords: ['-----begin', '---- begin', '----begin'],
    pattern: '-{4,5} ?BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)? ?-{4,5}',
    edges: 'none',
    examples: [
      fake(
        '-----BEGIN RSA PRIVATE{{}} KEY-----\njUiq4PPnhI5iwYAuQZsfrFzPXGJbmUBS2LCsg2F9HMxGvnVqjUOS+WO4kEONSHoU\nyAYqDsTqBleMRsGBugWZtvqt/76Dif5qeR0i1GvylrE/6CKPB3w1VzFDeTMv/xFc\nmatVzva+cXK2Mxwwm5ejqayMuuj4vVYEPBY5dimm==\n-----END RSA PRIVATE{{}} KEY-----',
      ),
      fake(
        '-----BEGIN OPENSSH PRIVATE{{}} KEY-----\\npozlBtc5cRk5tVcC3gno1kqTEFUFf7WDsnf3zWCDiA29n56ky1WHsOLxJ9aI/4G05evDDk\\n59QhQveyO0umqqJ3bfMAHMN4zkymuKcNgmVFCsfpSm3Xq8T5EU7yssE3+L1QYSNyQdo2U4\\n-----END OPENSSH PRIVATE{{}} KEY-----\\n',
      ),
    ],
  },
  {
    id: 'putty-private-key',
    label: 'PuTTY private key',
    group,
    type: 'secret',
    confidence: 'high',
    placeholder: '[REDACTED:private-key]',
    anchor: { at: 'block', end: 'Private-MAC: [0-9a-f]{40,64}', reach: 16_384 },
    keywords: ['putty-user-key-file-'],
    pattern: 'PuTTY-User-Key-File-[0-9]: [a-z0-9-]{5,30}',
    edges: 'none',
    examples: [
      fake(
        'PuTTY-User-Key-{{}}File-3: ssh-ed25519\nEncryption: none\nComment: k\nPublic-Lines: 2\nCXIuD06JiBd2I0P4OsLGA5Qj1goU4A3SrF2sQLwbnKhK54PI+xIiXlqIoKv+BWqK\nZ3E6t9+ikrfC24IH\nPrivate-Lines: 1\nnsp5NAte6/0X96Z1pp0UK34xF7amtwLikP9sKOfSE3gIrIFr\nPrivate-MAC: d9b47e135adc7540ab3176b361c4b41266d3056128a8831e8957834817e15fb2',
      ),
    ],
  },
  named({
    id: 'wireguard-private-key',
    label: 'WireGuard private or preshared key',
    group,
    keywords: ['privatekey', 'presharedkey'],
    pattern: '[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=',
    edges: 'none',
    examples: ['PrivateKey = YpElH/CG/2iVZPeyQMCD2TdboYJfodlxhYCEyo80teE='],
  }),
  named({
    id: 'ethereum-private-key',
    label: 'Private key of a wallet, in hexadecimal',
    group,
    keywords: ['private_key', 'privatekey', 'private-key', 'deployer_key', 'wallet_key', 'mnemonic_key'],
    pattern: '(?:0x)?[0-9a-fA-F]{64}',
    examples: ['DEPLOYER_PRIVATE_KEY=0xbd18229ee0de59b601d10954b07e7f68353f993cc7033bebfbc4561345602f8a'],
  }),
  key({
    id: 'extended-private-key',
    label: 'Extended private key of a wallet',
    group,
    keywords: ['xprv', 'yprv', 'zprv', 'tprv'],
    pattern: '[xyzt]prv[1-9A-HJ-NP-Za-km-z]{107}',
    validate: [isNotMadeUp],
    examples: [
      fake(
        'xprv{{}}9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi',
      ),
    ],
  }),
  named({
    id: 'wallet-mnemonic',
    label: 'Words from which a wallet can be restored',
    group,
    keywords: ['mnemonic', 'seed_phrase', 'seedphrase', 'seed phrase', 'recovery_phrase', 'recovery phrase'],
    pattern: '(?:[a-z]{3,8} ){11,23}[a-z]{3,8}',
    edges: 'right',
    validate: [hasWordsOfWallet],
    examples: ['MNEMONIC="test walk nut penalty hip pave soap entry language right filter choice"'],
  }),
  key({
    id: 'wallet-mnemonic-told',
    label: 'Words from which a wallet can be restored, told in a sentence',
    group,
    placeholder: '[REDACTED:wallet-mnemonic]',
    keywords: ['seed', 'recovery', 'backup', 'mnemonic', 'wallet', 'secret'].flatMap((word) =>
      ['phrase', 'words'].map((kind) => `${word} ${kind}`),
    ),
    pattern:
      '(?:seed|recovery|backup|mnemonic|wallet|secret) (?:phrase|words)(?: is| was| are|:| =)?[ \\t]{0,2}["\'`]?(?<secret>(?:[a-z]{3,8} ){11,23}[a-z]{3,8})',
    edges: 'both',
    validate: [hasWordsOfWallet],
    examples: ['my seed phrase is test walk nut penalty hip pave soap entry language right filter choice'],
  }),
  named({
    id: 'jwk-private-part',
    label: 'Private part of a JSON web key',
    group,
    confidence: 'medium',
    keywords: ['"d"'],
    pattern: '[A-Za-z0-9_-]{43,1400}',
    validate: [isNotMadeUp],
    examples: ['{"kty":"EC","crv":"P-256","d":"zK1LAL7TshQHI_J_o0qRYTDQ5MWs1kC7B9aVriYALfp"}'],
  }),
];
