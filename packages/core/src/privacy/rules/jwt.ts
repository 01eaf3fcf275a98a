/** JSON Web Tokens, signed and encrypted. */
import type { Rule } from '../rule.ts';
import { hasJwtHeader, isJwt, isPartOfJwt } from '../validation/jwt.ts';
import { fake, key } from './shapes.ts';

const PART = '[A-Za-z0-9_-]';
const OPENING = '(?:eyJ|eyAi|IHsi|Cnsi|ewog|ewok)';

export const jwt: readonly Rule[] = [
  key({
    id: 'jwt',
    label: 'JSON Web Token',
    group: 'jwt',
    // By the second part: the first alone begins in many places, and each would be followed for thousands of characters.
    anchor: { at: 'inside', back: 'A-Za-z0-9_-', reach: 4000 },
    keywords: ['.eyj'],
    pattern: `eyJ${PART}{10,3996}\\.eyJ${PART}{4,8000}\\.${PART}{0,2000}`,
    edges: 'left',
    validate: [isJwt],
    examples: [
      fake(
        'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.{{}}eyJzdWIiOiI0MiIsIm5hbWUiOiJCb2IifQ.1VhniS2WiBl3SuW4NAPBbtwcyKLnEdlCCisvjOq7DjY',
      ),
      fake(
        'eyJhbGciOiJSUzI1NiIsImtpZCI6ImsxIn0.{{}}eyJpc3MiOiJhY21lIiwiZXhwIjoxODkzNDU2MDAwfQ.vBXsX6v7_RlxV7oZ-4mb-3q4R3vvIMDv3JGXP7i1mxU0c7JBDk6K_3axieExmjcVs5hcEdE0LzCTSgZxHx4HUU8PQwbgz6vE0ylMaqz-J0kmVIovKLq3MhB-RszKQXGLxlwnJOWi2cpfwn2v6YHV-1BrtWZ2cDomwKrF9mUN8prEx11dxfYJj7XZuyrsps4sL4yo9lnMBIQcDDu9YdxTHYowMyLa1l2BkHP04_iDnY-ra5bHWTWmkiqQ_EIXwa-vtE3y49sYUAUBRGeY0cSHnvmPI3RG6nhxhdHwXd-H_Y8aqzyPvFlbOb7Nx4UqgJkZxFMaWsT0Xo82qTJkHgub9G',
      ),
    ],
  }),
  key({
    id: 'jwt-part',
    label: 'Part of a JSON Web Token, or one that is packed or begins with a blank',
    group: 'jwt',
    placeholder: '[REDACTED:jwt]',
    // `{"`, and the same behind a blank or a line end, or with one behind the bracket.
    keywords: ['eyj', 'eyai', 'ihsi', 'cnsi', 'ewog', 'ewok'],
    pattern: `${OPENING}${PART}{10,4000}\\.${PART}{10,8000}\\.${PART}{20,1000}|${OPENING}${PART}{10,4000}\\.${PART}{10,8000}`,
    edges: 'left',
    validate: [isPartOfJwt],
    examples: [fake('eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.{{}}eyJzdWIiOiI0MiIsIm5hbWUiOiJCb2IifQ')],
  }),
  key({
    id: 'paseto',
    label: 'PASETO token',
    group: 'jwt',
    keywords: ['1', '2', '3', '4'].flatMap((version) => [`v${version}.local.`, `v${version}.public.`]),
    pattern: `v[1-4]\\.(?:local|public)\\.${PART}{32,4000}`,
    edges: 'left',
    examples: [fake('v4.local.{{}}AAAAq8Zv2LkPwC9Izf6gi0MhKZMcwMiAgu7BTL45T1joJOITFgss4WUqFuIG1xGqnQ1WS')],
  }),
  key({
    id: 'jwe',
    label: 'Encrypted JSON Web Token',
    group: 'jwt',
    placeholder: '[REDACTED:jwt]',
    keywords: ['eyj'],
    pattern: `eyJ${PART}{10,600}\\.${PART}{0,1000}\\.${PART}{16,32}\\.${PART}{10,8000}\\.${PART}{16,64}`,
    edges: 'left',
    validate: [hasJwtHeader],
    examples: [
      fake(
        'eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0.{{}}.dJrlt3p4B3LfXySj.ycvPuxPBYALJvBVTZlh1Rum2fI11yLq6KTEC_ND3bnZxrZlhXZR5UChba-pzLZ211JReCq817nP1SpRzPZB0EHBH2w6a17R1AT1yLMmDRleu8KHM-cTrl9-Q.Zr-InBakjsjrau2Ne_UUQR',
      ),
    ],
  }),
];
