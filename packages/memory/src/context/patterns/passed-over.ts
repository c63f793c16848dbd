import type { LeftOut } from '../context-block.ts'
import type { SpaceReader } from '../space-reader.ts'

/** What of a folder or pattern is not read: some by name; what may not be named stands alone, with its reason. */
export function passedOver(
  reader: SpaceReader,
  paths: readonly string[],
  { origin, reason }: LeftOut,
): readonly LeftOut[] {
  const open: string[] = []
  const refused: LeftOut[] = []
  for (const path of paths) {
    const why = reader.refusal(path)
    if (why === undefined) open.push(path)
    else refused.push({ origin: path, reason: why })
  }
  if (open.length === 0) return refused
  const more = open.length > 5 ? ` and ${open.length - 5} more` : ''
  return [...refused, { origin, reason: `${reason}: ${open.toSorted().slice(0, 5).join(', ')}${more}` }]
}
