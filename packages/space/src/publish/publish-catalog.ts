import { exportCatalog } from '@datacortex/export'
import { z } from 'zod'
import type { Operation } from '../operation.ts'
import { exact } from '../schema.ts'
import type { Published, PublishTarget } from './target.ts'
import { exportSource, published, publishedAs, publishTarget } from './target.ts'

/** Which agents are in the catalogue, and what it says beside them. */
export type PublishCatalog = PublishTarget & {
  /** Who publishes; the host of the address if absent. */
  readonly publisher?: string | undefined
  /** Where searches are answered. */
  readonly search_url?: string | undefined
}

/** Writes `ai-catalog.json`, which leads to the cards. */
export const publishCatalog: Operation<PublishCatalog, Published> = {
  input: z.strictObject({ ...publishTarget, publisher: exact.optional(), search_url: exact.optional() }),
  output: published,
  run: async (work, { ids, url, publisher: displayName, search_url: searchUrl, ...asked }) => {
    const source = await exportSource(work, asked)
    const publisher = displayName === undefined ? undefined : { displayName }
    return publishedAs(await exportCatalog(work.paths, { ...source, ids, url, searchUrl, publisher }), source)
  },
}
