import { describe, expect, it } from 'vitest';
import { sha256 } from '../testing/fixtures.ts';
import { fc } from '../testing/property.ts';
import { MerkleTree } from './merkle-tree.ts';

const tree = new MerkleTree(sha256);
const leavesOf = (count: number) =>
  Array.from({ length: count }, (_, i) => tree.leaf(new TextEncoder().encode(`${i}`)));
const changed = (hash: string) => `${hash.startsWith('0') ? '1' : '0'}${hash.slice(1)}`;

describe('a Merkle tree', () => {
  // Known values of the eight test leaves that implementations of Certificate Transparency share.
  const bytes = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f'];
  const known = bytes.map((hex) => tree.leaf(Uint8Array.from(Buffer.from(hex, 'hex'))));

  it('has the roots that others have', () => {
    expect(tree.root([])).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
    expect(known[0]).toBe('6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d');
    expect(tree.root(known.slice(0, 2))).toBe('fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125');
    expect(tree.root(known)).toBe('5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328');
  });

  it('proves every leaf in every tree, and nothing else', () => {
    for (let size = 1; size <= 20; size++) {
      const leaves = leavesOf(size);
      const root = tree.root(leaves);
      for (const [index, leaf] of leaves.entries()) {
        const proof = tree.inclusion(leaves, index);
        expect(tree.isIncluded(leaf, index, size, proof, root)).toBe(true);
        expect(tree.isIncluded(changed(leaf), index, size, proof, root)).toBe(false);
        expect(tree.isIncluded(leaf, index + 1, size, proof, root)).toBe(false);
        if (proof.length > 0) expect(tree.isIncluded(leaf, index, size, proof.slice(1), root)).toBe(false);
      }
    }
  });

  it('proves that it goes on from every smaller one, and from no other', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 70 }), fc.integer({ min: 1, max: 70 }), (a, b) => {
        const [small, large] = [Math.min(a, b), Math.max(a, b)];
        const leaves = leavesOf(large);
        const first = { size: small, root: tree.root(leaves.slice(0, small)) };
        const second = { size: large, root: tree.root(leaves) };
        const proof = tree.consistency(leaves, small);
        expect(tree.isConsistent(first, second, proof)).toBe(true);
        expect(tree.isConsistent({ ...first, root: changed(first.root) }, second, proof)).toBe(false);
        expect(tree.isConsistent(first, { ...second, root: changed(second.root) }, proof)).toBe(false);
      }),
      { numRuns: 200 },
    );
  });
});
