import { plainText } from '../plain-text.ts'
import { media } from './whatsapp-words.ts'

/** `<attached: 00000012-PHOTO.jpg>` in any language. */
const tag = /^<[^<>:\n]{2,30}:\s*([^<>\n]+\.\w{2,5})>$/

/** What somebody wrote, with files by name. `text`: without marks of direction. */
export function messageBody(text: string, { isMarked, isApple }: { isMarked: boolean; isApple: boolean }) {
  const [first = '', ...more] = text.split('\n')
  const below = plainText(more.join('\n'))
  const name = attachedName(first, isMarked)
  if (name !== undefined) return `[file: ${name}]\n${below}`.trim()
  if (media.test(first)) return `[media]\n${below}`.trim()
  const last = text.lastIndexOf('<')
  const tagged = last === -1 ? undefined : tag.exec(text.slice(last))?.[1]
  if (tagged !== undefined) return `${plainText(text.slice(0, last).trim())}\n[file: ${tagged}]`
  // Nobody types this mark: places and votes are all that people send with it.
  if (isApple && isMarked && !/https?:\/\/|^\p{Lu}+:\n/u.test(text)) return undefined
  return plainText(text)
}

/** Android marks names of files, which may have blanks then. */
function attachedName(line: string, isMarked: boolean): string | undefined {
  const named = isMarked ? /^(.{1,200}\.\w{2,5}) \([^()]+\)$/ : /^(\S+\.\w{2,5}) \([^()]+\)$/
  return tag.exec(line)?.[1] ?? named.exec(line)?.[1]
}
