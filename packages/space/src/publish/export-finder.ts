import { exportFinder } from '@datacortex/export'
import { z } from 'zod'
import type { Operation } from '../operation.ts'
import type { Published, Target } from './target.ts'
import { exportSource, published, publishedAs, target } from './target.ts'

/** Where the skill is written. */
export type ExportFinder = Target & {
  /** Whether a file that is there with another content is written anew. */
  readonly replace?: boolean | undefined
}

/** Writes a skill by which hosts ask this space for agents. */
export const exportFinderSkill: Operation<ExportFinder, Published> = {
  input: z.strictObject({ ...target, replace: z.boolean().optional() }),
  output: published,
  run: async (work, { replace, ...asked }) => {
    const source = await exportSource(work, asked)
    return publishedAs(await exportFinder(work.paths, { ...source, replace }), source)
  },
}
