/** `npm pack` in a package would pack what only a checkout needs: `npm run release` lays packages out as they are published. */
console.error('Packages are packed and published by `npm run release`; see CONTRIBUTING.md.');
process.exitCode = 1;
