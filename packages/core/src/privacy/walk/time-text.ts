/** Whether a text is a time as the format writes it: nothing can hide in one. */
const TIME = /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:[Zz]|[+-]\d{2}:\d{2})$/;

export const isTime = (text: string): boolean => text.length < 48 && TIME.test(text);
