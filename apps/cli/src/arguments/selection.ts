import type { InputOf } from '@datacortex/space'
import { spaceError } from '@datacortex/space/errors'

/** What `--select` means. Throws `CLI_USAGE` if it is neither. */
export function selectionOf(select: readonly string[] | undefined): InputOf<'research'>['select'] {
  if (select === undefined) return undefined
  const given = select.join(',')
  if (given === 'all') return given
  const numbers = given.split(',').map(Number)
  if (numbers.length > 0 && numbers.every((number) => Number.isInteger(number) && number > 0)) return numbers
  throw spaceError('CLI_USAGE', {
    message: `--select is all or numbers such as 1,3,5, not ${JSON.stringify(given)}.`,
    hint: '--select all',
  })
}
