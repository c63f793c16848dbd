import type { z } from 'zod'
import { pluginError } from '../errors.ts'
import type { Logger } from '../logger.ts'

/**
 * The items of an answer that can be used; the others are counted and logged, so that one bad item costs only itself.
 * @throws `SOURCE_ANSWER_INVALID` if none of them can be used: then the answer has changed its shape.
 * @example goodItems(answer.results, Result, { source: 'Exa', log })
 */
export function goodItems<T>(
  items: readonly unknown[],
  schema: z.ZodType<T>,
  { source, log }: { source: string; log: Logger },
): readonly T[] {
  const checked = items.map((item) => schema.safeParse(item))
  const good = checked.flatMap(({ success, data }) => (success ? [data] : []))
  const dropped = items.length - good.length
  if (dropped === 0) return good
  const [issue] = checked.flatMap(({ error }) => error?.issues ?? [])
  const reason = `${issue?.path.join('.')}: ${issue?.message}`
  if (good.length === 0)
    throw pluginError('SOURCE_ANSWER_INVALID', {
      source,
      reason: `none of its ${dropped} items is as documented (${reason})`,
    })
  log.warn({ source, dropped, reason }, 'items of a source were dropped')
  return good
}
