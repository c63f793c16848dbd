import { fenceless } from './fenceless.ts'

/** A text from outside as the title of an org task, none of it read as priority, tag or link: pages must not ask. */
export function taskTitle(text: string): string {
  return fenceless(text)
    .replace(/^(?:\[#[A-Za-z0-9]{1,2}\]\s*)+/, '')
    .replace(/(?:(?:^|\s):[\p{L}\p{M}\p{N}_@#%:]*:)+$/u, (tags) => tags.replaceAll(':', ' '))
    .replaceAll(/\s+/g, ' ')
    .trim()
}
