/** What slices hold: instances of a class. The class is the slice's type, and its name that of the slice's file. */

// biome-ignore lint/suspicious/noExplicitAny: constructors of any shape are types of slices
export interface SliceType<T extends object = any> {
  // biome-ignore lint/suspicious/noExplicitAny: constructors of any shape are types of slices
  new (...args: any[]): T;
  readonly name: string;
  /** The name of the slice, where it is not the name of the class. */
  readonly sliceName?: string;
  /** Makes an instance from what is in a file. */
  fromJSON?(value: Readonly<Record<string, unknown>>): T;
}

export const nameOf = (type: SliceType): string => type.sliceName ?? type.name;

export function typeOf<T extends object>(item: T): SliceType<T> {
  return item.constructor as SliceType<T>;
}

/** `LOG` only grows; `STATE` is rolled back by `restore`. */
export const SlicePolicy = { STATE: 'state', LOG: 'log' } as const;
export type SlicePolicy = (typeof SlicePolicy)[keyof typeof SlicePolicy];
