import { exportRegistrations } from '@datacortex/export'
import { z } from 'zod'
import type { Operation } from '../operation.ts'
import type { FileContent } from './file-content.ts'
import { contentOptions, fileContent } from './file-content.ts'
import type { Published, PublishTarget } from './target.ts'
import { exportSource, published, publishedAs, publishTarget } from './target.ts'

/** Which registration files are written, and what they say beside the registry. */
export type PublishRegistrations = PublishTarget & FileContent

/** Writes ERC-8004 registration files, and the proof of the domain. */
export const publishRegistrations: Operation<PublishRegistrations, Published> = {
  input: z.strictObject({ ...publishTarget, ...fileContent }),
  output: published,
  run: async (work, { ids, url, ...asked }) => {
    const source = await exportSource(work, asked)
    return publishedAs(await exportRegistrations(work.paths, { ...source, ids, url, ...contentOptions(asked) }), source)
  },
}
