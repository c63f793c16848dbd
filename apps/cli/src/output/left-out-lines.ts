import type { OutputOf } from '@datacortex/space'
import { count, shorten } from '@datacortex/wording'

/** A folder may have thousands of files of which none fits. */
const mostShown = 20

type LeftOut = Pick<OutputOf<'context'>, 'left_out'>

/** What a context does not have, and why; of many the first few. */
export function leftOutTexts({ left_out: leftOut }: LeftOut): readonly string[] {
  const more = leftOut.length - mostShown
  return [
    ...leftOut.slice(0, mostShown).map(({ origin, reason }) => `${shorten(origin, 60)}: ${shorten(reason, 120)}`),
    ...(more > 0 ? [`${count(more, 'other part')}; --json names each`] : []),
  ]
}

export function leftOutLines(context: LeftOut): readonly string[] {
  return leftOutTexts(context).map((text) => `left out   ${text}`)
}
