import { fenceless } from './fenceless.ts'

/**
 * A text from outside as the title of an org task: nothing of it is read as a priority, a tag or a link, since a page
 * must not say of itself that it is to be researched. It is read back as it was written.
 *
 * @example taskTitle('Read https://a.example :AI:research:') // 'Read https://a.example AI research'
 * @see https://orgmode.org/worg/org-syntax.html#Headings
 */
export function taskTitle(text: string): string {
  return fenceless(text)
    .replace(/^(?:\[#[A-Za-z0-9]{1,2}\]\s*)+/, '')
    .replace(/(?:(?:^|\s):[\p{L}\p{M}\p{N}_@#%:]*:)+$/u, (tags) => tags.replaceAll(':', ' '))
    .replaceAll(/\s+/g, ' ')
    .trim()
}
