/** The program puts reminders for the model into the user's messages, as blocks of their own or before the words. */

const OPEN = '<system-reminder>';
const CLOSE = '</system-reminder>';

export interface Said {
  /** What the user typed. */
  words: string;
  /** What the program added for the model. */
  reminders: string[];
}

export function withoutReminders(text: string): Said {
  const reminders: string[] = [];
  let rest = text;
  while (rest.startsWith(OPEN)) {
    const end = rest.indexOf(CLOSE);
    if (end < 0) break;
    reminders.push(rest.slice(0, end + CLOSE.length));
    rest = rest.slice(end + CLOSE.length).trimStart();
  }
  return { words: rest, reminders };
}
