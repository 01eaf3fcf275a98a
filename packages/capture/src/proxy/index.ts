/** The recording proxy, for programs in any language. */
import '../index.ts';

export { type ProxyOptions, type RunningProxy, startProxy } from './proxy.ts';
export { environmentFor, type Route, routesOf } from './routes.ts';
