import type { LeftOutKind, SkippedFile } from '../formats/file-reading.ts'

export type LeftOutGroup = {
  readonly kind: LeftOutKind
  readonly reason: string
  readonly count: number
  /** The first three. */
  readonly paths: readonly string[]
}

/** What gave no agent, real losses first, and the same by reason; links are one group, and what is about something else. */
export function leftOutFiles(skipped: readonly SkippedFile[]) {
  const byKind = Map.groupBy(skipped, kindOf)
  const files = order.flatMap((kind) => byKind.get(kind) ?? [])
  const groups = [...Map.groupBy(files, (file) => `${kindOf(file)} ${inGeneral(file)}`).values()].flatMap((group) => {
    const [first] = group
    if (first === undefined) return []
    const reason = group.length === 1 ? first.reason : inGeneral(first)
    return [{ kind: kindOf(first), reason, count: group.length, paths: group.slice(0, 3).map(({ path }) => path) }]
  })
  const sorted = groups.sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind) || b.count - a.count)
  return { files, groups: sorted }
}

const order: readonly LeftOutKind[] = ['lost', 'asked', 'link', 'foreign']

function kindOf({ kind = 'lost' }: SkippedFile): LeftOutKind {
  return kind
}

/** A reason without the names, places and sizes that it has of one file alone. */
function inGeneral({ kind, reason }: SkippedFile): string {
  if (kind === 'link') return 'they lead to what is read anyway, or nowhere'
  if (kind === 'foreign') return 'about something else'
  return reason
    .replace(/^(?:agent|mode|plugin|card) [^:]*: /, '')
    .replace(/^(too large|not valid \w+|it is no[nt]? \w+|not of the strict form|the module).*$/s, '$1')
    .replaceAll(/ ?\([^()]*\)|"[^"]*"|; it is not valid YAML:.*$/g, '')
}
