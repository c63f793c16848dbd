import type { OnProgress, SpacePaths } from '@datacortex/platform'
import type { Context } from '../context.ts'
import { openSpaceFinder } from '../open/finder.ts'
import { count, grouped } from '../output/format.ts'
import { indexLines } from '../output/index-lines.ts'
import { tellInterrupted } from '../interrupted/tell-interrupted.ts'

/**
 * Embeds the texts of agents that were just registered. Whoever interrupts it is told that they are registered, and how
 * far it came.
 *
 * @param paths - Of the space.
 * @param context - Of the command.
 * @param options - How many agents the command has looked at.
 * @returns What was embedded, as people read it.
 * @example lines.push(...(await makeFindable(paths, context, { registered: 158 })))
 */
export async function makeFindable(
  paths: SpacePaths,
  context: Context,
  { registered }: { readonly registered: number },
): Promise<readonly string[]> {
  const { onProgress, stored } = watchStored(context.onProgress)
  const open = async (): Promise<readonly string[]> => {
    await using finder = await openSpaceFinder(paths, { ...context, onProgress })
    return indexLines(finder.update)
  }
  return await tellInterrupted(open, {
    signal: context.signal,
    told: () => ({
      done: `${count(registered, 'agent')} ${registered === 1 ? 'is' : 'are'} registered, ${stored()}`,
      hint: 'datacortex agent find "what you want done"   (embeds the rest first)',
    }),
  })
}

/**
 * Watches how many texts are stored for good. They are stored part by part, and each part is reported under the name of
 * its first agent: what was done when that name changes is stored, what came since is lost by an interruption.
 *
 * @param onProgress - Is told the same.
 */
export function watchStored(onProgress: OnProgress): {
  readonly onProgress: OnProgress
  /** As a clause. */
  readonly stored: () => string
} {
  let part: string | undefined
  let done = 0
  let kept = 0
  let total: number | undefined
  return {
    onProgress: (event) => {
      if (event.stage === 'embed') {
        if (event.subject !== part) kept = done
        part = event.subject
        done = event.done
        total = event.total
      }
      onProgress(event)
    },
    stored: () => {
      if (total === undefined) return 'their texts are not embedded yet'
      return `${grouped(kept)} of ${count(total, 'text')} embedded for good`
    },
  }
}
