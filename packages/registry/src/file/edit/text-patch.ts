/** A piece of a text that is replaced; `start` equal to `end` inserts. */
export type TextPatch = { readonly start: number; readonly end: number; readonly text: string }

/** Applies patches that don't overlap, all with positions in the text as it is now. */
export function applyPatches(text: string, patches: readonly TextPatch[]): string {
  const pieces: string[] = []
  let position = 0
  for (const { start, end, text: piece } of patches.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    if (start < position) throw new Error(`Patches overlap at ${start}`)
    pieces.push(text.slice(position, start), piece)
    position = end
  }
  return [...pieces, text.slice(position)].join('')
}
