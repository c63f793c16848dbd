import type { ExtractedDocument, Extraction, SubAgentInput } from '@datacortex/plugin'
import { fileURLToPath } from 'node:url'
import { startPlugin } from '@datacortex/testkit'
import { plugin } from '../plugin.ts'

export const directory: string = fileURLToPath(new URL('../..', import.meta.url))

/** Extracts as the program does. */
export async function extract(
  input: SubAgentInput,
  settings: Readonly<Record<string, unknown>> = {},
): Promise<Extraction> {
  await using subAgent = await startPlugin(plugin, { directory, settings })
  return await subAgent.extract(input, { signal: new AbortController().signal })
}

/** The turns of a document as they stand in its text. */
export function turnsOf({
  text,
  blocks,
}: ExtractedDocument): readonly { readonly speaker: string; readonly text: string }[] {
  return blocks.map(({ speaker = '', start, end }) => ({ speaker, text: text.slice(start, end) }))
}

/** The words of a text, without marks. */
export function words(text: string): readonly string[] {
  return text.normalize('NFC').match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu) ?? []
}
