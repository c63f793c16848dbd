import { readOrg } from './read-org.ts'

/**
 * An org file without the tasks that research has put there: each is blanked with its body, so that every other line
 * and character stays in its place.
 * @example withoutResearch('* TODO Check it\n:PROPERTIES:\n:RESEARCH: r-7f3a12bc\n:END:\n').trim() // ''
 */
export function withoutResearch(text: string): string {
  let own = ''
  let place = 0
  for (const { start, end, drawer } of readOrg(text).headings) {
    if (drawer?.properties['RESEARCH']?.value.startsWith('r-') !== true) continue
    own += text.slice(place, start) + text.slice(start, end).replaceAll(/[^\r\n]/g, ' ')
    place = end
  }
  return own + text.slice(place)
}
