import type { Document, YAMLMap } from 'yaml'
import type { Change } from './change.ts'
import type { YamlStyle } from './render-yaml.ts'
import type { SourceText } from './source-text.ts'
import type { TextPatch } from './text-patch.ts'

/** What is patched: the parsed document, its text and layout, and the way into maps inside lists. */
export type PatchContext = {
  readonly document: Document
  readonly source: SourceText
  readonly style: YamlStyle
  readonly patchMap: (node: YAMLMap, change: Change, context: PatchContext) => readonly TextPatch[] | undefined
}
