import { fileURLToPath } from 'node:url'
import type { ExtractedDocument, Extraction, SubAgentInput } from '@datacortex/plugin'
import { startPlugin } from '@datacortex/testkit'
import { plugin } from '../plugin.ts'

/** Of the plugin. */
export const directory: string = fileURLToPath(new URL('../..', import.meta.url))

/** `text`, or the code of what went wrong. */
export async function endOf(run: Promise<Extraction>): Promise<string> {
  return await run.then(
    () => 'text',
    (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : String(error)),
  )
}

/** Words of running text. */
export function sentenceOf(words: number): string {
  return Array.from({ length: words }, (_, index) => ['the', 'water', 'rises'][index % 3]).join(' ')
}

/** What a new extractor says of a file. */
export async function extraction(
  input: SubAgentInput,
  settings: Readonly<Record<string, number>> = {},
): Promise<Extraction> {
  await using subAgent = await startPlugin(plugin, { directory, settings })
  return await subAgent.extract(input, { signal: new AbortController().signal })
}

/** The only document of a file. */
export async function documentOf(input: SubAgentInput): Promise<ExtractedDocument> {
  const { documents } = await extraction(input)
  const [document] = documents
  if (document === undefined) throw new Error('no document')
  return document
}

/** A PDF as it is handed in. */
export function pdf(bytes: Uint8Array, name: string): SubAgentInput {
  return { contentType: 'application/pdf', name, bytes }
}
