/** Every form in which OpenCode's sessions are found. */
import { eventStreamOf } from '../../families/opencode/event-stream.ts';
import { exportOf } from '../../families/opencode/export.ts';
import { goDatabaseOf } from '../../families/opencode/go-store.ts';
import { httpWireOf } from '../../families/opencode/http-wire.ts';
import { runStreamOf } from '../../families/opencode/run-stream.ts';
import { storageOf } from '../../families/opencode/storage.ts';
import { databaseOf } from '../../families/opencode/store.ts';
import { byNameOrServer, familyTools } from '../../families/opencode/tools.ts';

const tools = byNameOrServer(familyTools);

export const store = databaseOf({ tools, program: 'opencode' });
export const exported = exportOf(tools);
export const storage = storageOf(tools);
export const goStore = goDatabaseOf({ id: 'go-database', tools });
export const runStream = runStreamOf({ tools });
export const eventStream = eventStreamOf(tools);
export const httpWire = httpWireOf(tools, true);
