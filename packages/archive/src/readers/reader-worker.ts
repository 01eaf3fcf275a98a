/** A worker thread that reads inputs for a sync. The command starts it where there is much to read. */
import { parentPort, workerData } from 'node:worker_threads';
import { readers } from '../adapters/readers.ts';
import { createNodeHost } from '../host/node-host.ts';
import type { FromReader, ReaderSetup, ToReader } from './protocol.ts';
import { InputReader } from './read-inputs.ts';

const { home, env } = workerData as ReaderSetup;
const reader = new InputReader(createNodeHost({ home, env }), readers, (message, transfer) =>
  parentPort?.postMessage(message, transfer),
);
parentPort?.on('message', (message: ToReader) => reader.hear(message));
parentPort?.postMessage({ ready: true } satisfies FromReader);
