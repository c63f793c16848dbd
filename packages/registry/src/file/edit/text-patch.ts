import type { Document, YAMLMap } from 'yaml'
import type { Change } from './change.ts'
import type { YamlStyle } from './render-yaml.ts'
import type { SourceText } from './source-text.ts'

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

/** What is patched: the parsed document, its text and layout, and the way into maps inside lists. */
export type PatchContext = {
  readonly document: Document
  readonly source: SourceText
  readonly style: YamlStyle
  readonly patchMap: (node: YAMLMap, change: Change, context: PatchContext) => readonly TextPatch[] | undefined
}
