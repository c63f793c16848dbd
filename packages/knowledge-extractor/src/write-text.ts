import { type Finding, codedError, findingOf } from '@datacortex/errors'
import type { KnowledgePorts, NoteToWrite } from './ports.ts'

/** `path`: where a text lies; undefined if it is nowhere in the space. */
export type WrittenText = { readonly path?: string | undefined; readonly findings: readonly Finding[] }

type TextOptions = { readonly code: string; readonly ports: KnowledgePorts; readonly signal: AbortSignal }

/** Writes the text of a document, whose notes are there already: that it is missing is a finding with a code. */
export async function writeText(request: NoteToWrite, { code, ports, signal }: TextOptions): Promise<WrittenText> {
  const { path } = request
  try {
    await ports.writes.write(request, { signal })
    return { path, findings: [] }
  } catch (error) {
    signal.throwIfAborted()
    return { findings: [{ ...findingOf(codedError(error), path), code }] }
  }
}
