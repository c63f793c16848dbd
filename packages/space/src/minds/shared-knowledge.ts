import type { SharedFile } from '@datacortex/cognition'
import { z } from 'zod'
import { operation } from '../operation.ts'
import { name, written } from '../schema.ts'
import type { Work } from '../work.ts'
import { askingMind } from './asking-mind.ts'

/** What agents share, without texts where none was named. */
export type SharedKnowledge = { readonly files: readonly (Omit<SharedFile, 'text'> & { readonly text?: string })[] }

/** What agents of this space share: all of it, or one file with its text. Throws `COGNITION_POINT_UNKNOWN`. */
export const readShared = operation({
  input: z.strictObject({ topic: name.optional().describe('The name of its file; all are listed without it.') }),
  output: z.looseObject({ files: z.array(z.looseObject({ topic: z.string(), etag: z.string() })) }),
  run: async ({ paths }, { topic }): Promise<SharedKnowledge> => {
    const { cognitionError, sharedFiles } = await import('@datacortex/cognition')
    const files = await sharedFiles(paths)
    if (topic === undefined) return { files: files.map(({ text: _text, ...one }) => one) }
    const found = files.filter((one) => one.topic === topic)
    if (found.length === 0) throw cognitionError('COGNITION_POINT_UNKNOWN', { id: topic })
    return { files: found }
  },
})

export type WrittenShared = { readonly topic: string; readonly etag: string; readonly created: boolean }

/** Writes a file that agents share. Who writes is who asks. Throws `COGNITION_CALLER_UNKNOWN`, and as `writeShared` does. */
export const writeShared = operation({
  input: z.strictObject({
    topic: name,
    text: written,
    etag: name.optional().describe('Of the text that it was made of; it must be new without it.'),
  }),
  output: z.looseObject({ topic: z.string(), etag: z.string(), created: z.boolean() }),
  run: async (work, { topic, text, etag }): Promise<WrittenShared> => {
    const { writeShared: write } = await import('@datacortex/cognition')
    const writer = await writerOf(work)
    const { file, created } = await write(work.paths, { topic, text, writer, etag })
    return { topic: file.topic, etag: file.etag, created }
  },
})

/** An agent of elsewhere has no identity here: its token says who it is. */
async function writerOf(work: Work): Promise<string | undefined> {
  const { caller } = work
  if (caller.kind === 'client') return caller.client?.includes('/') === true ? caller.client : undefined
  return (await askingMind(work, undefined))?.identity.uid
}
