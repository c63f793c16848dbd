import { oneLine } from '@datacortex/content'

/** A title as the name of a file that every system takes, without ending. */
export function fileName(title: string, key: string): string {
  const name = oneLine(title)
    .toLowerCase()
    .replaceAll(/['’]/g, '')
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .normalize('NFC')
  const short = cutBytes(name, mostBytes).replaceAll(/^-+|-+$/g, '')
  return short === '' || reserved.test(short) ? `note-${key}` : short
}

const mostBytes = 100
const reserved = /^(?:con|prn|aux|nul|(?:com|lpt)\d|(?:agents|claude|gemini|skill)|makefile|package|module)$/

function cutBytes(name: string, most: number): string {
  if (Buffer.byteLength(name) <= most) return name
  let short = ''
  for (const part of name.split('-')) {
    const longer = short === '' ? part : `${short}-${part}`
    if (Buffer.byteLength(longer) > most) break
    short = longer
  }
  if (short !== '') return short
  // One word that is too long, or a script without spaces.
  let end = most
  while (Buffer.byteLength(name.slice(0, end).toWellFormed()) > most) end -= 1
  return name.slice(0, end).replace(/[\uD800-\uDBFF]$/, '')
}
