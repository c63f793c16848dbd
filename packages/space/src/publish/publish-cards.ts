import { exportCards } from '@datacortex/export'
import { z } from 'zod'
import type { Operation } from '../operation.ts'
import { exact } from '../schema.ts'
import type { Published, PublishTarget } from './target.ts'
import { exportSource, published, publishedAs, publishTarget } from './target.ts'

/** Which cards are written, and how. */
export type PublishCards = PublishTarget & {
  /** Files of keys that sign them. */
  readonly sign?: readonly string[] | undefined
  /** Of A2A; 1.0 if absent. */
  readonly protocol?: '1.0' | '0.3' | undefined
}

/** Writes A2A cards. */
export const publishCards: Operation<PublishCards, Published> = {
  input: z.strictObject({
    ...publishTarget,
    sign: z.array(exact).max(100).optional(),
    protocol: z.enum(['1.0', '0.3']).optional(),
  }),
  output: published,
  run: async (work, { ids, url, sign, protocol: version, ...asked }) => {
    const source = await exportSource(work, asked)
    return publishedAs(await exportCards(work.paths, { ...source, ids, url, sign, version }), source)
  },
}
