import type { OutputOf } from '@datacortex/space'

/** What a verdict on a run came to, as people read it. */
export function verdictLines(
  { dry_run: isDry, reputation = null, findings }: OutputOf<'feedback'> | OutputOf<'evaluate'>,
  { planned, done }: { readonly planned: string; readonly done: string },
): readonly string[] {
  const notes = findings.map(({ message }) => `${isDry === true ? 'note          ' : 'note       '}${message}`)
  if (isDry === true) return [planned, ...notes, 'dry run      nothing was changed']
  return [done, ...notes, ...(reputation === null ? [] : [`reputation ${reputation} of 100`])]
}
