import type { TextRange } from './text-structure.ts'

/** Cuts a part of a text into overlapping pieces, each ending behind a paragraph, a line, a sentence or a word. */
export function cutText(
  text: string,
  { start, end, size, overlap }: TextRange & { readonly size: number; readonly overlap: number },
): readonly TextRange[] {
  const pieces: TextRange[] = []
  for (let from = skipSpace(text, start, end); from < end;) {
    const reach = advance(text, { start: from, end, size: size + overlap })
    if (reach === end) {
      pieces.push({ start: from, end: trimEnd(text, from, end) })
      break
    }
    const furthest = advance(text, { start: from, end, size })
    const cut = lastBorder(text, from + Math.ceil((furthest - from) / 2), furthest)
    pieces.push({ start: from, end: trimEnd(text, from, cut) })
    from = skipSpace(text, overlapStart(text, { from, cut, overlap }), end)
  }
  return pieces
}

/** Length as the embedding model sees it: 1 for a Latin letter, 2 for others, 4 for a sign such as Chinese ones. */
function charSize(code: number): number {
  if (code < 0x2_50) return 1
  return code < 0x2e_80 ? 2 : 4
}

function advance(text: string, { start, end, size }: TextRange & { readonly size: number }): number {
  let at = start
  for (let used = 0; at < end; at += 1) {
    used += charSize(text.charCodeAt(at))
    if (used > size) break
  }
  at = Math.max(at, Math.min(start + 1, end))
  return isSplitPair(text, at) ? at + 1 : at
}

function lastBorder(text: string, least: number, most: number): number {
  const part = text.slice(least, most)
  for (const border of [/\n[ \t\r]*\n/g, /\n/g, /[.!?][)"'’”]*\s|[。！？]/g, /\s/g]) {
    const found = [...part.matchAll(border)].at(-1)
    if (found !== undefined) return least + found.index + found[0].length
  }
  return most
}

function overlapStart(text: string, { from, cut, overlap }: { from: number; cut: number; overlap: number }): number {
  const least = Math.max(from + 1, cut - overlap)
  const part = text.slice(least, cut)
  for (const border of [/\n/, /[.!?][)"'’”]*\s|[。！？]/, /\s/]) {
    const found = border.exec(part)
    // A border at the very end would leave no overlap.
    if (found !== null && part.slice(found.index + found[0].length).trim() !== '')
      return least + found.index + found[0].length
  }
  return isSplitPair(text, least) ? least + 1 : least
}

function isSplitPair(text: string, at: number): boolean {
  const before = text.charCodeAt(at - 1)
  const after = text.charCodeAt(at)
  return before >= 0xd8_00 && before < 0xdc_00 && after >= 0xdc_00 && after < 0xe0_00
}

function skipSpace(text: string, start: number, end: number): number {
  let at = start
  while (at < end && isSpace(text.charCodeAt(at))) at += 1
  return at
}

function trimEnd(text: string, start: number, end: number): number {
  let at = end
  while (at > start && isSpace(text.charCodeAt(at - 1))) at -= 1
  return at
}

function isSpace(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d) || code === 0xa0 || code === 0xfe_ff
}
