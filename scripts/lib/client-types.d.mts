/** Writes the types of the API beside those of the client; `api` is the library's module of that name. */
export function writeClientTypes(folder: string, api: object): void;
